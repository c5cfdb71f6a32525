//! The times of the plugin's system sets over a whole run, added up from the diagnostics of each frame.

use bevy::{
    diagnostic::{DiagnosticPath, DiagnosticsStore},
    prelude::*,
};
use bevy_tilepath::PathfindingDiagnosticsPlugin as Paths;

/// The names of the sets, in order.
pub const SETS: [&str; 4] = ["sync grid", "update fields", "search", "follow path"];

/// Durations of the sets, in milliseconds.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Meter {
    /// The duration of all sets in the first frame, in which the map is prepared for searches.
    pub first: f64,
    /// The sum of each set over all later frames.
    pub sums: [f64; SETS.len()],
    /// The longest duration of each set in one of these frames.
    pub most: [f64; SETS.len()],
    /// The longest duration of all sets together in one of these frames.
    pub most_of_all: f64,
    pub frames: u32,
}

/// Adds up what the plugin records in `Update`.
pub fn plugin(app: &mut App) {
    app.init_resource::<Meter>().add_systems(PostUpdate, add_up);
}

fn add_up(mut meter: ResMut<Meter>, diagnostics: Res<DiagnosticsStore>) {
    let milliseconds =
        |path: &DiagnosticPath| diagnostics.get_measurement(path).map(|measurement| measurement.value);
    let Some(all) = milliseconds(&Paths::TIME) else { return };
    if meter.first == 0.0 {
        meter.first = all;
        return;
    }
    for (set, path) in Paths::SET_TIMES.iter().enumerate() {
        let took = milliseconds(path).unwrap_or_default();
        meter.sums[set] += took;
        meter.most[set] = meter.most[set].max(took);
    }
    meter.most_of_all = meter.most_of_all.max(all);
    meter.frames += 1;
}
