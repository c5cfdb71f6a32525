//! Runs a crowd: agents arrive in cells, and decide there what they do next.

use super::{
    crowd_guide::CrowdGuide,
    crowd_mover::{CrowdMover, MoverWork},
    motion::NEVER,
    timing::{LEAST_STEP, Timed},
};
use crate::{
    crowd::{CrowdAnswer, MemberId},
    geometry::CellGeometry,
};
use glam::IVec2;

/// Agents decide at least this often, in microseconds.
const LONGEST_TICK: u64 = 50_000;

/// Agents decide at most this often in a call, so that a call of any time span ends soon.
const MOST_TICKS: u64 = 1000;

impl CrowdMover {
    /// Moves the crowd on from the time `now` to the time `until`, both in microseconds. `now` must be the time at which the last
    /// call ended. In a long time span, agents decide several times, so that the fastest agent loses no time. They decide at most 1000
    /// times in a call: that is enough for 50 seconds, or for 4 seconds if an agent crosses a cell in 4 milliseconds or less.
    ///
    /// After the call, [`CrowdMover::changed`], [`CrowdMover::newly_stuck`] and [`CrowdMover::newly_resting`] list the events. An
    /// `until` before `now` counts as `now`.
    pub fn run(&mut self, now: u64, until: u64, guide: &mut impl CrowdGuide) {
        let MoverWork { changed, stuck, rested, .. } = &mut self.work;
        changed.clear();
        stuck.clear();
        rested.clear();
        for &(id, step) in self.crowd.settle_paces(now) {
            let walker = &mut self.walkers[id.index()];
            walker.repace(now, step.starts, step.ends);
            self.ends[id.index()] = walker.motion.ends();
            self.work.changed.push(id);
        }
        if self.crowd.is_empty() {
            return;
        }
        let stride = self.least_pace() * shortest_stride(&self.geometry);
        let tick = (stride.min(LONGEST_TICK as f32) as u64).max(LEAST_STEP);
        let time = until.saturating_sub(now);
        let ticks = time.div_ceil(tick).clamp(1, MOST_TICKS);
        if core::mem::take(&mut self.has_newcomers) || self.crowd.has_displaced() {
            // Newcomers lose no time. Agents that have lost their cells to walls do not walk into the walls.
            self.tick(now, guide);
        }
        for nth in 1..=ticks {
            self.tick(now + (u128::from(time) * u128::from(nth) / u128::from(ticks)) as u64, guide);
        }
    }

    fn tick(&mut self, now: u64, guide: &mut impl CrowdGuide) {
        let capacity = self.crowd.capacity();
        let Self { crowd, ends, walkers, work, geometry, .. } = self;
        for (end, walker) in ends.iter_mut().zip(&mut *walkers).filter(|(end, _)| **end <= now) {
            work.changed.push(walker.id);
            if walker.go_on(now) {
                *end = walker.motion.ends();
            } else {
                *end = NEVER;
                crowd.arrive(walker.id);
            }
        }
        crowd.begin_call(now, &Timed { guide, walkers, geometry, capacity, now });
        self.follow_from(0, now, guide);
        // An agent that got a place may begin a step from there at once.
        let placed = self.crowd.answers().len();
        let Self { crowd, walkers, geometry, .. } = self;
        crowd.finish_call(now, &Timed { guide, walkers, geometry, capacity, now });
        self.follow_from(placed, now, guide);
        let Self { crowd, walkers, work, .. } = self;
        // An agent without a speed is not stuck.
        work.stuck.extend(
            crowd.newly_stuck().iter().filter(|stuck| walkers[stuck.agent.index()].has_speed()).cloned(),
        );
    }

    /// Makes agents act on the answers of the crowd, from the answer with index `first` on.
    fn follow_from(&mut self, first: usize, now: u64, guide: &mut impl CrowdGuide) {
        for nth in first..self.crowd.answers().len() {
            let (id, answer) = self.crowd.answers()[nth];
            self.follow(id, answer, now);
            if let CrowdAnswer::Step(step) = answer {
                guide.note_step(id, step.to);
            }
        }
    }

    fn follow(&mut self, id: MemberId, answer: CrowdAnswer, now: u64) {
        let capacity = self.crowd.capacity();
        self.work.changed.push(id);
        let walker = &mut self.walkers[id.index()];
        match answer {
            CrowdAnswer::Step(step) => {
                walker.set_out(step, now, &self.geometry, capacity);
                self.ends[id.index()] = walker.motion.ends();
            }
            CrowdAnswer::Rest => {
                walker.is_resting = true;
                self.work.rested.push(id);
            }
            CrowdAnswer::Wake => walker.is_resting = false,
            CrowdAnswer::Placed { cell, place, at_once } => {
                walker.place_in((cell, place, at_once), now, &self.geometry, capacity);
            }
            CrowdAnswer::Displaced => {
                self.ends[id.index()] = NEVER;
                walker.stand(walker.motion.at(now));
                (walker.is_outside, walker.is_resting) = (true, false);
            }
        }
    }

    /// The lowest pace of all agents, in microseconds per world unit.
    fn least_pace(&mut self) -> f32 {
        *self.work.fastest.get_or_insert_with(|| {
            let walkers = self.walkers.iter().filter(|walker| self.crowd.contains(walker.id));
            walkers.filter_map(|walker| walker.pace).fold(f32::INFINITY, f32::min)
        })
    }
}

/// The shortest distance in the world between the centres of two neighbouring cells.
fn shortest_stride(geometry: &CellGeometry) -> f32 {
    let from = IVec2::splat(8);
    let around = (-2..=2).flat_map(|y| (-1..=1).map(move |x| from + IVec2::new(x, y)));
    let lengths = around.map(|to| geometry.stride(from, to).1);
    lengths.filter(|&length| length > 0.0).fold(f32::INFINITY, f32::min)
}
