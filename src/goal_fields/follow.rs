//! Moving the agents that are on fields, as they lie in memory.

use super::{
    GoalFields,
    disturbance::{Disturbance, Seen},
    shared::Served,
    steps::Ahead,
    walk::{Ground, News, OnField, Readable},
};
use crate::{
    agent::PathFollower, events::Outbox, nav_grid::NavGrid, planning::LatestChanges, result::PathResult,
    search::PoolThreads, settings::PathfindingSettings,
};
use bevy::ecs::{
    change_detection::{ContiguousMut, Tick},
    system::SystemParam,
};
use bevy::prelude::*;
use smallvec::SmallVec;
use std::sync::{Mutex, PoisonError, RwLockReadGuard};
use tilepath::Threads;

/// What walking by fields reads.
#[derive(SystemParam)]
pub(crate) struct FollowContext<'w, 's> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    latest: Res<'w, LatestChanges>,
    fields: Res<'w, GoalFields>,
    settings: Res<'w, PathfindingSettings>,
    parents: Query<'w, 's, &'static GlobalTransform>,
}

/// An agent that walks by a field.
type Walker = (
    Entity,
    &'static mut OnField,
    &'static mut PathFollower,
    &'static mut PathResult,
    &'static mut Transform,
);

/// All agents on fields.
#[derive(SystemParam)]
pub(crate) struct Walkers<'w, 's> {
    free: Query<'w, 's, Walker, Without<ChildOf>>,
    children: Query<'w, 's, (Walker, &'static ChildOf)>,
    /// Those that do not walk, or by other means.
    others: Query<'w, 's, (Entity, &'static OnField, &'static PathResult), Without<PathFollower>>,
}

/// Where it is told what became of agents.
#[derive(SystemParam)]
pub(crate) struct Told<'w, 's> {
    outbox: ResMut<'w, Outbox>,
    commands: Commands<'w, 's>,
}

impl Told<'_, '_> {
    fn tell(&mut self, agent: Entity, news: News) {
        match news {
            News::Nothing => {}
            News::Reached => self.outbox.reached(agent),
            News::Pushed => self.outbox.replanned(agent),
            News::Lost => {
                self.commands.entity(agent).try_remove::<OnField>();
            }
        }
    }
}

/// Moves every agent that is on a field.
pub(crate) fn follow_fields(
    context: FollowContext,
    mut seen: Local<Option<Seen>>,
    mut lanes: Local<Vec<Lane>>,
    mut walkers: Walkers,
    mut told: Told,
) {
    let Some((map, geometry)) = context.nav_grid.map().zip(context.nav_grid.geometry()) else { return };
    let frame = context.fields.frame;
    let now = Seen { map: map.id(), revision: map.revision(), geometry: *geometry, frame };
    let before = seen.replace(now);
    let disturbance = match context.fields.shaken {
        true => Disturbance::Everywhere,
        false => Disturbance::between(before, now, &context.latest),
    };
    // Fields that changed since then have to be looked at by those who have arrived, too.
    let since = before.map_or(0, |before| before.frame + 1);
    let guards: SmallVec<[Option<RwLockReadGuard<Option<Served>>>; 16]> =
        context.fields.fields.iter().map(|field| field.as_ref().map(|field| field.shared.read())).collect();
    let fields: SmallVec<[Option<Readable>; 16]> =
        guards.iter().map(|guard| Readable::of(map, guard.as_ref()?.as_ref()?, since)).collect();
    let ground = Ground::new(map, geometry, &fields, disturbance, context.time.delta_secs());
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    // All of these components are kept in tables.
    for table in walkers.free.contiguous_iter_mut().into_iter().flatten() {
        walk_side_by_side(&ground, &threads, table, &mut lanes);
        let news = lanes.iter_mut().flat_map(|lane| lane.news.drain(..));
        news.for_each(|(agent, news)| told.tell(agent, news));
    }
    walk_in_parents(&ground, &context.parents, &mut walkers.children, &mut told);
    if !ground.disturbance.is_nowhere() {
        let others = walkers.others.iter().filter(|&(_, on, result)| ground.knows_no_way(on, result));
        others.for_each(|(agent, ..)| told.tell(agent, News::Lost));
    }
}

/// Moves agents whose transform is that within a parent.
fn walk_in_parents(
    ground: &Ground,
    parents: &Query<&GlobalTransform>,
    children: &mut Query<(Walker, &ChildOf)>,
    told: &mut Told,
) {
    for ((agent, mut on, mut follower, mut result, mut transform), child_of) in children {
        let parent = parents.get(child_of.parent()).map(GlobalTransform::affine).unwrap_or_default();
        let world = parent.transform_point3(transform.translation);
        let (on, follower) = (on.bypass_change_detection(), follower.bypass_change_detection());
        let (at, news) = ground.walk(on, follower, world.truncate(), Ahead::default());
        on.tell(result.bypass_change_detection());
        let local = parent.inverse().transform_point3(at.extend(world.z));
        if at != world.truncate() && local.is_finite() {
            transform.translation = local;
        }
        told.tell(agent, news);
    }
}

/// What a thread that moves agents remembers of them.
#[derive(Default)]
pub(crate) struct Lane {
    /// Those that are not done with in mid-step, by their row.
    late: Vec<(u32, Ahead)>,
    news: Vec<(Entity, News)>,
}

/// So many agents are moved by one thread before it takes the next ones. So one that wakes up late takes fewer.
const ROWS_PER_LANE: usize = 8192;

/// So many agents are moved before those among them are looked at that are not done with yet.
const ROWS_PER_BLOCK: usize = 1024;

/// Agents that lie side by side in memory.
struct Rows<'w> {
    entities: &'w [Entity],
    on: &'w mut [OnField],
    followers: &'w mut [PathFollower],
    results: &'w mut [PathResult],
    transforms: &'w mut [Transform],
    /// When each was moved last, and what to write there.
    moved: &'w mut [Tick],
    now: Tick,
}

