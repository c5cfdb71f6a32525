//! Whether an agent stands in a jam that giving way does not solve.

use super::super::{
    agent::{MemberId, NONE, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};

/// Up to this many steps from a jam, no agent has come nearer to its goal.
const QUIET_STEPS: usize = 3;

/// A step that is part of a circle of at most this many cells is in open ground: there agents get round each other.
const OPEN_CIRCLE: usize = 6;

/// An agent in open ground waits this many times its patience before a plan is searched.
const PATIENCE_IN_OPEN: u64 = 5;

/// The number of agents ahead among which one that rests is looked for.
const MOST_STEPS_TO_REST: usize = 64;

impl Crowd {
    /// Returns whether an agent that has come no nearer to its goal for its patience is in a jam: nobody near comes nearer, the agent is the
    /// first to decide there, its way is narrow, and those ahead have not taken all room at the goal.
    pub(super) fn is_jammed(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let waited = self.agents[number as usize].progress.waited(now);
        let is_patient = waited >= PATIENCE_IN_OPEN.saturating_mul(self.work.times.jam_after);
        self.is_quiet(number, guide, now)
            && (is_patient || self.is_narrow_ahead(number, guide))
            && !self.is_behind_rest(number, guide)
    }

    /// Whether all cells on an agent's path are full of agents with the same goal, up to one that rests: there is no room at the goal.
    fn is_behind_rest(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let (id, agent) = (MemberId(number), &self.agents[number as usize]);
        let mut at = agent.cell;
        let Some(mut here) = guide.cost(id, self.ground.cell(at)) else { return false };
        for _ in 0..MOST_STEPS_TO_REST {
            let Some((cost, next)) = self.downhill(id, at, here, guide) else { return false };
            let owners = self.occupancy.owners(next);
            let is_of_goal =
                |&owner: &u32| self.agents.get(owner as usize).is_some_and(|other| other.goal == agent.goal);
            if !owners.iter().all(is_of_goal) {
                return false;
            }
            if owners.iter().any(|&owner| self.states.get(owner as usize) == Some(&State::Resting)) {
                return true;
            }
            (at, here) = (next, cost);
        }
        false
    }

    /// Whether nobody within some steps has come nearer to its goal lately, and no other waiting agent there decides earlier.
    fn is_quiet(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let Self { work, ground, agents, .. } = self;
        work.flood.flood.begin(agents[number as usize].cell);
        work.flood.flood.spread(ground, QUIET_STEPS, usize::MAX);
        let rank = self.rank(number);
        let owners = self.work.flood.flood.cells().flat_map(|cell| self.occupancy.owners(cell));
        owners.copied().filter(|&owner| owner != NONE && owner != number).all(|owner| {
            let agent = &self.agents[owner as usize];
            let is_home = self.states[owner as usize] == State::Resting || self.rests_at_goal(owner, guide);
            let stands = !agent.progress.is_lasting(self.work.times.jam_after, now);
            !agent.patience.is_held && (is_home || stands && self.rank(owner) > rank)
        })
    }

    /// Whether no small circle leads round the next step of an agent. `false` if the agent wants to take no step.
    fn is_narrow_ahead(&mut self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let cell = self.agents[number as usize].cell;
        let around = Around::new(&self.ground, MemberId(number), cell, guide);
        let steps =
            self.ground.steps(cell).filter(|&(direction, _)| around.beside(direction) < around.here());
        let ahead = steps.min_by_key(|&(direction, beside)| (around.beside(direction), beside));
        ahead.is_some_and(|(_, to)| !self.has_way_round(cell, to))
    }

    /// Whether a way of few steps leads from a cell to its neighbour, besides the step between them.
    fn has_way_round(&mut self, from: u32, to: u32) -> bool {
        let Self { work, ground, .. } = self;
        let flood = &mut work.flood.flood;
        flood.begin(from);
        flood.pass_over(to);
        flood.spread(ground, OPEN_CIRCLE - 2, usize::MAX);
        flood.cells().skip(1).any(|cell| ground.steps(cell).any(|(_, beside)| beside == to))
    }
}
