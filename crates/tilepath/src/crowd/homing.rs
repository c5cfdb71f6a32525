//! Agents that gave way and rest away from their goals check from time to time whether they can go back.

use super::{
    agent::{MemberId, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
    priority::scatter,
};
use crate::cost::Cost;

impl Crowd {
    /// Returns whether a resting agent sets out for its goal again, and may then push resting agents. The goal must have room
    /// (see `has_room_at_goal`). Each return doubles the time until the next one. Otherwise agents that cannot pass each other
    /// would push each other around forever.
    pub(super) fn turns_home(
        &mut self,
        number: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        let is_off = around.here().is_some_and(|here| here > Cost::ZERO);
        let turns = is_off
            && self.states[number as usize] == State::Resting
            && self.is_due(number)
            && self.has_room_at_goal(number, guide);
        if turns {
            self.insist(number, now);
        }
        turns
    }

    /// Lets an agent push resting agents again for a while, if it does not push them now and the next return is due.
    pub(super) fn insist_if_due(&mut self, number: u32, now: u64) {
        if self.agents[number as usize].is_modest(now) && self.is_due(number) {
            self.insist(number, now);
        }
    }

    fn is_due(&self, number: u32) -> bool {
        let doublings = u32::from(self.agents[number as usize].returns).min(self.rules.return_doublings);
        let period = self.rules.return_calls.saturating_mul(1 << doublings);
        (scatter(number.into()) as u32 ^ self.call).is_multiple_of(period)
    }

    fn insist(&mut self, number: u32, now: u64) {
        let agent = &mut self.agents[number as usize];
        agent.returns = agent.returns.saturating_add(1);
        agent.insists_until = now.saturating_add(self.work.times.push_time);
    }

    /// Returns whether the goal of an agent has room for the agent. Follows the cheapest cells to the goal, at most
    /// [`CrowdRules::return_sight`](crate::crowd::CrowdRules::return_sight). The goal has room if both conditions are met:
    ///
    /// - No other agent with the same goal is in these cells or in the goal.
    /// - The goal cell has a free place, or holds an agent whose own goal is elsewhere.
    fn has_room_at_goal(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        let (id, goal) = (MemberId(number), self.agents[number as usize].goal);
        let mut at = self.agents[number as usize].cell;
        let Some(mut here) = guide.cost(id, self.ground.cell(at)) else { return false };
        for _ in 0..self.rules.return_sight {
            let Some(next) = self.downhill(id, at, here, guide) else { return false };
            (here, at) = next;
            if self.others_at(number, at).any(|other| self.agents[other as usize].goal == goal) {
                return false;
            }
            if here == Cost::ZERO {
                let is_off = |other: u32| {
                    let cell = self.ground.cell(self.agents[other as usize].cell);
                    guide.cost(MemberId(other), cell) > Some(Cost::ZERO)
                };
                // A wide agent needs the cells of all of them.
                let mut others = self.others_at(number, at);
                let gives_way = if self.is_wide(number) { others.all(is_off) } else { others.any(is_off) };
                return gives_way || self.room_for(number, at).is_some();
            }
        }
        false
    }
}
