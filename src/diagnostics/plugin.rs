//! The plugin of the diagnostics.

use super::{measured::PathfindingDiagnosticsPlugin, record::record, set_times};
use crate::{
    settings::PathfindingSettings,
    stats::PathfindingStats,
    systems::{PathfindingSchedule, PathfindingSystems},
};
use bevy::diagnostic::RegisterDiagnostic;
use bevy::prelude::*;

impl Plugin for PathfindingDiagnosticsPlugin {
    #[expect(clippy::panic, reason = "documented: the app is built wrongly")]
    fn build(&self, app: &mut App) {
        let Some(&PathfindingSchedule(schedule)) = app.world().get_resource() else {
            panic!("PathfindingDiagnosticsPlugin has nothing to measure: add PathfindingPlugin before it");
        };
        for diagnostic in Self::diagnostics() {
            app.register_diagnostic(diagnostic);
        }
        set_times::add_systems(app, schedule);
        app.add_systems(
            schedule,
            record
                .after(PathfindingSystems::FollowPath)
                .run_if(resource_exists::<PathfindingStats>.and_then(resource_exists::<PathfindingSettings>)),
        );
    }
}
