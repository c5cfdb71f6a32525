//! Tells the fleet what games have done to its agents: moved them, or made them faster or slower.

use super::agent_fleet::AgentFleet;
use crate::{
    follower::{CrowdAgent, PathFollower},
    request::{FleetAgent, Locator},
    threads::PoolThreads,
};
use bevy::ecs::{
    change_detection::{ContiguousRef, Tick},
    query::QueryData,
    system::SystemParam,
};
use bevy::prelude::*;
use core::ops::Range;
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
type WalkingAgent = (&'static FleetAgent, Ref<'static, PathFollower>, &'static Transform);

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
    free: Query<'w, 's, WalkingAgent, (Without<ChildOf>, Without<CrowdAgent>)>,
    children: Query<'w, 's, WalkingChild, Without<CrowdAgent>>,
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
            let written = Written::of(&followers);
            let rows = (0..ids.len()).step_by(ROWS_PER_LANE).zip(&mut lanes[used..used + count]);
            threads.share(ids.len() / ROWS_PER_LANE, rows, |(first, lane)| {
                let rows = first..(first + ROWS_PER_LANE).min(ids.len());
                lane.read(columns, (ids, &followers, transforms), &written, rows);
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

/// When the follower of each row of a table was written last. What the plugin wrote in its last run is not newer than that run.
struct Written<'a> {
    followers: &'a [Tick],
    last_run: Tick,
    this_run: Tick,
}

impl<'a> Written<'a> {
    fn of(followers: &ContiguousRef<'a, PathFollower>) -> Self {
        Self {
            followers: followers.changed_ticks_slice(),
            last_run: followers.last_run_tick(),
            this_run: followers.this_run_tick(),
        }
    }

    fn is_new(&self, row: usize) -> bool {
        self.followers[row].is_newer_than(self.last_run, self.this_run)
    }
}

impl InputLane {
    fn read(
        &mut self,
        columns: WalkColumns,
        (ids, followers, transforms): (&[FleetAgent], &[PathFollower], &[Transform]),
        written: &Written,
        rows: Range<usize>,
    ) {
        let columns_of = ids[rows.clone()].iter().zip(&transforms[rows.clone()]);
        let columns_of = columns_of.zip(&written.followers[rows.clone()]);
        for (nth, ((id, transform), &tick)) in columns_of.enumerate() {
            let Some(id) = id.0 else { continue };
            let (at, place) = (transform.translation, columns.places[id.index()]);
            let is_there = at.x == place.x && at.y == place.y;
            if !is_there || tick != written.last_run && written.is_new(rows.start + nth) {
                self.note(columns, id, &followers[rows.start + nth], at.truncate());
            }
        }
    }

    #[inline]
    fn note(&mut self, columns: WalkColumns, id: AgentId, follower: &PathFollower, at: Vec2) {
        let index = id.index();
        if columns.places[index] != at {
            self.moved.push((id, at));
        }
        let (pace, progress) = (follower.pace(), columns.progress[index]);
        let has_other_pace = !columns.paces[index].is_some_and(|known| known.is_same(pace));
        if has_other_pace || follower.progress != progress {
            self.changed.push((id, pace, follower.progress != progress));
        }
    }
}
