//! Gives requests to agents, and cancels requests.

use super::{
    agent::Agent,
    agent_id::AgentId,
    agents::Agents,
    answer::{AgentPath, AnswerStatus},
    fleet::Fleet,
    grounds::Grounds,
    place::{GroundKind, Place},
    record::{AnswerRecord, PlanCause},
    request::Request,
    tiles::cell_of,
    waypoints::EdgeWalk,
};
use core::time::Duration;

impl Fleet {
    /// Gives an agent a request, which replaces the last one. The request waits in the queue until [`Fleet::answer`]
    /// answers it.
    ///
    /// Returns `true` if the request equals the agent's present request: the present answer is then kept. If this
    /// answer is a failure or a partial path, the next search comes as soon as something has changed, without further
    /// wait. Returns `false` if the old answer is dropped, or if the agent is not in the fleet.
    pub fn ask(&mut self, agent: AgentId, request: Request, grounds: &Grounds) -> bool {
        let now = self.now();
        let place = place_of(&self.agents, agent, grounds);
        let walks = self.agents.walks.progress(agent).is_some();
        let Some(asking) = self.agents.get_mut(agent) else { return false };
        let key = request.key();
        let is_on_tiles = asking.ground == GroundKind::Tiles;
        let last = if is_on_tiles { asking.request() } else { asking.request.as_ref() };
        let is_same = last.is_some_and(|last| last.key() == key);
        let is_equal = asking.request() == Some(&request);
        asking.request = Some(request);
        asking.is_cancelled = false;
        if is_equal && stands(asking, place, walks) {
            self.circles.note(agent, asking);
            return true;
        }
        if !is_equal {
            forget_answer(asking);
            asking.record = AnswerRecord::default();
        }
        asking.record.ask(PlanCause::Requested, now);
        let group = is_on_tiles.then(|| self.groups.join(key));
        if let Some(old) = asking.plan.group {
            self.groups.leave(old);
        }
        let reported = asking.plan.reported.filter(|_| is_same);
        asking.plan.renew(reported, group);
        asking.walk.is_new = true;
        // With the same targets, the agent keeps its place on the path.
        if !is_same {
            asking.head_for_start();
        }
        self.circles.note(agent, asking);
        self.renew_walk(agent, !is_same);
        self.note_walking(agent);
        self.set_field(agent, None);
        self.enqueue(agent);
        is_equal
    }

    /// Puts the request of an agent into the queue again, even if it has an answer. `cause` explains why.
    pub fn ask_again(&mut self, agent: AgentId, cause: PlanCause) {
        let now = self.now();
        if let Some(asking) = self.agents.get_mut(agent).filter(|agent| agent.request().is_some()) {
            asking.record.ask(cause, now);
            self.enqueue(agent);
        }
    }

    /// Cancels the request of an agent and drops the answer. The agent stops where it is.
    pub fn cancel(&mut self, agent: AgentId) {
        self.set_field(agent, None);
        self.circles.open(agent);
        let Some(asking) = self.agents.get_mut(agent) else { return };
        self.queue.withdraw(agent, &mut asking.plan.queued);
        if let Some(group) = asking.plan.group {
            self.groups.leave(group);
        }
        asking.is_cancelled = true;
        forget_answer(asking);
        asking.plan.renew(None, None);
        asking.plan.queued = None;
        asking.record = AnswerRecord::default();
        self.note_walking(agent);
    }

    /// Enables or disables an agent. A disabled agent keeps its request, but it gets no searches and does not move.
    /// When the agent is enabled again, its request goes into the queue again.
    pub fn set_active(&mut self, agent: AgentId, is_active: bool) {
        let Some(changing) = self.agents.get_mut(agent) else { return };
        let was_active = core::mem::replace(&mut changing.is_active, is_active);
        if is_active && !was_active {
            self.set_field(agent, None);
            self.forget_walk(agent);
            self.ask_again(agent, PlanCause::Enabled);
        }
        self.note_walking(agent);
    }

    /// Changes the kind of ground on which an agent walks. The agent's request goes into the queue again, for a path
    /// on the new ground.
    pub fn set_ground(&mut self, agent: AgentId, ground: GroundKind) {
        if self.agents.get(agent).is_none_or(|agent| agent.ground == ground) {
            return;
        }
        self.set_field(agent, None);
        let Some(changing) = self.agents.get_mut(agent) else { return };
        self.queue.withdraw(agent, &mut changing.plan.queued);
        if let Some(group) = changing.plan.group {
            self.groups.leave(group);
        }
        changing.ground = ground;
        forget_answer(changing);
        let key = changing.request().map(Request::key);
        let group = key.filter(|_| ground == GroundKind::Tiles).map(|key| self.groups.join(key));
        changing.plan.renew(None, group);
        changing.plan.queued = None;
        changing.walk = EdgeWalk::default();
        changing.head_for_start();
        changing.record = AnswerRecord::default();
        self.renew_walk(agent, true);
        self.forget_walk(agent);
        self.note_walking(agent);
        self.ask_again(agent, PlanCause::ChangedGround);
    }

    /// Notes that an agent has a new path over cells, or has lost its path. With `from_start`, the agent's progress
    /// on the path is reset.
    pub(super) fn renew_walk(&mut self, agent: AgentId, from_start: bool) {
        let walks = &mut self.agents.walks;
        walks.steps[agent.index()].renew();
        if from_start {
            walks.tracks[agent.index()].progress.head_for(0);
        }
    }

    /// Makes the next walk check the step of an agent again, because the map may have moved since the last walk.
    fn forget_walk(&mut self, agent: AgentId) {
        self.agents.walks.steps[agent.index()].forget_place();
    }

    /// Puts an agent's request into the queue, after all requests of the same priority.
    pub(super) fn enqueue(&mut self, id: AgentId) {
        let Some(agent) = self.agents.get_mut(id) else { return };
        if let Some(request) = &agent.request {
            self.queue.push(id, request.priority, &mut agent.plan.queued);
        }
    }
}

fn forget_answer(agent: &mut Agent) {
    agent.status = AnswerStatus::Pending;
    agent.path = AgentPath::None;
}

/// Whether the answer to an equal request stays valid, or the request still waits in the queue. If the answer is a
/// failure or a partial path, the wait before the next search ends.
fn stands(agent: &mut Agent, place: Option<Place>, walks: bool) -> bool {
    match agent.status {
        AnswerStatus::Pending => agent.plan.queued.is_some(),
        // The path of an agent that walks is kept up to date.
        AnswerStatus::Found => walks || place == agent.plan.start,
        AnswerStatus::Partial | AnswerStatus::Failed(_) => {
            agent.plan.retry_at = Duration::ZERO;
            true
        }
    }
}

/// The cell or waypoint at which an agent is.
fn place_of(agents: &Agents, id: AgentId, grounds: &Grounds) -> Option<Place> {
    match agents.get(id)?.ground {
        GroundKind::Tiles => {
            let (_, geometry) = grounds.tiles?;
            cell_of(agents, id, geometry).ok().map(Place::Cell)
        }
        GroundKind::Waypoints => grounds.graph.nearest(agents.position(id)?).map(Place::Waypoint),
    }
}
