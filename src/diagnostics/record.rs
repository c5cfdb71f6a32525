//! The figures of a frame, written to the diagnostics.

use super::{measured::PathfindingDiagnosticsPlugin as Paths, set_times::SetTimes};
use crate::{fleet::AgentFleet, settings::PathfindingSettings, stats::PathfindingStats};
use bevy::diagnostic::{DiagnosticPath, Diagnostics};
use bevy::prelude::*;
use core::time::Duration;

/// The totals up to the frame before.
pub(super) struct Before(PathfindingStats);

impl FromWorld for Before {
    fn from_world(world: &mut World) -> Self {
        Self(world.get_resource().copied().unwrap_or_default())
    }
}

/// Records the figures of the sets that have just run. Does nothing if the game has removed the diagnostics.
pub(super) fn record(
    stats: Res<PathfindingStats>,
    (settings, fleet): (Res<PathfindingSettings>, Res<AgentFleet>),
    mut before: Local<Before>,
    mut times: ResMut<SetTimes>,
    mut diagnostics: If<Diagnostics>,
) {
    let before = core::mem::replace(&mut before.0, *stats);
    let took = times.take();
    if took == [None; 4] {
        return;
    }
    let milliseconds = |took: Duration| took.as_secs_f64() * 1000.0;
    for (path, took) in Paths::SET_TIMES.iter().zip(took) {
        if let Some(took) = took {
            diagnostics.add_measurement(path, || milliseconds(took));
        }
    }
    diagnostics.add_measurement(&Paths::TIME, || milliseconds(took.into_iter().flatten().sum()));
    diagnostics.add_measurement(&Paths::JAMS, || fleet.fleet().jams() as f64);
    for (path, value) in figures(&before, &stats, settings.expansions_per_frame) {
        diagnostics.add_measurement(&path, || value);
    }
}

/// The counts of a frame. A game may have replaced the totals: what is less than before counts as nothing.
fn figures(before: &PathfindingStats, now: &PathfindingStats, budget: u32) -> [(DiagnosticPath, f64); 11] {
    let more = |total: fn(&PathfindingStats) -> u64| total(now).saturating_sub(total(before)) as f64;
    let expansions = more(|stats| stats.expansions);
    [
        (Paths::REQUESTS, more(PathfindingStats::requests)),
        (Paths::SEARCHED, more(|stats| stats.searches)),
        (Paths::SHARED, more(|stats| stats.shared)),
        (Paths::REFUSED, more(|stats| stats.refused)),
        (Paths::EXPANSIONS, expansions),
        // A budget of 0 counts as 1.
        (Paths::BUDGET_USED, expansions * 100.0 / f64::from(budget.max(1))),
        (Paths::FIELDS, now.fields as f64),
        (Paths::FIELD_BYTES, now.field_bytes as f64),
        (Paths::FIELD_BUILDS, more(|stats| stats.field_builds)),
        (Paths::FIELD_REPAIRS, more(|stats| stats.field_repairs)),
        (Paths::REPAIRED_CELLS, more(|stats| stats.repaired_cells)),
    ]
}
