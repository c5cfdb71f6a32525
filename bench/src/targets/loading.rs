//! Loading a map, and the first queries after it.

use super::{
    lab::Lab,
    reading::{OfMap, Reading},
    target::Target,
};
use crate::{cold, generate, load, scenario::Case};

/// Sides of generated maps that are loaded beside those of the run.
const SIDES: [i32; 2] = [1024, 2048];

pub(super) fn targets() -> Vec<Target> {
    let first =
        format!("cold: the first {} queries after load, × pathfinding, uniform, defaults", cold::FIRST);
    let all =
        format!("cold: the first {} queries after load, × pathfinding, uniform, defaults", cold::QUERIES);
    let loads = ["uniform", "weighted"].map(|case| {
        let name = format!("load, {case}: NavMap::new and prepare, ns a cell");
        Target::new(name, move |lab| Ok(Reading::less_is_better(&loads(lab, case))))
    });
    let at_once = format!("cold: the first {} queries, asked at once, × pathfinding, uniform", cold::FIRST);
    let cold = [
        Target::new(first, |lab| Ok(Reading::more_is_better(&lab.cold(|cold| cold.first)?))).at_least(30.0),
        Target::new(at_once, |lab| Ok(Reading::more_is_better(&lab.cold(|cold| cold.at_once)?))),
        Target::new(all, |lab| Ok(Reading::more_is_better(&lab.cold(|cold| cold.all)?))).at_least(60.0),
    ];
    cold.into_iter().chain(loads).collect()
}

fn loads(lab: &Lab, case: &'static str) -> Vec<OfMap> {
    let generated = SIDES.map(generate::tower_field_of);
    let maps = lab.maps_and_extra();
    let case = Case::named(case);
    maps.iter()
        .chain(&generated)
        .map(|map| {
            eprintln!("load, {}: {}", case.name, map.name);
            lab.of_map(&map.name, load::nanoseconds_a_cell(map, &case, lab.rounds))
        })
        .collect()
}
