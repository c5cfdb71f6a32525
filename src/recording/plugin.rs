//! The plugin that records games.

use super::{
    parts::{MARK, end_frame, is_recording, note_parts},
    recorder::PathfindingRecorder,
};
use crate::{
    rollback::Parts,
    systems::{PathfindingSchedule, PathfindingSystems, SetWork},
};
use bevy::prelude::*;

/// Adds the resource [`PathfindingRecorder`], which records what the game does with pathfinding. Add it after
/// [`PathfindingPlugin`](crate::PathfindingPlugin). As long as nothing is recorded, it costs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingRecorderPlugin;

impl Plugin for PathfindingRecorderPlugin {
    #[expect(clippy::panic, reason = "documented: the app is built wrongly")]
    fn build(&self, app: &mut App) {
        let Some(&PathfindingSchedule(schedule)) = app.world().get_resource() else {
            panic!("PathfindingRecorderPlugin has nothing to record: add PathfindingPlugin before it");
        };
        let [_, update_fields, search, follow_path] = PathfindingSystems::ALL;
        app.init_resource::<PathfindingRecorder>();
        for set in [update_fields, search, follow_path] {
            app.add_systems(schedule, note_parts.in_set(set).before(SetWork(set)).run_if(is_recording));
        }
        app.add_systems(
            schedule,
            end_frame.in_set(follow_path).after(SetWork(follow_path)).run_if(is_recording),
        );
        app.world_mut().get_resource_or_init::<Parts>().0.push(MARK);
    }
}
