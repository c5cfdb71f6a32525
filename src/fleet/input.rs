//! Tells the fleet what games have done to its agents: moved them, or made them faster or slower.

use super::agent_fleet::AgentFleet;
use crate::{
    follower::PathFollower,
    request::{FleetAgent, Locator},
    threads::PoolThreads,
};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::{
    batch::Threads,
    fleet::{AgentId, Pace, WalkColumns},
};

/// The number of agents that a thread looks at before it takes the next ones.
pub(super) const ROWS_PER_LANE: usize = 8192;

/// What was found out about one part of the agents.
#[derive(Default, Debug)]
pub(super) struct InputLane {
    moved: Vec<(AgentId, Vec2)>,
    /// Agents with another pace, and agents whose progress differs: somebody has replaced the component, or their walk begins again.
    changed: Vec<(AgentId, Pace, bool)>,
}

/// An agent that walks.
type WalkingAgent = (&'static FleetAgent, &'static PathFollower, &'static Transform);

/// An agent that walks and whose transform is relative to a parent.
#[derive(QueryData)]
pub(super) struct WalkingChild {
    entity: Entity,
    id: &'static FleetAgent,
    follower: &'static PathFollower,
    transform: &'static Transform,
    parent: &'static ChildOf,
}

/// The components of agents that walk.
#[derive(SystemParam)]
pub(crate) struct WalkInput<'w, 's> {
    free: Query<'w, 's, WalkingAgent, Without<ChildOf>>,
    children: Query<'w, 's, WalkingChild>,
    locator: Locator<'w, 's>,
}

impl WalkInput<'_, '_> {
    /// Tells the fleet where agents are and how they walk, as far as that is not as the fleet left it.
    pub(super) fn read(&self, fleet: &mut AgentFleet, threads: &PoolThreads) {
        let AgentFleet { fleet, lanes, parents, .. } = fleet;
        let columns = fleet.columns();
        let mut used = 0;
        for (ids, followers, transforms) in self.free.contiguous_iter().into_iter().flatten() {
            let count = ids.len().div_ceil(ROWS_PER_LANE);
            if lanes.len() < used + count {
                lanes.resize_with(used + count, InputLane::default);
            }
            let rows = ids.chunks(ROWS_PER_LANE).zip(followers.chunks(ROWS_PER_LANE));
            let rows = rows.zip(transforms.chunks(ROWS_PER_LANE)).zip(&mut lanes[used..used + count]);
            threads.share(ids.len() / ROWS_PER_LANE, rows, |(((ids, followers), transforms), lane)| {
                lane.read(columns, (ids, followers, transforms));
            });
            used += count;
        }
        parents.clear();
        for child in &self.children {
            let Some(id) = child.id.0 else { continue };
            let Some(parent) = self.locator.global(child.parent.parent()) else { continue };
            let parent = parent.affine();
            parents.push((child.entity, parent));
            if lanes.is_empty() {
                lanes.push(InputLane::default());
            }
            let at = parent.transform_point3(child.transform.translation).truncate();
            lanes[0].note(columns, id, child.follower, at);
        }
        for lane in lanes {
            for (agent, at) in lane.moved.drain(..) {
                fleet.set_position(agent, Some(at));
            }
            for (agent, pace, begins_again) in lane.changed.drain(..) {
                fleet.set_pace(agent, Some(pace));
                if begins_again {
                    fleet.restart_walk(agent);
                }
            }
        }
    }
}

impl InputLane {
    fn read(
        &mut self,
        columns: WalkColumns,
        (ids, followers, transforms): (&[FleetAgent], &[PathFollower], &[Transform]),
    ) {
        for ((id, follower), transform) in ids.iter().zip(followers).zip(transforms) {
            if let Some(id) = id.0 {
                self.note(columns, id, follower, transform.translation.truncate());
            }
        }
    }

    #[inline]
    fn note(&mut self, columns: WalkColumns, id: AgentId, follower: &PathFollower, at: Vec2) {
        let index = id.index();
        let place = columns.places[index];
        let bits = |at: Vec2| at.to_array().map(f32::to_bits);
        if place.map(bits) != Some(bits(at)) {
            self.moved.push((id, at));
        }
        let (pace, progress) = (follower.pace(), columns.progress[index]);
        let has_other_pace = !columns.paces[index].is_some_and(|known| known.is_same(pace));
        if has_other_pace || follower.progress != progress {
            self.changed.push((id, pace, follower.progress != progress));
        }
    }
}
