//! Lets the fleet move its agents, and writes where they are.

use super::{
    agent_fleet::{AgentFleet, grounds},
    input::{ROWS_PER_LANE, WalkInput},
};
use crate::{
    follower::{CrowdAgent, PathFollower},
    map::NavGrid,
    request::{CostProfiles, EventQueue, FleetAgent, FoundPath, PathResult},
    settings::PathfindingSettings,
    threads::PoolThreads,
    waypoints::WaypointGraph,
};
use bevy::ecs::{
    change_detection::{ContiguousMut, Tick},
    system::SystemParam,
};
use bevy::math::Affine3A;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{
    batch::Threads,
    fleet::{AgentId, WalkColumns},
};

/// What agents walk by.
#[derive(SystemParam)]
pub(crate) struct WalkContext<'w> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    graph: Res<'w, WaypointGraph>,
    settings: Res<'w, PathfindingSettings>,
}

/// What is written of an agent.
type WalkedAgent =
    (&'static FleetAgent, &'static mut PathFollower, Option<&'static mut PathResult>, &'static mut Transform);

/// All agents that walk.
#[derive(SystemParam)]
pub(crate) struct WalkOutput<'w, 's> {
    free: Query<'w, 's, WalkedAgent, (Without<ChildOf>, Without<CrowdAgent>)>,
    children: Query<'w, 's, WalkedAgent, (With<ChildOf>, Without<CrowdAgent>)>,
}

/// Moves every agent along its path, except crowd agents.
pub(crate) fn walk_agents(
    context: WalkContext,
    mut fleet: ResMut<AgentFleet>,
    mut events: ResMut<EventQueue>,
    mut agents: ParamSet<(WalkInput, WalkOutput)>,
) {
    let fleet = &mut *fleet;
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    agents.p0().read(fleet, &threads);
    let grounds = grounds(Some(&context.nav_grid), Some(&context.profiles), Some(&context.graph));
    let time = context.time.delta();
    fleet.fleet.walk_on_tiles(time, &grounds, context.nav_grid.fields(), &threads);
    fleet.fleet.walk_on_waypoints(time, grounds.graph);
    fleet.queue_events(&mut events, &context.graph);
    agents.p1().write(fleet, &threads);
    fleet.fleet.forget_steps();
}

impl WalkOutput<'_, '_> {
    /// Writes where agents are, and how far they have come.
    fn write(&mut self, fleet: &mut AgentFleet, threads: &PoolThreads) {
        let columns = fleet.fleet.columns();
        for (ids, followers, results, transforms) in self.free.contiguous_iter_mut().into_iter().flatten() {
            let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
            let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
            let now = moved.this_run();
            let mut results = results;
            let results = results.as_mut().map(|results| results.bypass_change_detection());
            let mut results = results.map(|results| results.chunks_mut(ROWS_PER_LANE));
            let rows = ids.chunks(ROWS_PER_LANE).zip(followers.chunks_mut(ROWS_PER_LANE));
            let rows = rows.zip(transforms.chunks_mut(ROWS_PER_LANE));
            let rows = rows.zip(moved.changed_mut().chunks_mut(ROWS_PER_LANE));
            let rows = rows.zip(arrived.changed_mut().chunks_mut(ROWS_PER_LANE));
            let rows = rows.map(|((((ids, followers), transforms), moved), arrived)| Rows {
                ids,
                followers,
                results: results.as_mut().and_then(Iterator::next),
                transforms,
                moved,
                arrived,
                now,
            });
            threads.share(ids.len() / ROWS_PER_LANE, rows, |rows| rows.write(columns));
        }
        for nth in 0..fleet.parents.len() {
            let (entity, parent) = fleet.parents[nth];
            if let Ok(child) = self.children.get_mut(entity) {
                write_child(fleet, parent, child);
            }
        }
    }
}

/// Agents that are side by side in memory.
struct Rows<'w> {
    ids: &'w [FleetAgent],
    followers: &'w mut [PathFollower],
    results: Option<&'w mut [PathResult]>,
    transforms: &'w mut [Transform],
    /// When each transform and each follower changed last, and what to write there.
    moved: &'w mut [Tick],
    arrived: &'w mut [Tick],
    now: Tick,
}

impl Rows<'_> {
    fn write(mut self, columns: WalkColumns) {
        let rows = self.ids.iter().zip(&mut *self.transforms).zip(&mut *self.moved).enumerate();
        let mut stepped = SmallVec::<[u32; 1024]>::new();
        for (row, ((id, transform), moved)) in rows {
            let Some(index) = id.0.map(AgentId::index) else { continue };
            let (place, translation) = (columns.places[index], &mut transform.translation);
            // NaN stands for no place.
            if (place.x != translation.x || place.y != translation.y) && !place.is_nan() {
                (translation.x, translation.y) = place.into();
                *moved = self.now;
            }
            if columns.has_stepped[index] {
                stepped.push(row as u32);
            }
        }
        stepped.into_iter().for_each(|row| self.write_step(columns, row as usize));
    }

    /// Writes how far an agent has come.
    fn write_step(&mut self, columns: WalkColumns, row: usize) {
        let Some(id) = self.ids[row].0 else { return };
        let follower = &mut self.followers[row];
        let had_arrived = follower.has_arrived();
        follower.progress = columns.progress[id.index()];
        if follower.has_arrived() != had_arrived {
            self.arrived[row] = self.now;
        }
        if let (Some(results), Some(start)) = (&mut self.results, columns.path_start(id))
            && let FoundPath::Shared(path) = &mut results[row].path
        {
            path.shared.start = start;
        }
    }
}

/// Writes where an agent is whose transform is relative to a parent.
fn write_child(
    fleet: &mut AgentFleet,
    parent: Affine3A,
    (id, mut follower, result, mut transform): (
        &FleetAgent,
        Mut<PathFollower>,
        Option<Mut<PathResult>>,
        Mut<Transform>,
    ),
) {
    let Some(id) = id.0 else { return };
    let columns = fleet.fleet.columns();
    let (progress, end) = (columns.progress[id.index()], columns.places[id.index()]);
    if columns.has_stepped[id.index()] {
        let had_arrived = follower.has_arrived();
        follower.bypass_change_detection().progress = progress;
        if follower.has_arrived() != had_arrived {
            follower.set_changed();
        }
        if let (Some(mut result), Some(start)) = (result, columns.path_start(id))
            && let FoundPath::Shared(path) = &mut result.bypass_change_detection().path
        {
            path.shared.start = start;
        }
    }
    let world = parent.transform_point3(transform.translation);
    if end == world.truncate() || end.is_nan() {
        return;
    }
    let local = parent.inverse().transform_point3(end.extend(world.z));
    if local.is_finite() {
        transform.translation = local;
        // Where the agent is in the world after rounding.
        fleet.fleet.confirm_position(id, parent.transform_point3(local).truncate());
    }
}
