//! Requests that come and go.

use super::{
    agent::Agent,
    agent_id::AgentId,
    answer::{AgentPath, AnswerStatus},
    fleet::Fleet,
    grounds::Grounds,
    place::{GroundKind, Place},
    record::{AnswerRecord, PlanCause},
    request::Request,
    tiles,
    walkers::Walkers,
    waypoints::EdgeWalk,
};

impl Fleet {
    /// Gives an agent a request, instead of its last one if it has one. The next search answers the request.
    ///
    /// If the request equals the present one, the answer stands: returns `true`. An equal request that has failed, or has a partial
    /// path, is searched for at once if something has changed since. Returns `false` if the old answer is forgotten, and for an agent
    /// that is not in the fleet.
    pub fn ask(
        &mut self,
        agent: AgentId,
        request: Request,
        grounds: &Grounds,
        walkers: &mut impl Walkers,
    ) -> bool {
        let now = self.now();
        let Some(asking) = self.agents.get_mut(agent) else { return false };
        let key = request.key();
        let is_on_tiles = asking.ground == GroundKind::Tiles;
        let last = if is_on_tiles { asking.request() } else { asking.request.as_ref() };
        let is_same = last.is_some_and(|last| last.key() == key);
        let is_equal = asking.request() == Some(&request);
        asking.request = Some(request);
        asking.is_cancelled = false;
        let walks = asking.speed.is_some() || walkers.progress(agent).is_some();
        if is_equal && stands(asking, grounds, walks) {
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
        // An agent that asks for the same goals is still where it was.
        if !is_same {
            asking.head_for_start();
        }
        self.circles.note(agent, asking);
        walkers.renew(agent);
        if !is_same {
            walkers.head_for_start(agent);
        }
        self.set_field(agent, None);
        self.enqueue(agent);
        is_equal
    }

    /// Searches for an agent again although its answer still stands.
    pub fn ask_again(&mut self, agent: AgentId, cause: PlanCause) {
        let now = self.now();
        if let Some(asking) = self.agents.get_mut(agent).filter(|agent| agent.request().is_some()) {
            asking.record.ask(cause, now);
            self.enqueue(agent);
        }
    }

    /// Takes an agent's request and its answer away. The agent stands where it is.
    pub fn cancel(&mut self, agent: AgentId) {
        self.set_field(agent, None);
        self.circles.open(agent);
        let Some(asking) = self.agents.get_mut(agent) else { return };
        self.queue.withdraw(agent, &mut asking.plan.queued);
        if let Some(group) = asking.plan.group {
            self.groups.leave(group);
        }
        asking.is_cancelled = true;
        asking.own = None;
        forget_answer(asking);
        asking.plan.renew(None, None);
        asking.plan.queued = None;
        asking.record = AnswerRecord::default();
    }

    /// Says whether an agent takes part. An agent that does not keeps its request, but is neither searched for nor moved. When it
    /// takes part again, its request is searched for again.
    pub fn set_active(&mut self, agent: AgentId, is_active: bool, walkers: &mut impl Walkers) {
        let was_active = self
            .agents
            .get_mut(agent)
            .is_some_and(|agent| core::mem::replace(&mut agent.is_active, is_active));
        if is_active && !was_active {
            self.set_field(agent, None);
            walkers.forget_place(agent);
            self.ask_again(agent, PlanCause::Enabled);
        }
    }

    /// Lets an agent walk on other ground from now on. Its request is searched for there.
    pub fn set_ground(&mut self, agent: AgentId, ground: GroundKind, walkers: &mut impl Walkers) {
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
        walkers.renew(agent);
        walkers.forget_place(agent);
        walkers.head_for_start(agent);
        self.ask_again(agent, PlanCause::ChangedGround);
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
    agent.path = AgentPath::None;
}

/// Whether the answer to an equal request stays valid, or is still to come. A request without a path waits no longer for its next search.
fn stands(agent: &mut Agent, grounds: &Grounds, walks: bool) -> bool {
    match agent.status {
        AnswerStatus::Pending => agent.plan.queued.is_some(),
        // The path of an agent that walks is kept up to date.
        AnswerStatus::Found => walks || place_of(agent, grounds) == agent.plan.start,
        AnswerStatus::Partial | AnswerStatus::Failed(_) => {
            agent.plan.retry_at = 0.0;
            true
        }
    }
}

/// Where an agent is on its ground.
fn place_of(agent: &Agent, grounds: &Grounds) -> Option<Place> {
    match agent.ground {
        GroundKind::Tiles => {
            let (_, geometry) = grounds.tiles?;
            tiles::cell_of(agent, geometry).ok().map(Place::Cell)
        }
        GroundKind::Waypoints => grounds.graph.nearest(agent.position?).map(Place::Waypoint),
    }
}
