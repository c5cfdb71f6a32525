//! Lets the fleet move agents, and writes where they are.

use super::{
    agent_fleet::{AgentFleet, grounds},
    rows::{Child, Columns, ROWS_PER_LANE, Rows, note_start},
    sync::FleetInput,
};
use crate::{
    follower::{CrowdAgent, PathFollower, PathSteering},
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
    fleet::{
        AgentId,
        engine::{CellWalks, CrowdWalks, GameBodies, WalkScratch},
    },
};

/// The resources that are needed to move agents.
#[derive(SystemParam)]
pub(crate) struct WalkContext<'w> {
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    graph: Res<'w, WaypointGraph>,
    settings: Res<'w, PathfindingSettings>,
}

/// An agent that walks over cells on its own.
type Walker =
    (&'static FleetAgent, &'static mut PathFollower, &'static mut PathResult, &'static mut Transform);

/// An agent that walks in a crowd, with or without a request.
type CrowdWalker =
    (&'static FleetAgent, &'static mut PathFollower, Option<&'static mut PathResult>, &'static mut Transform);

/// An agent that walks over waypoints.
type WaypointWalker =
    (Entity, &'static FleetAgent, &'static mut PathFollower, &'static mut Transform, Has<ChildOf>);

/// Agents on cells that the plugin moves.
type OnCells = (Without<OnWaypoints>, Without<PathSteering>);

/// Agents on waypoints that the plugin moves.
type OnGraph = (With<OnWaypoints>, With<PathResult>, Without<PathSteering>);

/// All agents that the plugin moves. The transforms of children are relative to their parents.
#[derive(SystemParam)]
pub(crate) struct Walkers<'w, 's> {
    free: Query<'w, 's, Walker, (OnCells, Without<CrowdAgent>, Without<ChildOf>)>,
    children: Query<'w, 's, Walker, (OnCells, Without<CrowdAgent>, With<ChildOf>)>,
    crowd: Query<'w, 's, CrowdWalker, (OnCells, With<CrowdAgent>, Without<ChildOf>)>,
    crowd_children: Query<'w, 's, CrowdWalker, (OnCells, With<CrowdAgent>, With<ChildOf>)>,
    on_waypoints: Query<'w, 's, WaypointWalker, OnGraph>,
}

/// The layers of crowd agents.
#[derive(SystemParam)]
pub(crate) struct Layers<'w, 's> {
    changed: Query<'w, 's, (&'static FleetAgent, &'static CrowdAgent), Changed<CrowdAgent>>,
    all: Query<'w, 's, (&'static FleetAgent, &'static CrowdAgent)>,
}

impl Layers<'_, '_> {
    /// Gives the layers of crowd agents to the fleet, in the order of ids: the order of a query depends on what else is in the app.
    fn give(&self, fleet: &mut AgentFleet) {
        let layer_of = |(id, crowd): (&FleetAgent, &CrowdAgent)| Some((id.0?, crowd.layer));
        let mut changed: Vec<(AgentId, u8)> = match core::mem::take(&mut fleet.compares_crowds) {
            true => self.all.iter().filter_map(layer_of).collect(),
            false => self.changed.iter().filter_map(layer_of).collect(),
        };
        changed.sort_unstable();
        for (id, layer) in changed {
            fleet.fleet.set_crowd(id, Some(layer));
        }
    }
}

/// Moves every agent along its path.
pub(crate) fn walk_agents(
    context: WalkContext,
    mut fleet: ResMut<AgentFleet>,
    mut events: ResMut<EventQueue>,
    layers: Layers,
    children: Query<(Entity, &ChildOf), With<PathFollower>>,
    mut agents: ParamSet<(Locator, FleetInput, Walkers)>,
) {
    let fleet = &mut *fleet;
    let Some(answered) = fleet.answered.take() else { return };
    fleet.take_crowd_rules(&context.settings.crowd);
    layers.give(fleet);
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    fleet.parents.clear();
    let parents = children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?)));
    fleet.parents.extend(parents);
    fleet.parents.sort_unstable_by_key(|&(agent, _)| agent);
    agents.p1().place_on_waypoints(fleet);
    let mut walkers = agents.p2();
    let grounds = grounds(Some(&context.nav_grid), Some(&context.profiles), Some(&context.graph));
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    let AgentFleet { fleet: core, scratch, parents, .. } = &mut *fleet;
    let plane = context.settings.plane;
    let mut bodies = WalkingBodies { plane, walkers: &mut walkers, threads, parents };
    core.walk_bodies(answered, &grounds, context.nav_grid.fields(), &mut bodies, scratch);
    walkers.write_crowds(plane, fleet);
    walkers.write_waypoint_walks(plane, fleet);
    fleet.queue_events(&mut events, &context.graph, &context.nav_grid);
}

/// The bodies of all agents on cells.
struct WalkingBodies<'a, 'w, 's> {
    plane: Plane,
    walkers: &'a mut Walkers<'w, 's>,
    threads: PoolThreads<'a>,
    /// The agents with a parent, and the transform of the parent.
    parents: &'a [(Entity, Affine3A)],
}

