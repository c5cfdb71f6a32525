//! Gives requests to agents, and cancels requests.

use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{
            Agent, AgentPath, AnswerRecord, AnswerStatus, GroundKind, Grounds, Place, PlanCause,
            RequestChange,
        },
        fleet::Fleet,
        input::FleetInput,
        requests::Request,
        walking::EdgeWalk,
        work::MAX_RESTARTS,
    },
    geometry::CellGeometry,
};
use core::time::Duration;

impl Fleet {
    /// Gives an agent a request, which replaces the last one. The request waits in the queue until [`Fleet::answer`]
    /// answers it. If the last request still waits there, the new one goes to the end of the queue. From the second time on it takes
    /// the place of the last one.
    ///
    /// *The same request.* A request has the same answer as the last one if it differs only in its priority, and in positions that are
    /// in the same cells as before (on waypoints: nearest to the same waypoints). The agent then keeps its answer and goes to
    /// the new point. If this answer is a failure or a partial path, the next search comes as soon as something has
    /// changed, without further wait.
    ///
    /// *Another request.* The status is [`AnswerStatus::Pending`] until the answer comes. Until then, the agent walks on by its
    /// old path, if it has one. The end of the old path does not count as a goal.
    ///
    /// *Requests that change faster than they are searched.* A search under way begins again with the new request. After four
    /// times it runs to its end with the request that it has: the agent walks by this path, and the newest request goes to
    /// the end of the queue. So an agent that gets another request in every update comes forward.
    ///
    /// Returns `true` if the agent keeps its answer. Returns `false` if it needs another one, or is not in the fleet.
    pub fn ask(&mut self, agent: AgentId, request: Request, grounds: &Grounds) -> bool {
        let Some(asking) = self.agents.get(agent) else { return false };
        self.note_cells(grounds);
        self.journal.note(|| FleetInput::Ask(agent, Box::new(request.clone())));
        let change = RequestChange::of(asking, &request, grounds);
        match change {
            RequestChange::SameSearch => self.ask_the_same(agent, request, grounds),
            _ => self.ask_anew(agent, request, change, grounds),
        }
        if let Some(asking) = self.agents.get(agent) {
            self.circles.note(agent, asking);
        }
        change == RequestChange::SameSearch
    }

    /// Notes where the cells of the map are: what agents ask for depends on it.
    pub(in crate::fleet) fn note_cells(&self, grounds: &Grounds) {
        self.journal.note(|| FleetInput::SetCells(grounds.tiles.map(|(_, geometry)| *geometry)));
    }

    /// Takes a request that has the same answer as the last one.
    fn ask_the_same(&mut self, id: AgentId, request: Request, grounds: &Grounds) {
        let now = self.now();
        let place = self.agents.get(id).map(Agent::ground).zip(self.agents.position(id));
        let place = place.and_then(|(ground, at)| grounds.place_at(ground, at));
        let walks = self.agents.walks.progress(id).is_some();
        let Some(asking) = self.agents.get_mut(id) else { return };
        if let Some(last) = asking.request.as_ref().filter(|&last| *last != request) {
            self.tiles.parked.iter_mut().for_each(|parked| parked.request.rename_targets(id, last, &request));
            self.waypoints.parked.iter_mut().for_each(|parked| parked.rename_targets(id, last, &request));
            asking.rename_targets(&request);
            self.queue.set_priority(id, request.priority, &mut asking.plan.queued);
            self.agents.walks.steps[id.index()].approach_again();
        }
        let Some(asking) = self.agents.get_mut(id) else { return };
        asking.request = Some(request);
        let stays = stands(asking, place, walks);
        self.note_walking(id);
        if stays {
            return;
        }
        let Some(asking) = self.agents.get_mut(id) else { return };
        asking.record.ask(PlanCause::Requested, now);
        asking.walk.is_new = true;
        self.leave_walked(id);
        let Some(asking) = self.agents.get_mut(id) else { return };
        asking.plan.renew(asking.plan.reported, asking.plan.group);
        self.renew_walk(id, false);
        self.note_walking(id);
        self.enqueue(id);
    }

