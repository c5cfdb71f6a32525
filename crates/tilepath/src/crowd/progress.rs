//! How near agents have come to their goals.

use super::{
    agent::State,
    agent_id::AgentId,
    members::Crowd,
    stuck::{StuckAgent, StuckReason},
};
use crate::cost::Cost;

impl Crowd {
    /// The agents that the last call of [`Crowd::decide`] found stuck: each is listed once, and again only after it came nearer in between
    /// or was given another goal.
    #[must_use]
    pub fn newly_stuck(&self) -> &[StuckAgent] {
        &self.stuck
    }

    /// Notes how near an agent is to its goal, by the cost of its cell.
    pub(super) fn note_progress(&mut self, number: u32, cost: Option<Cost>, now: u64) {
        let id = AgentId(number);
        let state = self.states[number as usize];
        let agent = &mut self.agents[number as usize];
        let cell = (state != State::Outside).then(|| self.ground.cell(agent.cell));
        if core::mem::take(&mut agent.has_other_costs) {
            agent.best = cost.unwrap_or(Cost::INFINITE);
        }
        match cost {
            None if cell.is_some() => agent.reason = StuckReason::NoPath,
            Some(cost) if cost < agent.best => {
                (agent.best, agent.best_at) = (cost, now);
                agent.is_reported = false;
                // Without any patience, too, it is not stuck in the call in which it comes nearer.
                return;
            }
            _ => {}
        }
        if !agent.is_reported && now.saturating_sub(agent.best_at) >= self.patience {
            agent.is_reported = true;
            self.stuck.push(StuckAgent { agent: id, cell, since: agent.best_at, reason: agent.reason });
        }
    }
}
