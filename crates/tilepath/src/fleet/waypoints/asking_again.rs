//! Finds out whether an agent on waypoints needs another answer.

use super::check::WaypointCheck;
use crate::fleet::{
    agent_id::AgentId,
    agents::{Grounds, PlanCause, needs_answer},
    fleet::Fleet,
    walking::{Motion, TurnCause},
    work::Openings,
};

impl Fleet {
    /// Puts an agent on waypoints into the queue if it needs another answer. `since` is the revision of the graph at the last check.
    pub(in crate::fleet) fn check_on_waypoints(
        &mut self,
        id: AgentId,
        grounds: &Grounds,
        since: u64,
        openings: Option<&mut Openings>,
    ) {
        let Some((agent, request)) = self.agents.get(id).and_then(|agent| Some((agent, agent.request()?)))
        else {
            return;
        };
        let (graph, agents, circles) = (grounds.graph, &self.agents, &self.circles);
        let now = self.changes.now().time;
        let mut check = WaypointCheck { graph, agents, circles, id, agent, request, since, now, openings };
        let (has_moved, has_lost_edge) = (check.has_moved(), check.has_lost_edge());
        let cause = needs_answer(agent, now, &mut check);
        let place = self.agents.position(id);
        let Some((agent, step)) = self.agents.walker_mut(id) else { return };
        if let Some(at) = place.filter(|_| has_moved) {
            step.motion = Motion::still(at);
        }
        if has_lost_edge {
            agent.walk.edge = None;
            step.forget_place();
        }
        let turn_cause = cause.map(|cause| match cause {
            PlanCause::TargetMoved | PlanCause::LinksChanged => TurnCause::GoalsMoved,
            _ => TurnCause::Other,
        });
        self.queue_for(id, cause, turn_cause);
    }
}