    /// Takes a request that needs another answer.
    fn ask_anew(&mut self, id: AgentId, request: Request, change: RequestChange, grounds: &Grounds) {
        let now = self.now();
        let cause = self.restart_search(id);
        let Some(asking) = self.agents.get_mut(id) else { return };
        let ground = asking.ground;
        let (has_path, has_other_targets) = (!asking.path.is_none(), change == RequestChange::OtherTargets);
        let has_other_profile = asking.request().is_some_and(|last| last.profile != request.profile);
        let group = ground.has_cells().then(|| self.groups.join(grounds.key_of(ground, &request)));
        if let AgentPath::OverCells(own) = &mut asking.path {
            // The agent may no longer enter what its new profile forbids.
            own.profile = request.profile;
        }
        let priority = request.priority;
        asking.request = Some(request);
        asking.is_cancelled = false;
        asking.status = AnswerStatus::Pending;
        if !has_path {
            asking.record = AnswerRecord::default();
            asking.walk.is_new = true;
        }
        asking.record.ask(cause, now);
        let last_group = asking.plan.ask_anew(group, has_path, has_other_targets);
        if let Some(last) = last_group {
            self.groups.leave(last);
        }
        match has_path {
            true => asking.has_arrived &= !has_other_targets,
            false if has_other_targets => asking.head_for_start(),
            false => {}
        }
        let plan = &mut asking.plan;
        let waits = plan.queued.is_some_and(|key| self.queue.holds(key));
        // If it gave up its place every time, it would never be its turn.
        let keeps_place = waits && plan.asked_anew > 0;
        plan.asked_anew += u32::from(waits && plan.asked_anew == 0);
        if !keeps_place {
            self.queue.push(id, priority, &mut plan.queued);
        } else if cause != PlanCause::Overtaken {
            self.queue.set_priority(id, priority, &mut plan.queued);
        }
        match has_path {
            // The agent walks on by its old path. On a goal field, its new profile may forbid that.
            true if has_other_targets => self.agents.walks.tracks[id.index()].progress.set_out_again(),
            true => {}
            false => self.renew_walk(id, has_other_targets),
        }
        if has_path && !has_other_profile {
            self.agents.note_waiting(id);
        } else {
            self.set_field(id, None);
            // It may be on its way there.
            self.agents.walks.steps[id.index()].check_again();
        }
        self.note_walking(id);
    }

    /// Lets the search under way of an agent begin again, because the agent has another request. After some times, the search runs to
    /// its end as it is. Returns why the agent asks.
    fn restart_search(&mut self, id: AgentId) -> PlanCause {
        let Some(plan) = self.agents.get_mut(id).map(|agent| &mut agent.plan) else {
            return PlanCause::Requested;
        };
        let tiles = self.tiles.parked.as_mut().map(|parked| &mut parked.request);
        let tiles = tiles.filter(|job| job.agent == id).map(|job| (job.key, &mut job.is_overtaken));
        let waypoints = self.waypoints.parked.as_mut().filter(|job| job.agent == id);
        let under_way = tiles.or(waypoints.map(|job| (job.key, &mut job.is_overtaken)));
        let Some((key, is_overtaken)) = under_way.filter(|(key, _)| plan.queued == Some(*key)) else {
            return PlanCause::Requested;
        };
        *is_overtaken |= plan.asked_anew >= MAX_RESTARTS;
        if *is_overtaken {
            return PlanCause::Overtaken;
        }
        plan.asked_anew += 1;
        self.tiles.parked.take_if(|parked| parked.request.agent == id);
        self.waypoints.parked.take_if(|parked| parked.agent == id);
        self.queue.put_back_unfinished(key, id);
        PlanCause::Requested
    }

    /// Takes an agent out of the group by whose path it has walked until now.
    pub(in crate::fleet) fn leave_walked(&mut self, id: AgentId) {
        self.leave_field(id);
        let walked = self.agents.get_mut(id).and_then(|agent| agent.plan.walked.take());
        if let Some(group) = walked {
            self.groups.leave(group);
        }
    }

