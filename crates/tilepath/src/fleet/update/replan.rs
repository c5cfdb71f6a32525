//! Finds the agents that need a new answer.

use crate::{
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{AnswerStatus, GroundKind, Grounds, PlanCause},
        fleet::Fleet,
        walking::TurnCause,
        work::Openings,
    },
};

impl Fleet {
    /// Finds the agents that need a new answer, and puts them into the queue, in the order of their indices. Agents
    /// on goal fields are not checked, because their fields are kept up to date.
    pub(in crate::fleet) fn queue_requests(&mut self, grounds: &Grounds) {
        let since = core::mem::replace(&mut self.seen, grounds.graph.revision());
        let budget = Budget::new(self.settings.expansions_per_update.into());
        let mut openings = Openings::since(since, grounds.graph, budget);
        let mut next = 0;
        while let Some(id) = self.agents.next_off_field(next) {
            next = id.index() + 1;
            let Some(agent) = self.agents.get(id).filter(|agent| agent.is_active) else { continue };
            if agent.request().is_none() || agent.plan.queued.is_some_and(|key| self.queue.holds(key)) {
                continue;
            }
            match agent.ground {
                GroundKind::Tiles => self.check_on_tiles(id, grounds),
                GroundKind::Waypoints => self.check_on_waypoints(id, grounds, since, openings.as_mut()),
            }
        }
    }

    /// Puts an agent into the queue if there is a `cause` for a new answer. `turn_cause` is what this cause means if the answer turns
    /// the agent round.
    pub(in crate::fleet) fn queue_for(
        &mut self,
        id: AgentId,
        cause: Option<PlanCause>,
        turn_cause: Option<TurnCause>,
    ) {
        let now = self.now();
        let Some((agent, cause)) = self.agents.get_mut(id).zip(cause) else { return };
        agent.plan.turn_cause = turn_cause;
        if let Some(turn) = &mut agent.plan.turn {
            turn.passed_over &= turn.holds(now.time);
        }
        // A request without any answer so far keeps its first cause.
        if agent.status != AnswerStatus::Pending {
            agent.record.ask(cause, now);
        }
        self.enqueue(id);
    }
}
