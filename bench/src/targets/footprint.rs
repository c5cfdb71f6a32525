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
            most(lab, &ours::NO_LANDMARKS, |figures| figures.scratch_bytes)
        })
        .worst_at_most(16.0),
        Target::new("map with side structures, no landmarks: bytes per cell", |lab| {
            most(lab, &ours::NO_LANDMARKS, |figures| figures.map_bytes)
        })
        .worst_at_most(24.0),
        Target::new("landmarks: bytes per cell and profile", landmarks).worst_at_most(36.0),
    ]
}

/// Map by map, bytes per cell of one of our modes in the case `weighted`, on maps of 10,000 cells and more.
fn bytes_per_cell(
    lab: &mut Lab,
    mode: &Entrant,
    bytes: fn(&Figures) -> usize,
) -> Result<Vec<OfMap>, WrongCost> {
    let held = lab.largest_of_case("weighted", |name| name == mode.name, |figures| bytes(figures) as f64)?;
    let cells = lab.case("weighted")?.iter().map(|map| map.cells);
    let large = held.into_iter().zip(cells).filter(|&(_, cells)| cells >= 10_000);
    Ok(large.map(|(map, cells)| OfMap { value: map.value / cells as f64, ..map }).collect())
}

fn most(lab: &mut Lab, mode: &Entrant, bytes: fn(&Figures) -> usize) -> Measured {
    Ok(Reading::less_is_better(&bytes_per_cell(lab, mode, bytes)?))
}

/// What the map holds more with landmarks than without.
fn landmarks(lab: &mut Lab) -> Measured {
    let with = bytes_per_cell(lab, &ours::DEFAULTS, |figures| figures.map_bytes)?;
    let without = bytes_per_cell(lab, &ours::NO_LANDMARKS, |figures| figures.map_bytes)?;
    let more = with
        .into_iter()
        .zip(without)
        .map(|(with, without)| OfMap { value: with.value - without.value, ..with });
    Ok(Reading::less_is_better(&more.collect::<Vec<_>>()))
}
