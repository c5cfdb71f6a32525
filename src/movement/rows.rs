//! Agents as they are stored in a table, moved side by side on several threads.

use super::request::{Walked, note_start};
use crate::{
    follower::{PathFollower, Step},
    request::{CostProfiles, OnField, OwnObstacles, PathRequest, PathResult},
    threads::PoolThreads,
};
use bevy::ecs::change_detection::{ContiguousMut, Tick};
use bevy::prelude::*;
use std::sync::{Mutex, PoisonError};
use tilepath::{
    batch::Threads,
    fleet::{CellWalker, NextCell, WalkGround, WalkOutcome},
};

/// The scratch of one part of a table: [`ROWS_PER_LANE`] agents.
#[derive(Default)]
pub(crate) struct Lane {
    /// The agents that do not simply walk on in the middle of a step, by their row.
    special: Vec<(u32, NextCell)>,
    pub(super) outcomes: Vec<(Entity, WalkOutcome)>,
}

/// The number of agents that a thread moves before it takes the next ones. A thread that starts late takes fewer lanes.
const ROWS_PER_LANE: usize = 8192;

/// The number of agents that are moved before the special ones among them are looked at.
const ROWS_PER_BLOCK: usize = 1024;

/// Agents that are side by side in memory.
struct Rows<'w> {
    entities: &'w [Entity],
    on_field: Option<&'w [OnField]>,
    own: Option<&'w [OwnObstacles]>,
    steps: &'w mut [Step],
    followers: &'w mut [PathFollower],
    requests: &'w [PathRequest],
    results: &'w mut [PathResult],
    transforms: &'w mut [Transform],
    /// When each transform and each follower changed last, and what to write there.
    moved: &'w mut [Tick],
    arrived: &'w mut [Tick],
    now: Tick,
}

/// The columns of a table of agents.
pub(super) type WalkTable<'w> = (
    &'w [Entity],
    Option<&'w [OnField]>,
    Option<&'w [OwnObstacles]>,
    ContiguousMut<'w, Step>,
    ContiguousMut<'w, PathFollower>,
    &'w [PathRequest],
    ContiguousMut<'w, PathResult>,
    ContiguousMut<'w, Transform>,
);

/// Moves all agents of a table, on several threads if the table is large enough. Returns the lanes that were used: their outcomes, one
/// lane after the other, are in the order of the rows on any number of threads.
pub(super) fn walk_table<'l>(
    (ground, profiles): (&WalkGround, &CostProfiles),
    threads: &PoolThreads,
    table: WalkTable,
    lanes: &'l mut Vec<Lane>,
) -> &'l mut [Lane] {
    let (entities, on_field, own, mut steps, followers, requests, mut results, transforms) = table;
    let (transforms, mut moved) = ContiguousMut::bypass_change_detection_split(transforms);
    let (followers, mut arrived) = ContiguousMut::bypass_change_detection_split(followers);
    let mut rows = Rows {
        entities,
        on_field,
        own,
        steps: steps.bypass_change_detection(),
        followers,
        requests,
        results: results.bypass_change_detection(),
        transforms,
        now: moved.this_run(),
        moved: moved.changed_mut(),
        arrived: arrived.changed_mut(),
    };
    let count = entities.len().div_ceil(ROWS_PER_LANE);
    if lanes.len() < count {
        lanes.resize_with(count, default);
    }
    let parts = lanes[..count].iter_mut().map(|lane| (rows.split_off(ROWS_PER_LANE), lane));
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let workers = (entities.len() / ROWS_PER_LANE).clamp(1, threads.count().max(1));
    threads.for_each(0..workers, |_| {
        while let Some((rows, lane)) = next() {
            rows.walk(ground, profiles, lane);
        }
    });
    &mut lanes[..count]
}

