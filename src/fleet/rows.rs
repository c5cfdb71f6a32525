//! Moves agents as they are stored in tables, and agents with a parent.

#![expect(
    clippy::indexing_slicing,
    reason = "a row is below `Bodies::rows`, and all columns of a table have as many rows"
)]

use crate::{
    follower::PathFollower,
    plane::Plane,
    request::{FleetAgent, FoundPath, PathResult},
};
use bevy::ecs::change_detection::Tick;
use bevy::math::Affine3A;
use bevy::prelude::*;
use core::ops::Range;
use tilepath::fleet::{AgentId, Pace, Progress, engine::Bodies};

/// The number of agents that a thread moves before it takes more agents. A thread that starts late takes fewer.
pub(super) const ROWS_PER_LANE: usize = 8192;

/// Agents that are next to each other in memory.
pub(super) struct Rows<'w> {
    plane: Plane,
    ids: &'w [FleetAgent],
    followers: &'w mut [PathFollower],
    results: &'w mut [PathResult],
    transforms: &'w mut [Transform],
    /// The change ticks of each transform and each follower, and the tick to write there after a change.
    moved: &'w mut [Tick],
    arrived: &'w mut [Tick],
    now: Tick,
}

/// The columns of a table. If changes of a column must be noted, the column comes with its change ticks.
pub(super) struct Columns<'w> {
    pub(super) plane: Plane,
    pub(super) ids: &'w [FleetAgent],
    pub(super) followers: (&'w mut [PathFollower], &'w mut [Tick]),
    /// Empty if the agents have no requests.
    pub(super) results: &'w mut [PathResult],
    pub(super) transforms: (&'w mut [Transform], &'w mut [Tick]),
    pub(super) now: Tick,
}

impl<'w> Rows<'w> {
    pub(super) fn new(columns: Columns<'w>) -> Self {
        let Columns { plane, ids, followers, results, transforms, now } = columns;
        let ((followers, arrived), (transforms, moved)) = (followers, transforms);
        Self { plane, ids, followers, results, transforms, moved, arrived, now }
    }

    /// Takes the first rows out.
    pub(super) fn split_off(&mut self, count: usize) -> Self {
        fn front<'a, T>(rows: &mut &'a mut [T], count: usize) -> &'a mut [T] {
            let count = count.min(rows.len());
            rows.split_off_mut(..count).unwrap_or_default()
        }
        let (ids, rest) = self.ids.split_at(count.min(self.ids.len()));
        self.ids = rest;
        Self {
            plane: self.plane,
            ids,
            followers: front(&mut self.followers, count),
            results: front(&mut self.results, count),
            transforms: front(&mut self.transforms, count),
            moved: front(&mut self.moved, count),
            arrived: front(&mut self.arrived, count),
            now: self.now,
        }
    }

    /// [`Bodies::advance`] in a plane.
    #[inline(always)]
    fn advance_in<T>(
        &mut self,
        plane: Plane,
        rows: Range<usize>,
        with: impl Iterator<Item = T>,
        mut advance: impl FnMut(usize, T, Pace, Vec2) -> Option<Vec2>,
    ) -> usize {
        let first = self.index(rows.start);
        let Self { ids, followers, transforms, moved, now, .. } = self;
        let agents = ids[rows.clone()].iter().zip(&followers[rows.clone()]);
        let agents = agents.zip(&mut transforms[rows.clone()]).zip(&mut moved[rows]).zip(with);
        let mut run = 0;
        for ((((id, follower), transform), moved), with) in agents {
            if id.0.map(AgentId::index) != first.map(|first| first + run) {
                break;
            }
            let at = &mut transform.translation;
            if let Some(place) = advance(run, with, follower.pace(), plane.flat(*at)) {
                *at = plane.lift(place, plane.height(*at));
                *moved = *now;
            }
            run += 1;
        }
        run
    }
}

