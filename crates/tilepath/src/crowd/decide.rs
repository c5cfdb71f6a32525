//! The call in which all agents that stand decide what they do next.

use super::{
    agent::State,
    agent_id::AgentId,
    answer::CrowdAnswer,
    guide::CrowdGuide,
    members::Crowd,
    priority::{rank, scatter},
};

/// Of so many agents at rest one looks in each call whether there is room nearer to its goal.
const RESTING_TURNS: u32 = 16;

impl Crowd {
    /// Lets all agents that stand at the centre of their cells decide what they do next, at a time in microseconds that never goes back.
    ///
    /// First those settle that have arrived. The others begin a step, or wait: those in corridors decide first, then those that set out
    /// first. The answers are in [`Crowd::answers`] and hold until the next call.
    pub fn decide(&mut self, now: u64, guide: &impl CrowdGuide) {
        self.answers.clear();
        self.stuck.clear();
        self.call += 1;
        self.answers.append(&mut self.displaced);
        self.place(guide, now);
        let mut order = core::mem::take(&mut self.order);
        order.clear();
        for (number, &state) in self.states.iter().enumerate() {
            let number = number as u32;
            let decides = match state {
                State::Waiting => true,
                State::Resting => (scatter(number.into()) as u32 ^ self.call).is_multiple_of(RESTING_TURNS),
                _ => false,
            };
            if decides {
                order.push((self.rank(number), number));
            }
        }
        order.sort_unstable();
        order.retain(|&(_, number)| !self.settle(number, guide, now));
        for &(_, number) in &order {
            if self.agents[number as usize].decided != self.call {
                self.plan(number, guide, now);
            }
            self.note_progress(number, guide, now);
        }
        self.order = order;
        for number in 0..self.states.len() as u32 {
            if self.outside == 0 {
                break;
            }
            if self.states[number as usize] == State::Outside {
                self.note_progress(number, guide, now);
            }
        }
        self.last_call = now;
    }

    /// The place of an agent in the order of decisions.
    pub(super) fn rank(&self, number: u32) -> u64 {
        let agent = &self.agents[number as usize];
        let is_in_corridor = self.is_in_corridor(number);
        rank(number, agent.goal, self.states[number as usize], is_in_corridor, agent.since)
    }

    /// Returns whether an agent is in a corridor, or comes out of one.
    pub(super) fn is_in_corridor(&self, number: u32) -> bool {
        let agent = &self.agents[number as usize];
        self.corridors.at(agent.cell).or_else(|| self.corridors.at(agent.from)).is_some()
    }

    /// Lets an agent rest if it may, or wakes it if it may no longer. Returns whether it rests.
    fn settle(&mut self, number: u32, guide: &impl CrowdGuide, now: u64) -> bool {
        let is_resting = self.states[number as usize] == State::Resting;
        let may_rest = self.may_rest(number, guide);
        match (is_resting, may_rest) {
            (false, true) => {
                self.states[number as usize] = State::Resting;
                self.agents[number as usize].has_rested = true;
                self.answers.push((AgentId(number), CrowdAnswer::Rest));
            }
            (true, false) => {
                self.states[number as usize] = State::Waiting;
                let call = self.call;
                self.agents[number as usize].set_out(call, now);
                self.answers.push((AgentId(number), CrowdAnswer::Wake));
            }
            _ => {}
        }
        may_rest
    }
}
