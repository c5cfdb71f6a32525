//! The plugin: the frame as one table.

use crate::{
    congestion::{self, Congestion, CrowdDanger, StandingDanger},
    fleet::{self, AgentFleet, SearchTrace, TracedLink},
    follower::{self, CrowdAgent, PathFollower},
    map::{self, DangerSource, Footprints, NavGrid, NavObstacle, ObstacleError},
    nav_id::{NavId, number_old_entities},
    request::{
        self, AgentStuck, CostProfiles, EventQueue, GoalReached, PathFailed, PathFound, PathReplanned,
        PathRequest, PathResult, PathTarget,
    },
    settings::PathfindingSettings,
    stats::PathfindingStats,
    systems::{PathfindingSchedule, PathfindingSystems, SetWork},
    waypoints::{self, OnWaypoints, Waypoint, WaypointGraph, WaypointLink, WaypointLinks, WaypointSync},
};
use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;
use tilepath::{Aversion, CellGeometry, CellRect, CostProfile, Grid, Topology};

/// The plugin of this crate: finds paths on the [`NavGrid`] and moves agents along them. Its systems run in [`Update`]. To run
/// them in another schedule, use [`PathfindingPlugin::in_schedule`].
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingPlugin;

impl PathfindingPlugin {
    /// The same plugin, with its systems in another schedule, such as [`FixedUpdate`].
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> PathfindingInSchedule {
        PathfindingInSchedule(schedule.intern())
    }
}

impl Plugin for PathfindingPlugin {
    fn build(&self, app: &mut App) {
        build(app, Update.intern());
    }

    fn finish(&self, app: &mut App) {
        look_for_clock(app);
    }
}

/// [`PathfindingPlugin`] with its systems in another schedule. [`PathfindingPlugin::in_schedule`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct PathfindingInSchedule(InternedScheduleLabel);

impl Plugin for PathfindingInSchedule {
    fn build(&self, app: &mut App) {
        build(app, self.0);
    }

    fn finish(&self, app: &mut App) {
        look_for_clock(app);
    }
}

/// Adds the systems to this schedule.
///
/// # Panics
/// If the app already has the plugin in any schedule, because agents would walk twice in a frame.
fn build(app: &mut App, schedule: InternedScheduleLabel) {
    assert!(
        !app.world().contains_resource::<PathfindingSchedule>(),
        "PathfindingPlugin was already added to this app; add it once, in one schedule"
    );
    app.insert_resource(PathfindingSchedule(schedule));
    add_resources(app);
    register_types(app);
    app.add_observer(map::apply_settings_to_new_grid)
        .add_observer(map::note_removal::<NavObstacle>)
        .add_observer(map::note_removal::<DangerSource>)
        .add_observer(map::note_disabled::<NavObstacle>)
        .add_observer(map::note_disabled::<DangerSource>)
        .add_observer(map::note_enabled::<NavObstacle>)
        .add_observer(map::note_enabled::<DangerSource>)
        .add_observer(map::note_orphan::<NavObstacle>)
        .add_observer(map::note_orphan::<DangerSource>)
        .add_observer(fleet::take_follower)
        .add_observer(fleet::stop_follower)
        .add_observer(fleet::leave_crowd)
        .add_observer(fleet::take_request)
        .add_observer(fleet::number_targets)
        .add_observer(fleet::cancel_request)
        .add_observer(fleet::note_lost_parent)
        .add_observer(fleet::note_disabled_agent)
        .add_observer(fleet::take_enabled_agent)
        .add_observer(fleet::enter_waypoints)
        .add_observer(fleet::leave_waypoints);
    number_old_entities(app.world_mut());
    fleet::take_old_agents(app.world_mut());
    add_waypoint_observers(app);
    let sync_grid = (
        map::apply_settings,
        map::sync_footprints::<NavObstacle>,
        map::sync_footprints::<DangerSource>,
        congestion::spread_congestion,
        fleet::price_standing,
        fleet::note_own_obstacles,
        waypoints::sync_waypoints,
    );
    let search = (fleet::restore_components, fleet::answer_requests);
    let follow_path = (
        follower::warn_of_speeds,
        fleet::walk_agents,
        fleet::refuse_obstacles,
        fleet::walk_crowds,
        request::send_events,
    );
    configure_sets(app, schedule);
    app.add_systems(
        schedule,
        (
            sync_grid.chain().in_set(SetWork(PathfindingSystems::SyncGrid)),
            fleet::prepare_fields.in_set(SetWork(PathfindingSystems::UpdateFields)),
            search.chain().in_set(SetWork(PathfindingSystems::Search)),
            follow_path.chain().in_set(SetWork(PathfindingSystems::FollowPath)),
        )
            // An observer of the game may remove a resource between two systems of a set.
            .distributive_run_if(has_resources),
    );
    map::add_tile_systems(app, schedule);
}