impl Bodies for Rows<'_> {
    fn rows(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    fn index(&self, row: usize) -> Option<usize> {
        self.ids[row].0.map(AgentId::index)
    }

    #[inline]
    fn place(&self, row: usize) -> Vec2 {
        self.plane.flat(self.transforms[row].translation)
    }

    #[inline]
    fn pace(&self, row: usize) -> Pace {
        self.followers[row].pace()
    }

    #[inline]
    fn progress(&self, row: usize) -> Option<Progress> {
        Some(self.followers[row].progress)
    }

    #[inline(always)]
    fn advance<T>(
        &mut self,
        rows: Range<usize>,
        with: impl Iterator<Item = T>,
        advance: impl FnMut(usize, T, Pace, Vec2) -> Option<Vec2>,
    ) -> usize {
        // Compiled for each plane, so that the rows don't ask for it.
        match self.plane {
            Plane::Xy => self.advance_in(Plane::Xy, rows, with, advance),
            Plane::Xz => self.advance_in(Plane::Xz, rows, with, advance),
        }
    }

    #[inline]
    fn put(&mut self, row: usize, place: Vec2) {
        let at = &mut self.transforms[row].translation;
        *at = self.plane.lift(place, self.plane.height(*at));
        self.moved[row] = self.now;
    }

    #[inline]
    fn note_progress(&mut self, row: usize, progress: Progress) {
        let follower = &mut self.followers[row];
        let had_arrived = follower.has_arrived();
        follower.progress = progress;
        if follower.has_arrived() != had_arrived {
            self.arrived[row] = self.now;
        }
    }

    #[inline]
    fn note_start(&mut self, row: usize, start: IVec2) {
        // In a table of agents without requests, there are no results.
        if let Some(result) = self.results.get_mut(row) {
            note_start(result, start);
        }
    }
}

/// Sets the cell at which a shared path now begins.
pub(super) fn note_start(result: &mut PathResult, start: IVec2) {
    if let FoundPath::Shared(path) = &mut result.path {
        path.shared.start = start;
    }
}

/// An agent whose transform is relative to a parent.
pub(super) struct Child<'w> {
    plane: Plane,
    parent: Affine3A,
    id: FleetAgent,
    follower: Mut<'w, PathFollower>,
    result: Option<Mut<'w, PathResult>>,
    transform: Mut<'w, Transform>,
}

impl<'w> Child<'w> {
    pub(super) const fn new(
        plane: Plane,
        parent: Affine3A,
        (id, follower, result, transform): (
            FleetAgent,
            Mut<'w, PathFollower>,
            Option<Mut<'w, PathResult>>,
            Mut<'w, Transform>,
        ),
    ) -> Self {
        Self { plane, parent, id, follower, result, transform }
    }

    fn world(&self) -> Vec3 {
        self.parent.transform_point3(self.transform.translation)
    }
}

impl Bodies for Child<'_> {
    fn rows(&self) -> usize {
        1
    }

    fn index(&self, _: usize) -> Option<usize> {
        self.id.0.map(AgentId::index)
    }

    fn place(&self, _: usize) -> Vec2 {
        self.plane.flat(self.world())
    }

    fn pace(&self, _: usize) -> Pace {
        self.follower.pace()
    }

    fn progress(&self, _: usize) -> Option<Progress> {
        Some(self.follower.progress)
    }

    fn put(&mut self, _: usize, place: Vec2) {
        let world = self.plane.lift(place, self.plane.height(self.world()));
        let local = self.parent.inverse().transform_point3(world);
        if local.is_finite() {
            self.transform.translation = local;
        }
    }

    fn note_progress(&mut self, _: usize, progress: Progress) {
        PathFollower::note_progress(&mut self.follower, progress);
    }

    fn note_start(&mut self, _: usize, start: IVec2) {
        if let Some(result) = &mut self.result {
            note_start(result.bypass_change_detection(), start);
        }
    }
}
