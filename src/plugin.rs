//! The plugin: the frame as one table.

use crate::{
    congestion::{self, Congestion, CrowdedPatches, StandingAgents},
    fleet::{self, AgentFleet, SearchTrace, TracedLink},
    follower::{self, CrowdAgent, PathFollower, PathSteering},
    local::{self, LocalSearches},
    map::{self, DangerSource, EdgeWall, Footprints, NavGrid, NavLink, NavObstacle, ObstacleError},
    nav_id::{LastNavId, NavId, number_old_entities},
    plane::Plane,
    request::{
        self, AgentStuck, CostProfiles, EventQueue, FleetAgent, GoalEntered, GoalReached, LinkEntered,
        LinkFinished, LocalPathRequest, LocalPathResult, ObstacleAhead, PathFailed, PathFound, PathReplanned,
        PathRequest, PathResult, PathTarget,
    },
    rollback::{self, Part, Parts, add_observers},
    settings::PathfindingSettings,
    stats::PathfindingStats,
    systems::{PathfindingSchedule, PathfindingSystems, SetWork},
    waypoints::{self, OnWaypoints, Waypoint, WaypointGraph, WaypointLink, WaypointLinks, WaypointSync},
};
use bevy::ecs::schedule::{InternedScheduleLabel, InternedSystemSet, ScheduleLabel, SystemSet};
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
        PathfindingInSchedule { schedule: schedule.intern(), restored_in: None }
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
pub struct PathfindingInSchedule {
    schedule: InternedScheduleLabel,
    /// Where earlier states come back, if at all.
    restored_in: Option<(InternedScheduleLabel, InternedSystemSet)>,
}

impl PathfindingInSchedule {
    /// The same plugin, for a game with rollback. Adds the resource [`PathfindingState`](crate::PathfindingState), which you
    /// register with your rollback library.
    ///
    /// If the library has put an older `PathfindingState` back, the plugin goes back to that state in this set of this schedule. The
    /// set must run in every frame before the schedule of the plugin, and after the library has restored its resources and components.
    #[must_use]
    pub fn restored_in(mut self, schedule: impl ScheduleLabel, set: impl SystemSet) -> Self {
        self.restored_in = Some((schedule.intern(), set.intern()));
        self
    }
}

