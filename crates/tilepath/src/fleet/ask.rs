//! Requests that come and go.

use super::{
    agent::Agent,
    agent_id::AgentId,
    answer::AnswerStatus,
    fleet::Fleet,
    record::{AnswerRecord, PlanCause},
    request::Request,
};
use crate::graph::NavGraph;

impl Fleet {
    /// Gives an agent a request, instead of its last one if it has one. The next search answers the request.
    ///
    /// If the request equals the present one, the answer stands: returns `true`. An equal request that has failed, or has a partial
    /// path, is searched for at once if something has changed since. Returns `false` if the old answer is forgotten, and for an agent
    /// that is not in the fleet.
    pub fn ask(&mut self, agent: AgentId, request: Request, graph: &NavGraph) -> bool {
        let now = self.now;
        let Some(asking) = self.agents.get_mut(agent) else { return false };
        let is_same = asking.request.as_ref().is_some_and(|last| last.has_goals_of(&request));
        let is_equal = asking.request() == Some(&request);
        asking.request = Some(request);
        asking.is_cancelled = false;
        if is_equal && stands(asking, graph) {
            return true;
        }
        if !is_equal {
            forget_answer(asking);
            asking.record = AnswerRecord::default();
        }
        asking.record.ask(PlanCause::Requested, now);
        let reported = asking.plan.reported.filter(|_| is_same);
        asking.plan.renew(reported);
        asking.walk.is_new = true;
        // An agent that asks for the same goals is still where it was.
        if !is_same {
            asking.head_for_start();
        }
        self.enqueue(agent);
        is_equal
    }

    /// Searches for an agent again although its answer still stands.
    pub fn ask_again(&mut self, agent: AgentId, cause: PlanCause) {
        let now = self.now;
        if let Some(asking) = self.agents.get_mut(agent).filter(|agent| agent.request().is_some()) {
            asking.record.ask(cause, now);
            self.enqueue(agent);
        }
    }

    /// Takes an agent's request and its answer away. The agent stands where it is.
    pub fn cancel(&mut self, agent: AgentId) {
        let Some(asking) = self.agents.get_mut(agent) else { return };
        self.queue.withdraw(agent, &mut asking.plan.queued);
        asking.is_cancelled = true;
        forget_answer(asking);
        asking.plan.renew(None);
        asking.plan.queued = None;
        asking.record = AnswerRecord::default();
    }

    /// Says whether an agent takes part. An agent that does not keeps its request, but is neither searched for nor moved. When it
    /// takes part again, its request is searched for again.
    pub fn set_active(&mut self, agent: AgentId, is_active: bool) {
        let was_active = self
            .agents
            .get_mut(agent)
            .is_some_and(|agent| core::mem::replace(&mut agent.is_active, is_active));
        if is_active && !was_active {
            self.ask_again(agent, PlanCause::Enabled);
        }
    }

    /// Puts an agent's request into the queue, after all requests of its priority.
    pub(super) fn enqueue(&mut self, id: AgentId) {
        let Some(agent) = self.agents.get_mut(id) else { return };
        if let Some(request) = &agent.request {
            self.queue.push(id, request.priority, &mut agent.plan.queued);
        }
    }
}

fn forget_answer(agent: &mut Agent) {
    agent.status = AnswerStatus::Pending;
    agent.path = None;
}

/// Whether the answer to an equal request stays valid, or is still to come. A request without a path waits no longer for its next search.
fn stands(agent: &mut Agent, graph: &NavGraph) -> bool {
    match agent.status {
        AnswerStatus::Pending => agent.plan.queued.is_some(),
        AnswerStatus::Found => {
            // The path of an agent that walks is kept up to date.
            let here = || graph.nearest(agent.position?);
            agent.speed.is_some() || here() == agent.plan.start
        }
        AnswerStatus::Partial | AnswerStatus::Failed(_) => {
            agent.plan.retry_at = 0.0;
            true
        }
    }
}
