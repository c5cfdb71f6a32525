//! Agents that clear the way of another agent for a while. If one of the two is wide, this takes more than one step.

use super::{
    agent::{Alert, Clearing, Member, MemberId, NONE, State},
    chain::{Freedom, Link},
    environment::CrowdEnvironment,
    members::Crowd,
};

/// An agent clears this many next steps of the other agent, and as many more as both are wide together.
const STEPS: usize = 4;
/// A search for a place out of the way looks at this many places.
const MOST_PLACES: usize = 512;

impl Crowd {
    /// Whether an agent clears the way of another one at the moment.
    pub(super) fn clears(&self, number: u32, now: u64) -> bool {
        let Clearing { agent, until } = self.agents[number as usize].clearing;
        let walks =
            |agent: u32| matches!(self.states.get(agent as usize), Some(State::Waiting | State::Moving));
        now < until && walks(agent)
    }

    /// Clears the way of an agent that waits in vain: the agents on its next steps are asked to leave them for
    /// [`push_time`](crate::crowd::CrowdRules::push_time). At least one agent of each pair is wide.
    pub(super) fn ask_for_way(&mut self, number: u32, guide: &impl CrowdEnvironment, now: u64) {
        if self.bodies.are_empty() || self.clears(number, now) || !self.waits_in_vain(number, now) {
            return;
        }
        self.find_way_of(number, STEPS, guide);
        let way = core::mem::take(&mut self.work.clearing);
        let until = now.saturating_add(self.work.times.push_time);
        let Member { goal, size, .. } = self.agents[number as usize];
        for &cell in &way {
            for place in 0..self.occupancy.capacity() {
                let other = self.occupancy.owners(cell)[usize::from(place)];
                if other == NONE || other == number {
                    continue;
                }
                let is_at_rest = self.states[other as usize] == State::Resting;
                let clears = self.clears(other, now);
                let agent = &mut self.agents[other as usize];
                let is_concerned = (size > 1 || agent.size > 1) && !(is_at_rest && agent.goal == goal);
                if is_concerned && !clears && !agent.patience.is_held {
                    agent.clearing = Clearing { agent: number, until };
                    self.alerts[other as usize] = Alert::Now;
                }
            }
        }
        self.work.clearing = way;
    }

    /// Lets an agent that clears the way of another one decide: it gets out of it, or goes on as usual but not into it. Returns whether it sets out.
    pub(super) fn clear_way(
        &mut self,
        number: u32,
        guide: &impl CrowdEnvironment,
        now: u64,
        go_on: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let first = self.agents[number as usize].clearing.agent;
        self.find_way_of(first, STEPS + usize::from(self.agents[number as usize].size), guide);
        let way = core::mem::take(&mut self.work.clearing);
        way.iter().for_each(|&cell| self.work.push.claimed[cell as usize] = true);
        let at = self.agents[number as usize].cell;
        let is_in_way = self.is_in_way(number, at);
        let out = is_in_way.then(|| self.step_out_of_way(number, guide));
        let waits = self.states[number as usize] == State::Waiting;
        let has_set_out = out.is_none() && waits && go_on(self);
        way.iter().for_each(|&cell| self.work.push.claimed[cell as usize] = false);
        self.work.clearing = way;
        match out {
            None => has_set_out,
            Some(Some(link)) => {
                self.work.push.chain.push(link);
                self.commit(false, guide, now);
                self.work.push.chain.clear();
                true
            }
            Some(None) => {
                if waits && !self.clears(first, now) {
                    // It can't, so the other one clears its way.
                    self.agents[first as usize].clearing =
                        Clearing { agent: number, ..self.agents[number as usize].clearing };
                    self.agents[number as usize].clearing = Clearing::NONE;
                }
                false
            }
        }
    }

    /// Whether an agent would cover a cell of the way that it clears.
    fn is_in_way(&self, number: u32, at: u32) -> bool {
        self.cells_of(number, at).any(|cell| self.work.push.claimed[cell as usize])
    }

    /// Finds the cells that an agent covers here and on its next steps.
    fn find_way_of(&mut self, number: u32, steps: usize, guide: &impl CrowdEnvironment) {
        let mut way = core::mem::take(&mut self.work.clearing);
        way.clear();
        let agent = &self.agents[number as usize];
        let (id, steps) = (MemberId(number), steps + usize::from(agent.size));
        let mut next = Some(agent.cell).zip(guide.cost(id, self.ground.cell(agent.cell)));
        for _ in 0..=steps {
            let Some((at, here)) = next else { break };
            way.extend(self.cells_of(number, at));
            next = self.downhill(id, at, here, guide).map(|(cost, next)| (next, cost));
        }
        self.work.clearing = way;
    }

    /// The first step of an agent to the nearest place out of the way that it clears. `None` if it finds none.
    fn step_out_of_way(&mut self, number: u32, guide: &impl CrowdEnvironment) -> Option<Link> {
        let at = self.agents[number as usize].cell;
        let mut search = core::mem::take(&mut *self.work.flood);
        let flood = &mut search.flood;
        flood.begin(at);
        let (mut next, mut found) = (0, None);
        while let Some(at) = flood.cell(next).filter(|_| next < MOST_PLACES && found.is_none()) {
            for (direction, beside) in self.ground.steps(at) {
                let is_possible = !flood.has_seen(beside)
                    && self.fits(number, beside)
                    && self.has_room(number, beside)
                    && (next > 0 || self.work.corners.are_free(&self.ground, at, direction))
                    && guide.allows_step(MemberId(number), self.ground.cell(at), self.ground.cell(beside))
                    && !self.cells_of(number, beside).any(|cell| self.is_held(cell));
                if is_possible {
                    flood.find(beside, next);
                    if !self.is_in_way(number, beside) {
                        found = flood.way_to_last().last();
                        break;
                    }
                }
            }
            next += 1;
        }
        *self.work.flood = search;
        let to = found?;
        let (direction, _) = self.ground.steps(at).find(|&(_, beside)| beside == to)?;
        Some(Link { to, direction, ..Link::new(number, Freedom::Anywhere) })
    }
}
