//! The plugin: what runs when.

use crate::{
    agent, danger::DangerSource, events, footprint, goal_fields, landmarks, nav_grid, obstacle::NavObstacle,
    placement, planning, search, settings::PathfindingSettings,
};
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;

/// Finds ways on the [`NavGrid`](crate::NavGrid) and moves agents along them, in [`Update`].
///
/// [`PathfindingPlugin::in_schedule`] runs it elsewhere.
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingPlugin;

impl PathfindingPlugin {
    /// The same plugin in another schedule, such as [`FixedUpdate`].
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> PathfindingInSchedule {
        PathfindingInSchedule(schedule.intern())
    }
}

impl Plugin for PathfindingPlugin {
    fn build(&self, app: &mut App) {
        build(app, Update.intern());
    }
}

/// [`PathfindingPlugin`] in a schedule of the user's choice.
#[derive(Clone, Copy, Debug)]
pub struct PathfindingInSchedule(InternedScheduleLabel);

impl Plugin for PathfindingInSchedule {
    fn build(&self, app: &mut App) {
        build(app, self.0);
    }
}

/// What the plugin does in a frame, one after the other.
///
/// Systems that spawn, move or remove what stands on the map are best put before the first set; the agents then walk their new way in
/// the same frame. Systems that read where agents are go after the last.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathfindingSystems {
    /// The grid is in step with tilemaps, obstacles, danger and settings after this.
    SyncGrid,
    /// What is derived from the grid, such as its connected regions and goal fields, is in step after this.
    UpdateFields,
    /// Requests are answered after this, as far as the frame's budget goes.
    Search,
    /// Agents have walked after this, and the events of the frame have been sent.
    FollowPath,
}

fn build(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<PathfindingSettings>()
        .init_resource::<crate::PathfindingStats>()
        .init_resource::<crate::NavGrid>()
        .init_resource::<crate::CostProfiles>()
        .init_resource::<planning::SearchQueue>()
        .init_resource::<planning::LatestChanges>()
        .init_resource::<crate::GoalFields>()
        .init_resource::<events::Outbox>()
        .init_resource::<placement::AgentGroups>()
        .init_resource::<footprint::Footprints<NavObstacle>>()
        .init_resource::<footprint::Footprints<DangerSource>>()
        .add_observer(footprint::note_removal::<NavObstacle>)
        .add_observer(footprint::note_removal::<DangerSource>)
        .add_observer(placement::count_in)
        .add_observer(placement::count_out)
        .add_observer(planning::take_request)
        .add_observer(planning::cancel_request);
    app.configure_sets(
        schedule,
        (
            PathfindingSystems::SyncGrid,
            PathfindingSystems::UpdateFields,
            PathfindingSystems::Search,
            PathfindingSystems::FollowPath,
        )
            .chain(),
    );
    app.add_systems(
        schedule,
        (
            nav_grid::apply_settings,
            footprint::sync_footprints::<NavObstacle>,
            footprint::sync_footprints::<DangerSource>,
        )
            .chain()
            .in_set(PathfindingSystems::SyncGrid),
    );
    app.add_systems(
        schedule,
        (planning::take_changes, planning::prepare_profiles, landmarks::survey, goal_fields::keep_up_fields)
            .chain()
            .in_set(PathfindingSystems::UpdateFields),
    );
    app.add_systems(
        schedule,
        (
            planning::queue_searches,
            goal_fields::build_fields,
            goal_fields::answer_from_fields,
            search::run_searches,
        )
            .chain()
            .in_set(PathfindingSystems::Search),
    );
    app.add_systems(
        schedule,
        (agent::follow_paths, goal_fields::follow_fields, events::send_events)
            .chain()
            .in_set(PathfindingSystems::FollowPath),
    );
    crate::add_tilemap_systems(app, schedule);
}