impl GameBodies for WalkingBodies<'_, '_, '_> {
    /// Uses several threads if a table holds many agents.
    fn walk_alone(&mut self, walks: &CellWalks, scratch: &mut Vec<WalkScratch>) {
        let mut used = 0;
        for table in self.walkers.free.contiguous_iter_mut().into_iter().flatten() {
            let (ids, followers, mut results, transforms) = table;
            let size = ids.len();
            let count = size.div_ceil(ROWS_PER_LANE);
            if scratch.len() < used + count {
                scratch.resize_with(used + count, WalkScratch::default);
            }
            let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
            let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
            let mut rows = Rows::new(Columns {
                plane: self.plane,
                ids,
                now: moved.this_run(),
                followers: (followers, arrived.changed_mut()),
                results: results.bypass_change_detection(),
                transforms: (transforms, moved.changed_mut()),
            });
            let lanes = scratch.iter_mut().skip(used).take(count);
            let parts = lanes.map(|lane| (rows.split_off(ROWS_PER_LANE), lane));
            self.threads.share(size / ROWS_PER_LANE, parts, |(mut rows, lane)| walks.walk(&mut rows, lane));
            used += count;
        }
        scratch.resize_with(scratch.len().max(1), WalkScratch::default);
        let Some(lane) = scratch.first_mut() else { return };
        for &(agent, parent) in self.parents {
            if let Ok((id, follower, result, transform)) = self.walkers.children.get_mut(agent) {
                let mut child = Child::new(self.plane, parent, (*id, follower, Some(result), transform));
                walks.walk(&mut child, lane);
            }
        }
    }

    fn walk_in_crowds(&mut self, walks: &mut CrowdWalks) {
        let Walkers { crowd, crowd_children, .. } = &mut *self.walkers;
        for (ids, followers, results, transforms) in crowd.contiguous_iter_mut().into_iter().flatten() {
            let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
            let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
            let mut results = results;
            walks.walk(&mut Rows::new(Columns {
                plane: self.plane,
                ids,
                now: moved.this_run(),
                followers: (followers, arrived.changed_mut()),
                results: results.as_mut().map_or(&mut [], ContiguousMut::bypass_change_detection),
                transforms: (transforms, moved.changed_mut()),
            }));
        }
        for &(agent, parent) in self.parents {
            if let Ok((id, follower, result, transform)) = crowd_children.get_mut(agent) {
                walks.walk(&mut Child::new(self.plane, parent, (*id, follower, result, transform)));
            }
        }
    }
}

impl Walkers<'_, '_> {
    /// Writes what crowds changed about their agents.
    fn write_crowds(&mut self, plane: Plane, fleet: &mut AgentFleet) {
        for nth in 0..fleet.fleet.crowd_moves().len() {
            let Some(&walked) = fleet.fleet.crowd_moves().get(nth) else { return };
            let Some(entity) = fleet.entity(walked.agent) else { continue };
            let free = self.crowd.get_mut(entity).map(|agent| (agent, false));
            let agent = free.or_else(|_| self.crowd_children.get_mut(entity).map(|agent| (agent, true)));
            let Ok(((_, mut follower, result, mut transform), is_child)) = agent else { continue };
            PathFollower::note_progress(&mut follower, walked.progress);
            if let Some(mut result) = result {
                note_start(result.bypass_change_detection(), walked.start);
            }
            let parent = is_child.then_some(entity);
            fleet.put(plane, walked.agent, &mut transform, (walked.place, parent));
        }
    }

    /// Writes the positions and the progress of agents on waypoints.
    fn write_waypoint_walks(&mut self, plane: Plane, fleet: &mut AgentFleet) {
        for (entity, id, mut follower, mut transform, is_child) in &mut self.on_waypoints {
            let Some(id) = id.0 else { continue };
            let has_path = fleet.fleet.agent(id).is_some_and(|agent| agent.waypoint_path().is_some());
            let Some(end) = fleet.fleet.position(id).filter(|_| has_path) else { continue };
            PathFollower::note_progress(&mut follower, fleet.fleet.progress(id));
            fleet.put(plane, id, &mut transform, (end, is_child.then_some(entity)));
        }
    }
}

impl AgentFleet {
    /// Moves the body of an agent to a place. `child` is its entity if its transform is relative to a parent.
    fn put(
        &mut self,
        plane: Plane,
        agent: AgentId,
        transform: &mut Mut<Transform>,
        (end, child): (Vec2, Option<Entity>),
    ) {
        let Some(child) = child else {
            if end != plane.flat(transform.translation) {
                transform.translation = plane.lift(end, plane.height(transform.translation));
            }
            return;
        };
        let Ok(nth) = self.parents.binary_search_by_key(&child, |&(child, _)| child) else { return };
        let Some(&(_, parent)) = self.parents.get(nth) else { return };
        if let Some(at) = put_child(plane, transform, parent, end) {
            // The agent's position in the world after rounding.
            self.fleet.confirm_position(agent, at);
        }
    }
}

/// Moves an entity with a parent to a position in the plane. If it has moved, returns its position in the plane after rounding.
fn put_child(plane: Plane, transform: &mut Mut<Transform>, parent: Affine3A, end: Vec2) -> Option<Vec2> {
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