type Table<'w> = (
    &'w [Entity],
    ContiguousMut<'w, OnField>,
    ContiguousMut<'w, PathFollower>,
    ContiguousMut<'w, PathResult>,
    ContiguousMut<'w, Transform>,
);

/// Moves all agents of a table, on as many threads as there are and as are worth it. The news of the lanes, one after the other, are
/// in the order of the rows, however many lanes there are.
fn walk_side_by_side(ground: &Ground, threads: &PoolThreads, table: Table, lanes: &mut Vec<Lane>) {
    let (entities, mut on, mut followers, mut results, transforms) = table;
    // Only transforms are worth telling of, and only those that are moved.
    let (transforms, mut ticks) = ContiguousMut::bypass_change_detection_split(transforms);
    let mut rows = Rows {
        entities,
        on: on.bypass_change_detection(),
        followers: followers.bypass_change_detection(),
        results: results.bypass_change_detection(),
        transforms,
        now: ticks.this_run(),
        moved: ticks.changed_mut(),
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
            rows.walk(ground, lane);
        }
    });
}

impl Rows<'_> {
    /// Takes the first rows off.
    fn split_off(&mut self, count: usize) -> Self {
        fn front<'a, T>(rows: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            let count = count.min(rows.len());
            rows.split_off_mut(..count).unwrap_or_default()
        }
        let (entities, rest) = self.entities.split_at(count.min(self.entities.len()));
        self.entities = rest;
        Self {
            entities,
            on: front(&mut self.on, count),
            followers: front(&mut self.followers, count),
            results: front(&mut self.results, count),
            transforms: front(&mut self.transforms, count),
            moved: front(&mut self.moved, count),
            now: self.now,
        }
    }

    /// Moves the agents on, as many at a time as stay in the cache.
    fn walk(mut self, ground: &Ground, lane: &mut Lane) {
        while !self.entities.is_empty() {
            let block = self.split_off(ROWS_PER_BLOCK);
            if ground.disturbance.is_nowhere() {
                block.walk_block(ground, lane, |_| true);
            } else {
                // Whatever may have become illegal must be looked at.
                block.walk_block(ground, lane, |on| !ground.disturbance.concerns(on));
            }
        }
    }

    /// Moves agents on. Those in mid-step take a few nanoseconds. The others wait for memory that is seldom touched, so that they are
    /// noted first and their cells looked up side by side.
    #[inline(always)]
    fn walk_block(self, ground: &Ground, lane: &mut Lane, may_go_on: impl Fn(&OnField) -> bool) {
        let Self { entities, on, followers, results, transforms, moved, now } = self;
        let Lane { late, news } = lane;
        let mut rows = on.iter_mut().zip(&*followers).zip(&mut *transforms).zip(&mut *moved);
        let mut row = 0;
        while let Some(gone_on) = rows.position(|(((on, follower), transform), moved)| {
            let goes_on =
                may_go_on(on) && on.go_on(follower.travel(ground.seconds), &mut transform.translation);
            if goes_on {
                *moved = now;
            }
            !goes_on
        }) {
            row += gone_on as u32;
            late.push((row, Ahead::default()));
            row += 1;
        }
        for (row, ahead) in late.iter_mut() {
            *ahead = ground.look_ahead(&on[*row as usize]);
        }
        late.retain(|&(row, ahead)| {
            let row = row as usize;
            let (on, transform) = (&mut on[row], &mut transforms[row]);
            let (from, at) = (on.from(), transform.translation.truncate());
            let (end, heard) = ground.walk(on, &mut followers[row], at, ahead);
            if end != at {
                transform.translation = end.extend(transform.translation.z);
                moved[row] = now;
            }
            if heard != News::Nothing {
                news.push((entities[row], heard));
            }
            on.from() != from
        });
        for (row, _) in late.drain(..) {
            on[row as usize].tell(&mut results[row as usize]);
        }
    }
}