impl Rows<'_> {
    /// Takes off the first rows.
    fn split_off(&mut self, count: usize) -> Self {
        fn front<'a, T>(rows: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            let count = count.min(rows.len());
            rows.split_off_mut(..count).unwrap_or_default()
        }
        fn front_of<'a, T>(rows: &mut &'a [T], count: usize) -> &'a [T] {
            let (front, rest) = rows.split_at(count.min(rows.len()));
            *rows = rest;
            front
        }
        Self {
            entities: front_of(&mut self.entities, count),
            on_field: self.on_field.as_mut().map(|on_field| front_of(on_field, count)),
            own: self.own.as_mut().map(|own| front_of(own, count)),
            steps: front(&mut self.steps, count),
            followers: front(&mut self.followers, count),
            requests: front_of(&mut self.requests, count),
            results: front(&mut self.results, count),
            transforms: front(&mut self.transforms, count),
            moved: front(&mut self.moved, count),
            arrived: front(&mut self.arrived, count),
            now: self.now,
        }
    }

    /// Moves the agents, in blocks that stay in the cache.
    fn walk(mut self, ground: &WalkGround, profiles: &CostProfiles, lane: &mut Lane) {
        while !self.entities.is_empty() {
            let block = self.split_off(ROWS_PER_BLOCK);
            if ground.disturbance.is_nowhere() {
                block.walk_block((ground, profiles), lane, |_| true);
            } else {
                // Every step that may have become illegal must be checked.
                block.walk_block((ground, profiles), lane, |step| !ground.disturbance.concerns(step));
            }
        }
    }

    /// Moves agents. An agent in the middle of a step takes a few nanoseconds. The others wait for memory that is seldom touched, so they
    /// are noted first, and their next cells are looked up side by side.
    #[inline(always)]
    fn walk_block(
        mut self,
        (ground, profiles): (&WalkGround, &CostProfiles),
        lane: &mut Lane,
        may_walk_on: impl Fn(&Step) -> bool,
    ) {
        let Self { steps, followers, transforms, moved, now, .. } = &mut self;
        let now = *now;
        let mut rows = steps.iter_mut().zip(&**followers).zip(&mut **transforms).zip(&mut **moved);
        let mut row = 0;
        while let Some(walked) = rows.position(|(((step, follower), transform), moved)| {
            let walks_on = may_walk_on(step)
                && step.walk_on(follower.pace().travel(ground.seconds), &mut transform.translation);
            if walks_on {
                *moved = now;
            }
            !walks_on
        }) {
            row += walked as u32;
            lane.special.push((row, NextCell::default()));
            row += 1;
        }
        if let Some(on_field) = self.on_field {
            for (row, known) in &mut lane.special {
                let row = *row as usize;
                *known = ground.next_of_target(on_field[row].0, &self.steps[row]);
            }
        }
        lane.special.retain(|&(row, known)| {
            let row = row as usize;
            let from = self.steps[row].from();
            let outcome = self.walk_row(ground, profiles, row, known);
            if outcome != WalkOutcome::Nothing {
                lane.outcomes.push((self.entities[row], outcome));
            }
            self.steps[row].from() != from
        });
        for (row, _) in lane.special.drain(..) {
            note_start(&self.steps[row as usize], &mut self.results[row as usize]);
        }
    }

    /// Moves one agent.
    #[inline(always)]
    fn walk_row(
        &mut self,
        ground: &WalkGround,
        profiles: &CostProfiles,
        row: usize,
        known: NextCell,
    ) -> WalkOutcome {
        let walked = Walked { profiles, request: &self.requests[row], result: &self.results[row] };
        let follower = &mut self.followers[row];
        let walker = CellWalker {
            own: self.own.map_or(&[], |own| own[row].cells()),
            field: self.on_field.map(|on_field| on_field[row].0),
            step: &mut self.steps[row],
            pace: follower.pace(),
            progress: &mut follower.progress,
            request: &walked,
        };
        let had_arrived = walker.progress.has_arrived();
        let translation = &mut self.transforms[row].translation;
        let at = translation.truncate();
        let (end, outcome) = ground.walk(walker, at, known);
        if end != at {
            *translation = end.extend(translation.z);
            self.moved[row] = self.now;
        }
        if self.followers[row].has_arrived() != had_arrived {
            self.arrived[row] = self.now;
        }
        outcome
    }
}