impl Plugin for PathfindingInSchedule {
    fn build(&self, app: &mut App) {
        if let Some((schedule, set)) = self.restored_in {
            rollback::add_state(app);
            app.add_systems(schedule, (rollback::keep_state, fleet::take_strangers).chain().in_set(set));
        }
        build(app, self.schedule);
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
    map::observe_footprints::<NavObstacle>(app);
    map::observe_footprints::<DangerSource>(app);
    map::observe_footprints::<NavLink>(app);
    map::observe_footprints::<EdgeWall>(app);
    add_observers!(app:
        map::apply_settings_to_new_grid,
        fleet::take_follower,
        fleet::stop_follower,
        fleet::leave_crowd,
        fleet::take_steering,
        fleet::stop_steering,
        fleet::take_request,
        fleet::number_targets,
        fleet::cancel_request,
        fleet::note_lost_parent,
        fleet::note_disabled_agent,
        fleet::take_enabled_agent,
        fleet::enter_waypoints,
        fleet::leave_waypoints,
        local::forget_answer,
    );
    number_old_entities(app.world_mut());
    fleet::take_old_agents(app.world_mut());
    add_waypoint_observers(app);
    let sync_grid = (
        map::apply_settings,
        map::sync_footprints::<NavObstacle>,
        map::sync_footprints::<DangerSource>,
        map::sync_footprints::<NavLink>,
        map::sync_footprints::<EdgeWall>,
        congestion::spread_congestion,
        fleet::price_standing,
        fleet::note_own_obstacles,
        fleet::pause_agents,
        waypoints::sync_waypoints,
    );
    let search = (fleet::restore_components, fleet::answer_requests, local::answer_locally);
    let follow_path = (
        follower::warn_of_speeds,
        fleet::refuse_obstacles,
        fleet::place_steered,
        fleet::walk_agents,
        fleet::write_steering,
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
    app.world_mut().get_resource_or_init::<Parts>().0.extend(RESOURCES);
    map::add_tile_systems(app, schedule);
    // Components go back last: resources say which entities they belong to.
    app.world_mut().get_resource_or_init::<Parts>().0.extend(COMPONENTS);
}

/// The resources of a snapshot, without those of tilemaps, which their modules add.
const RESOURCES: [Part; 13] = [
    rollback::resource::<NavGrid>(),
    rollback::resource::<AgentFleet>(),
    rollback::resource::<WaypointGraph>(),
    rollback::resource::<WaypointSync>(),
    rollback::resource::<Footprints<NavObstacle>>(),
    rollback::resource::<Footprints<DangerSource>>(),
    rollback::resource::<Footprints<NavLink>>(),
    rollback::resource::<Footprints<EdgeWall>>(),
    rollback::resource::<CrowdedPatches>(),
    rollback::resource::<StandingAgents>(),
    rollback::resource::<EventQueue>(),
    rollback::resource::<PathfindingStats>(),
    rollback::resource::<LastNavId>(),
];

/// The components of a snapshot.
const COMPONENTS: [Part; 13] = [
    rollback::component::<NavObstacle>(),
    rollback::component::<DangerSource>(),
    rollback::component::<NavLink>(),
    rollback::component::<EdgeWall>(),
    rollback::component::<Waypoint>(),
    rollback::component::<WaypointLinks>(),
    rollback::component::<OnWaypoints>(),
    rollback::component::<CrowdAgent>(),
    rollback::component::<PathRequest>(),
    rollback::component::<PathResult>(),
    rollback::component::<PathFollower>(),
    rollback::component::<PathSteering>(),
    rollback::component::<FleetAgent>(),
];

fn configure_sets(app: &mut App, schedule: InternedScheduleLabel) {
    for set in PathfindingSystems::ALL {
        app.configure_sets(schedule, SetWork(set).in_set(set).run_if(has_resources));
    }
    let [sync_grid, update_fields, search, follow_path] = PathfindingSystems::ALL;
    app.configure_sets(schedule, (sync_grid, update_fields, search, follow_path).chain());
    // In `PostUpdate`, what is drawn of agents is where they have walked in this frame.
    app.configure_sets(schedule, follow_path.before(TransformSystems::Propagate));
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
    add_observers!(app:
        waypoints::keep_graph,
        waypoints::note_lost_waypoint,
        waypoints::note_lost_links,
        waypoints::note_disabled_waypoint,
        waypoints::note_enabled_waypoint,
        waypoints::note_orphaned_waypoint,
        waypoints::note_displaced_waypoint,
    );
}

fn add_resources(app: &mut App) {
    app.init_resource::<PathfindingSettings>()
        .init_resource::<PathfindingStats>()
        .init_resource::<NavGrid>()
        .init_resource::<CostProfiles>()
        .init_resource::<Footprints<NavObstacle>>()
        .init_resource::<Footprints<DangerSource>>()
        .init_resource::<Footprints<NavLink>>()
        .init_resource::<Footprints<EdgeWall>>()
        .init_resource::<CrowdedPatches>()
        .init_resource::<EventQueue>()
        .init_resource::<StandingAgents>()
        .init_resource::<WaypointGraph>()
        .init_resource::<WaypointSync>()
        .init_resource::<AgentFleet>()
        .init_resource::<LocalSearches>();
}

/// Registers the public types for reflection, with the types of their fields. The types for tilemaps are registered in `map`.
fn register_types(app: &mut App) {
    app.register_type::<PathRequest>()
        .register_type::<PathResult>()
        .register_type::<LocalPathRequest>()
        .register_type::<LocalPathResult>()
        .register_type::<PathFollower>()
        .register_type::<CrowdAgent>()
        .register_type::<PathSteering>()
        .register_type::<NavObstacle>()
        .register_type::<DangerSource>()
        .register_type::<NavLink>()
        .register_type::<EdgeWall>()
        .register_type::<NavId>()
        .register_type::<Congestion>()
        .register_type::<NavGrid>()
        .register_type::<CostProfiles>()
        .register_type::<PathfindingSettings>()
        .register_type::<Plane>()
        .register_type::<PathfindingStats>()
        .register_type::<SearchTrace>()
        .register_type::<PathFound>()
        .register_type::<PathReplanned>()
        .register_type::<PathFailed>()
        .register_type::<GoalReached>()
        .register_type::<GoalEntered>()
        .register_type::<AgentStuck>()
        .register_type::<ObstacleAhead>()
        .register_type::<LinkEntered>()
        .register_type::<LinkFinished>()
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
