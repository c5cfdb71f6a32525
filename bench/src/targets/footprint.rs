//! Memory and allocations.

use super::{
    lab::Lab,
    reading::{OfMap, Reading},
    target::{Measured, Target},
};
use crate::{
    entrant::Entrant,
    footprint,
    measure::{Figures, WrongCost},
    ours,
};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::simple("allocations per query after warm-up", |lab| {
            footprint::allocations_per_query(&lab.maps)
        })
        .at_most(0.0),
        Target::new("scratch: bytes per cell", |lab| {
            // Cell by cell, and by jumps with leaps learnt.
            let mut held = bytes_per_cell(lab, "weighted", &ours::NO_LANDMARKS, |held| held.scratch_bytes)?;
            held.extend(bytes_per_cell(lab, "uniform", &ours::NO_LANDMARKS, |held| held.scratch_bytes)?);
            Ok(Reading::less_is_better(&held))
        })
        .worst_at_most(16.0),
        Target::new("map with side structures, no landmarks: bytes per cell", |lab| {
            let held = bytes_per_cell(lab, "weighted", &ours::NO_LANDMARKS, |held| held.map_bytes)?;
            Ok(Reading::less_is_better(&held))
        })
        .worst_at_most(24.0),
        Target::new("landmarks: bytes per cell and profile", landmarks).worst_at_most(36.0),
    ]
}

/// Map by map, bytes per cell of one of our modes in a case, on maps of 10,000 cells and more.
fn bytes_per_cell(
    lab: &mut Lab,
    case: &'static str,
    mode: &Entrant,
    bytes: fn(&Figures) -> usize,
) -> Result<Vec<OfMap>, WrongCost> {
    let held = lab.largest_of_case(case, |name| name == mode.name, |figures| bytes(figures) as f64)?;
    let cells = lab.case(case)?.iter().map(|map| map.cells);
    let large = held.into_iter().zip(cells).filter(|&(_, cells)| cells >= 10_000);
    Ok(large.map(|(map, cells)| OfMap { value: map.value / cells as f64, ..map }).collect())
}

/// What map and scratch hold more with landmarks than without: practice searches have made the scratch before the map is weighed.
fn landmarks(lab: &mut Lab) -> Measured {
    let held = |figures: &Figures| figures.map_bytes + figures.scratch_bytes;
    let with = bytes_per_cell(lab, "weighted", &ours::DEFAULTS, held)?;
    let without = bytes_per_cell(lab, "weighted", &ours::NO_LANDMARKS, held)?;
    let more = with
        .into_iter()
        .zip(without)
        .map(|(with, without)| OfMap { value: with.value - without.value, ..with });
    Ok(Reading::less_is_better(&more.collect::<Vec<_>>()))
}
