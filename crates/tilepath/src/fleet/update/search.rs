//! Answers requests in the order of the queue, under the budget of an update.

use crate::{
    batch::{Batch, Threads},
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{Agent, AgentPath, AnswerStatus, Grounds},
        fields::SharedFields,
        fleet::Fleet,
        requests::{Failure, FleetEvent, QueueKey, Request},
    },
};

impl Fleet {
    /// Finds the requests that need another answer, and answers as many as the budget allows.
    pub(in crate::fleet) fn answer_requests(
        &mut self,
        grounds: &Grounds,
        fields: &mut SharedFields,
        threads: &impl Threads,
    ) {
        if self.circles.find(&self.agents) {
            // A goal field would lead a waiting agent to its target.
            let waiting: Vec<AgentId> = self.circles.waiting().collect();
            waiting.into_iter().for_each(|agent| self.set_field(agent, None));
        }
        self.queue_requests(grounds);
        self.ask_fields(grounds);
        self.build_fields(grounds, fields);
        self.release_agents(grounds, fields);
        self.answer_from_fields(grounds, fields);
        self.run_searches(grounds, threads);
    }

    fn run_searches(&mut self, grounds: &Grounds, threads: &impl Threads) {
        self.preparation.skip_warm_up();
        self.check_under_way(grounds);
        let whole = Budget::new(self.settings.expansions_per_update.max(1).into());
        let mut budget = whole;
        let mut sizes = Batch::rounds();
        while !budget.is_spent() {
            self.queue.set_under_way(None);
            let is_turn_of_others = grounds.is_loading || self.tiles.parked.is_none();
            if is_turn_of_others && self.answer_on_waypoints(grounds, &mut budget) {
                continue;
            }
            if grounds.is_loading {
                return;
            }
            let size = sizes.next().unwrap_or(1);
            if !self.answer_on_tiles(grounds, threads, (size, &mut budget)) {
                if self.is_anybody_next() {
                    continue;
                }
                break;
            }
        }
        if let Some((map, _)) = grounds.tiles.filter(|_| budget == whole) {
            self.warm_up(map, threads);
        }
    }

    fn is_anybody_next(&self) -> bool {
        self.queue.first().is_some()
    }

    /// The agent with this place in the queue, and its request. `None` if the agent was removed, is disabled, or has
    /// made another request since.
    pub(in crate::fleet) fn waiting(&self, agent: AgentId, key: QueueKey) -> Option<(&Agent, &Request)> {
        let agent =
            self.agents.get(agent).filter(|agent| agent.is_active && agent.plan.queued == Some(key))?;
        Some((agent, agent.request()?))
    }

    /// Gives an agent a path. With the status `Pending`, the path is the answer to an earlier request.
    pub(in crate::fleet) fn deliver_path(&mut self, id: AgentId, path: AgentPath, status: AnswerStatus) {
        let now = self.now();
        let is_answer = status != AnswerStatus::Pending;
        match is_answer {
            true => self.leave_walked(id),
            false => self.leave_field(id),
        }
        let Some(agent) = self.agents.get_mut(id) else { return };
        let is_first = is_answer && agent.status == AnswerStatus::Pending;
        let starts_over = is_answer && core::mem::take(&mut agent.plan.starts_over);
        if starts_over {
            agent.head_for_start();
        }
        if status == AnswerStatus::Partial {
            agent.plan.back_off(&self.settings, now.time);
        } else {
            agent.plan.failures = 0;
        }
        agent.plan.reported = None;
        agent.walk.is_new = true;
        agent.status = status;
        let old = core::mem::replace(&mut agent.path, path);
        if old.is_none() || is_first {
            self.events.push(FleetEvent::Found(id));
        } else if !old.goes_on_as(&agent.path) {
            self.events.push(FleetEvent::Replanned(id));
        }
        self.renew_walk(id, starts_over);
        self.answered.push(id);
    }

    pub(in crate::fleet) fn deliver_failure(&mut self, id: AgentId, reason: Failure) {
        let now = self.now();
        self.leave_walked(id);
        let Some(agent) = self.agents.get_mut(id) else { return };
        agent.plan.back_off(&self.settings, now.time);
        if agent.plan.reported.replace(reason).map(|last| last.kind()) != Some(reason.kind()) {
            self.events.push(FleetEvent::Failed(id, reason));
        }
        let had_failed = match agent.status {
            // Failures are compared by their texts, because a failure with a NaN is not equal to itself.
            AnswerStatus::Failed(old) if old.to_string() == reason.to_string() => return,
            status => matches!(status, AnswerStatus::Failed(_)),
        };
        agent.status = AnswerStatus::Failed(reason);
        agent.path = AgentPath::None;
        agent.plan.starts_over = false;
        if !had_failed {
            agent.head_for_start();
            self.renew_walk(id, true);
        }
        self.answered.push(id);
    }
}