fn configure_sets(app: &mut App, schedule: InternedScheduleLabel) {
    for set in PathfindingSystems::ALL {
        app.configure_sets(schedule, SetWork(set).in_set(set).run_if(has_resources));
    }
    let [sync_grid, update_fields, search, follow_path] = PathfindingSystems::ALL;
    app.configure_sets(schedule, (sync_grid, update_fields, search, follow_path).chain());
}

/// Whether all public resources and the clock exist. If a game removes one, the systems of the plugin do not run until the
/// resource is back.
fn has_resources(
    time: Option<Res<Time>>,
    nav_grid: Option<Res<NavGrid>>,
    profiles: Option<Res<CostProfiles>>,
    settings: Option<Res<PathfindingSettings>>,
    stats: Option<Res<PathfindingStats>>,
    graph: Option<Res<WaypointGraph>>,
) -> bool {
    let has_answers = nav_grid.is_some() && profiles.is_some() && graph.is_some() && stats.is_some();
    has_answers && settings.is_some() && time.is_some()
}

/// Logs an error if the app has no clock. The plugin then does nothing.
fn look_for_clock(app: &App) {
    if !app.world().contains_resource::<Time>() {
        error!(
            "PathfindingPlugin does nothing: the app has no Time; add TimePlugin, which is in MinimalPlugins"
        );
    }
}

fn add_waypoint_observers(app: &mut App) {
    app.add_observer(waypoints::note_lost_waypoint)
        .add_observer(waypoints::note_lost_links)
        .add_observer(waypoints::note_disabled_waypoint)
        .add_observer(waypoints::note_enabled_waypoint)
        .add_observer(waypoints::note_orphaned_waypoint);
}

fn add_resources(app: &mut App) {
    app.init_resource::<PathfindingSettings>()
        .init_resource::<PathfindingStats>()
        .init_resource::<NavGrid>()
        .init_resource::<CostProfiles>()
        .init_resource::<Footprints<NavObstacle>>()
        .init_resource::<Footprints<DangerSource>>()
        .init_resource::<CrowdDanger>()
        .init_resource::<EventQueue>()
        .init_resource::<StandingDanger>()
        .init_resource::<WaypointGraph>()
        .init_resource::<WaypointSync>()
        .init_resource::<AgentFleet>();
}

/// Registers the public types for reflection, with the types of their fields. The types for tilemaps are registered in `map`.
fn register_types(app: &mut App) {
    app.register_type::<PathRequest>()
        .register_type::<PathResult>()
        .register_type::<PathFollower>()
        .register_type::<CrowdAgent>()
        .register_type::<NavObstacle>()
        .register_type::<DangerSource>()
        .register_type::<NavId>()
        .register_type::<Congestion>()
        .register_type::<NavGrid>()
        .register_type::<CostProfiles>()
        .register_type::<PathfindingSettings>()
        .register_type::<PathfindingStats>()
        .register_type::<SearchTrace>()
        .register_type::<PathFound>()
        .register_type::<PathReplanned>()
        .register_type::<PathFailed>()
        .register_type::<GoalReached>()
        .register_type::<AgentStuck>()
        .register_type::<PathTarget>()
        .register_type::<CellGeometry>()
        .register_type::<ObstacleError>()
        .register_type::<Aversion>()
        .register_type::<CellRect>()
        .register_type::<CostProfile>()
        .register_type::<Grid>()
        .register_type::<Topology>()
        .register_type::<Waypoint>()
        .register_type::<WaypointLinks>()
        .register_type::<WaypointLink>()
        .register_type::<OnWaypoints>()
        .register_type::<WaypointGraph>()
        .register_type::<TracedLink>();
}
