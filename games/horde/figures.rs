//! The figures of a headless run, as text.

use crate::{
    meter::{Meter, SETS},
    tally::Tally,
};
use bevy::prelude::*;
use bevy_tilepath::PathfindingStats;
use std::time::Duration;

/// The figures of a run, line by line.
pub fn report(world: &World, frames: u32, took: Duration) -> String {
    let tally = world.resource::<Tally>();
    let stats = world.resource::<PathfindingStats>();
    let meter = world.resource::<Meter>();
    let seconds = took.as_secs_f64();
    let per_repair = stats.repaired_cells.checked_div(stats.field_repairs).unwrap_or_default();
    let mean = |set: usize| meter.sums[set] / f64::from(meter.frames.max(1));
    let sets = (0..SETS.len()).map(|set| format!("{} {:.3} ({:.1})", SETS[set], mean(set), meter.most[set]));
    [
        format!(
            "towers: {} placed, {} removed, {} refused, {} of them because they would have cut a path",
            tally.placed, tally.removed, tally.refused, tally.cutting
        ),
        format!(
            "requests: {} answered, {} from a field, {} by a search, {} refused; {:.0} a second",
            stats.requests(),
            stats.shared,
            stats.searches,
            stats.refused,
            stats.requests() as f64 / seconds,
        ),
        format!(
            "fields: {} in {} KiB at the end, {} built, {} repaired with {per_repair} cells each",
            stats.fields,
            stats.field_bytes >> 10,
            stats.field_builds,
            stats.field_repairs,
        ),
        format!(
            "milliseconds a frame, mean (most): {}, together {:.3} ({:.1}); the first, which prepares the map: {:.1}",
            sets.collect::<Vec<_>>().join(", "),
            (0..SETS.len()).map(mean).sum::<f64>(),
            meter.most_of_all,
            meter.first,
        ),
        format!("it took {seconds:.1} s, {:.2} ms a frame", seconds * 1000.0 / f64::from(frames.max(1))),
    ]
    .join("\n")
}
