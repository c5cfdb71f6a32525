//! Lets the fleet move agents, and writes their positions.

use super::{
    agent_fleet::{AgentFleet, grounds},
    rows::{Child, Columns, ROWS_PER_LANE, Rows},
    sync::FleetInput,
};
use crate::{
    follower::{CrowdAgent, PathFollower},
    map::NavGrid,
    plane::Plane,
    request::{CostProfiles, EventQueue, FleetAgent, Locator, PathResult},
    settings::PathfindingSettings,
    threads::PoolThreads,
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::{change_detection::ContiguousMut, system::SystemParam};
use bevy::math::Affine3A;
use bevy::prelude::*;
use tilepath::{
    batch::Threads,
    fleet::{CellWalks, WalkScratch},
};

/// The resources that are needed to move agents.
#[derive(SystemParam)]
pub(crate) struct WalkContext<'w> {
    pub(super) nav_grid: Res<'w, NavGrid>,
    pub(super) profiles: Res<'w, CostProfiles>,
    pub(super) graph: Res<'w, WaypointGraph>,
    pub(super) settings: Res<'w, PathfindingSettings>,
}

/// An agent that walks over cells.
type CellWalkerData =
    (&'static FleetAgent, &'static mut PathFollower, &'static mut PathResult, &'static mut Transform);

/// An agent that walks over waypoints.
type WaypointWalker =
    (&'static FleetAgent, &'static mut PathFollower, &'static mut Transform, Option<&'static ChildOf>);

/// Agents that walk over cells on their own.
type OnTheirOwn = (Without<OnWaypoints>, Without<CrowdAgent>);

/// Agents below a parent, except crowd agents.
type ChildWalker = (With<PathFollower>, Without<CrowdAgent>);

/// All agents that walk.
#[derive(SystemParam)]
pub(crate) struct Walkers<'w, 's> {
    free: Query<'w, 's, CellWalkerData, (Without<ChildOf>, OnTheirOwn)>,
    children: Query<'w, 's, CellWalkerData, (With<ChildOf>, OnTheirOwn)>,
    on_waypoints: Query<'w, 's, WaypointWalker, (With<OnWaypoints>, With<PathResult>)>,
}

/// Moves every agent along its path, except crowd agents.
pub(crate) fn walk_agents(
    context: WalkContext,
    mut fleet: ResMut<AgentFleet>,
    mut events: ResMut<EventQueue>,
    children: Query<(Entity, &ChildOf), ChildWalker>,
    mut agents: ParamSet<(Locator, FleetInput, Walkers)>,
) {
    let fleet = &mut *fleet;
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    let grounds = grounds(Some(&context.nav_grid), Some(&context.profiles), Some(&context.graph));
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    fleet.parents.clear();
    let parents = children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?)));
    fleet.parents.extend(parents);
    let plane = context.settings.plane;
    let are_any_on_waypoints = agents.p1().place_on_waypoints(fleet);
    let mut walkers = agents.p2();
    let AgentFleet { fleet: core, scratch, parents, .. } = &mut *fleet;
    core.walk_bodies(&grounds, context.nav_grid.fields(), |walks| {
        walkers.walk(plane, walks, &threads, parents, scratch);
    });
    scratch.iter_mut().for_each(|scratch| core.note_outcomes(scratch));
    core.end_walk();
    if are_any_on_waypoints {
        core.walk_on_waypoints(grounds.graph);
        walkers.write_waypoint_walks(plane, fleet);
    }
    fleet.queue_events(&mut events, &context.graph, &context.nav_grid);
}

impl Walkers<'_, '_> {
    /// Moves all agents on cells. Uses several threads if a table holds many agents.
    fn walk(
        &mut self,
        plane: Plane,
        walks: &CellWalks,
        threads: &PoolThreads,
        parents: &[(Entity, Affine3A)],
        scratch: &mut Vec<WalkScratch>,
    ) {
        let mut used = 0;
        for table in self.free.contiguous_iter_mut().into_iter().flatten() {
            let (ids, followers, mut results, transforms) = table;
            let size = ids.len();
            let count = size.div_ceil(ROWS_PER_LANE);
            if scratch.len() < used + count {
                scratch.resize_with(used + count, WalkScratch::default);
            }
            let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
            let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
            let mut rows = Rows::new(Columns {
                plane,
                ids,
                now: moved.this_run(),
                followers: (followers, arrived.changed_mut()),
                results: results.bypass_change_detection(),
                transforms: (transforms, moved.changed_mut()),
            });
            let lanes = scratch.iter_mut().skip(used).take(count);
            let parts = lanes.map(|lane| (rows.split_off(ROWS_PER_LANE), lane));
            threads.share(size / ROWS_PER_LANE, parts, |(mut rows, lane)| walks.walk(&mut rows, lane));
            used += count;
        }
        scratch.resize_with(scratch.len().max(1), WalkScratch::default);
        let Some(lane) = scratch.first_mut() else { return };
        for &(agent, parent) in parents {
            if let Ok((id, follower, result, transform)) = self.children.get_mut(agent) {
                let mut child = Child::new(plane, parent, (*id, follower, Some(result), transform));
                walks.walk(&mut child, lane);
            }
        }
    }

    /// Writes the positions and the progress of agents on waypoints.
    fn write_waypoint_walks(&mut self, plane: Plane, fleet: &mut AgentFleet) {
        for (id, mut follower, mut transform, child_of) in &mut self.on_waypoints {
            let Some(id) = id.0 else { continue };
            let has_path = fleet.fleet.agent(id).is_some_and(|agent| agent.waypoint_path().is_some());
            let Some(end) = fleet.fleet.position(id).filter(|_| has_path) else { continue };
            let (progress, had_arrived) = (fleet.fleet.progress(id), follower.has_arrived());
            follower.bypass_change_detection().progress = progress;
            if follower.has_arrived() != had_arrived {
                follower.set_changed();
            }
            if child_of.is_none() && end != plane.flat(transform.translation) {
                transform.translation = plane.lift(end, plane.height(transform.translation));
            }
        }
        for &(entity, parent) in &fleet.parents {
            let Ok((id, _, mut transform, _)) = self.on_waypoints.get_mut(entity) else { continue };
            let Some(id) = id.0 else { continue };
            let Some(end) = fleet.fleet.position(id) else { continue };
            if let Some(at) = put_child(plane, &mut transform, parent, end) {
                fleet.fleet.confirm_position(id, at);
            }
        }
    }
}

/// Moves an entity with a parent to a position in the plane. If it has moved, returns its position in the plane after rounding.
pub(super) fn put_child(
    plane: Plane,
    transform: &mut Mut<Transform>,
    parent: Affine3A,
    end: Vec2,
) -> Option<Vec2> {
    let world = parent.transform_point3(transform.translation);
    if plane.flat(world) == end {
        return None;
    }
    let local = parent.inverse().transform_point3(plane.lift(end, plane.height(world)));
    if !local.is_finite() {
        return None;
    }
    transform.translation = local;
    Some(plane.flat(parent.transform_point3(local)))
}
