//! Whether an agent stands in a jam that giving way does not solve.

use super::super::{
    agent::{MemberId, NONE, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};
use smallvec::SmallVec;

/// So many steps around a jam, nobody may have come nearer to its goal.
const QUIET_STEPS: usize = 6;

/// A step that is part of a circle of at most this many cells is in open ground: there agents get round each other.
const OPEN_CIRCLE: usize = 6;

/// After so many times the patience, a plan is searched in open ground, too.
const PATIENCE_IN_OPEN: u64 = 20;

/// The cells within some steps, with a mark for each: enough for six steps in narrow places.
type Cells = SmallVec<[u32; 64]>;

impl Crowd {
    /// Returns whether an agent that has come no nearer to its goal for its patience is in a jam: nobody near comes nearer, the agent is the
    /// first to decide there, and its way is narrow.
    pub(super) fn is_jammed(&self, number: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let waited = now.saturating_sub(self.agents[number as usize].progress.at);
        let is_patient = waited >= PATIENCE_IN_OPEN.saturating_mul(self.work.times.jam_after);
        self.is_quiet(number, guide, now) && (is_patient || self.is_narrow_ahead(number, guide))
    }

    /// Whether nobody within some steps has come nearer to its goal lately, and no other waiting agent there decides earlier.
    fn is_quiet(&self, number: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let rank = self.rank(number);
        let mut cells: Cells = SmallVec::from_slice(&[self.agents[number as usize].cell]);
        let (mut next, mut steps, mut ring) = (0, 0, 1);
        while let Some(&cell) = cells.get(next) {
            for &owner in
                self.occupancy.owners(cell).iter().filter(|&&owner| owner != NONE && owner != number)
            {
                let agent = &self.agents[owner as usize];
                if agent.patience.is_held {
                    return false;
                }
                if self.states[owner as usize] == State::Resting || self.rests_at_goal(owner, guide) {
                    continue;
                }
                if agent.progress.is_recent(self.work.times.jam_after, now) || self.rank(owner) < rank {
                    return false;
                }
            }
            if steps < QUIET_STEPS {
                for (_, beside) in self.ground.steps(cell) {
                    if !cells.contains(&beside) {
                        cells.push(beside);
                    }
                }
            }
            next += 1;
            if next == ring {
                (ring, steps) = (cells.len(), steps + 1);
            }
        }
        true
    }

    /// Whether no small circle leads round the next step of an agent. `false` if the agent wants to take no step.
    fn is_narrow_ahead(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let cell = self.agents[number as usize].cell;
        let around = Around::new(&self.ground, MemberId(number), cell, guide);
        let steps =
            self.ground.steps(cell).filter(|&(direction, _)| around.beside(direction) < around.here());
        let ahead = steps.min_by_key(|&(direction, beside)| (around.beside(direction), beside));
        ahead.is_some_and(|(_, to)| !self.has_way_round(cell, to))
    }

    /// Whether a way of few steps leads from a cell to its neighbour, besides the step between them.
    fn has_way_round(&self, from: u32, to: u32) -> bool {
        let mut cells: Cells = SmallVec::from_slice(&[from]);
        let (mut next, mut steps, mut ring) = (0, 0, 1);
        while let Some(&cell) = cells.get(next).filter(|_| steps + 1 < OPEN_CIRCLE) {
            for (_, beside) in self.ground.steps(cell) {
                if beside == to && cell != from {
                    return true;
                }
                if beside != to && !cells.contains(&beside) {
                    cells.push(beside);
                }
            }
            next += 1;
            if next == ring {
                (ring, steps) = (cells.len(), steps + 1);
            }
        }
        false
    }
}