    /// After the map has moved in the world, positions are in other cells: their agents join the groups of these cells.
    pub(in crate::fleet) fn join_groups_again(&mut self, geometry: &CellGeometry) {
        for index in 0..self.agents.slots.len() {
            let Some(id) = self.agents.id_at(index) else { continue };
            let Some(agent) = self.agents.get(id).filter(|agent| agent.plan.group.is_some()) else {
                continue;
            };
            let Some(request) = agent.request().filter(|request| request.names_a_position()) else {
                continue;
            };
            let (key, last) = (request.key(Some(geometry)), agent.plan.group);
            if last.and_then(|group| self.groups.get(group)).is_some_and(|group| *group.key() == key) {
                continue;
            }
            let group = self.groups.join(key);
            self.leave_walked(id);
            last.into_iter().for_each(|last| self.groups.leave(last));
            if let Some(agent) = self.agents.get_mut(id) {
                agent.plan.group = Some(group);
            }
        }
    }

    /// Puts the request of an agent into the queue again, even if it has an answer. `cause` explains why.
    pub fn ask_again(&mut self, agent: AgentId, cause: PlanCause) {
        self.journal.note(|| FleetInput::AskAgain(agent, cause));
        self.request_again(agent, cause);
    }

    /// Puts the request of an agent into the queue again. This is no input of the game.
    pub(in crate::fleet) fn request_again(&mut self, agent: AgentId, cause: PlanCause) {
        let now = self.now();
        if let Some(asking) = self.agents.get_mut(agent).filter(|agent| agent.request().is_some()) {
            asking.record.ask(cause, now);
            self.enqueue(agent);
        }
    }

    /// Cancels the request of an agent and drops the answer. The agent stops where it is.
    pub fn cancel(&mut self, agent: AgentId) {
        self.journal.note(|| FleetInput::Cancel(agent));
        self.withdraw(agent);
    }

    /// Cancels the request of an agent. This is no input of the game.
    pub(in crate::fleet) fn withdraw(&mut self, agent: AgentId) {
        self.circles.open(agent);
        self.leave_walked(agent);
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
        self.journal.note(|| FleetInput::SetActive(agent, is_active));
        let was_active = core::mem::replace(&mut changing.is_active, is_active);
        if is_active && !was_active {
            self.set_field(agent, None);
            self.forget_walk(agent);
            self.request_again(agent, PlanCause::Enabled);
        }
        self.note_walking(agent);
    }

    /// Changes the kind of ground on which an agent walks. The agent's request goes into the queue again, for a path
    /// on the new ground.
    ///
    /// While there is no path on the new ground, the agent stands still.
    pub fn set_ground(&mut self, agent: AgentId, ground: GroundKind) {
        if self.agents.get(agent).is_none_or(|agent| agent.ground == ground) {
            return;
        }
        self.journal.note(|| FleetInput::SetGround(agent, ground));
        self.leave_walked(agent);
        let Some(changing) = self.agents.get_mut(agent) else { return };
        self.queue.withdraw(agent, &mut changing.plan.queued);
        if let Some(group) = changing.plan.group {
            self.groups.leave(group);
        }
        changing.ground = ground;
        forget_answer(changing);
        let geometry = self.changes.geometry();
        let key = changing.request().map(|request| request.key(geometry));
        let group = key.filter(|_| ground.has_cells()).map(|key| self.groups.join(key));
        changing.plan.renew(None, group);
        changing.plan.queued = None;
        changing.walk = EdgeWalk::default();
        changing.head_for_start();
        changing.record = AnswerRecord::default();
        self.renew_walk(agent, true);
        self.forget_walk(agent);
        self.note_walking(agent);
        self.request_again(agent, PlanCause::ChangedGround);
    }

    /// Notes that an agent has a new path over cells, or has lost its path. With `from_start`, the agent's progress
    /// on the path is reset.
    pub(in crate::fleet) fn renew_walk(&mut self, agent: AgentId, from_start: bool) {
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
    pub(in crate::fleet) fn enqueue(&mut self, id: AgentId) {
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
