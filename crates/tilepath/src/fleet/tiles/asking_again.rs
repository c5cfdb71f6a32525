//! Finds out whether an agent on cells needs another answer.

use super::check::{TileCheck, without_map};
use crate::fleet::{
    agent_id::AgentId,
    agents::{Grounds, needs_answer},
    fleet::Fleet,
};

impl Fleet {
    /// Puts an agent on cells into the queue if it needs another answer.
    pub(in crate::fleet) fn check_on_tiles(&mut self, id: AgentId, grounds: &Grounds) {
        let Some((agent, request)) = self.agents.get(id).and_then(|agent| Some((agent, agent.request()?)))
        else {
            return;
        };
        let Some((map, geometry)) = grounds.tiles else {
            let cause = without_map(agent, grounds.is_loading);
            return self.queue_for(id, cause, None);
        };
        let mut check = TileCheck {
            grounds,
            map,
            geometry,
            changes: &self.changes,
            agents: &self.agents,
            circles: &self.circles,
            newly_standing: &self.newly_standing,
            id,
            agent,
            request,
            walker: self.agents.walks.progress(id).zip(self.agents.walks.step(id)),
        };
        let cause = needs_answer(agent, self.changes.now().time, &mut check);
        let turn_cause = cause.map(|cause| check.turn_cause(cause));
        self.queue_for(id, cause, turn_cause);
    }
}
