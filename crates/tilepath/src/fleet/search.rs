//! Answers requests in the order of the queue, under the budget of an update.

use super::{
    agent::Agent,
    agent_id::AgentId,
    answer::{AgentPath, AnswerStatus},
    event::FleetEvent,
    failure::Failure,
    fields::SharedFields,
    fleet::Fleet,
    grounds::Grounds,
    place::GroundKind,
    queue::QueueKey,
    request::Request,
};
use crate::batch::{Batch, Threads};

/// How many times a search may start again because the ground changed under it. After that it runs to its end within one update, so that
/// ground that changes in every update can't keep an agent waiting forever.
pub(super) const MAX_RESTARTS: u32 = 4;

impl Fleet {
    /// Finds the requests that need another answer, and answers requests in the order of the queue, until the queue is empty or the
    /// budget is spent.
    pub fn answer(&mut self, grounds: &Grounds, fields: &mut SharedFields, threads: &impl Threads) {
        if self.circles.find(&self.agents) {
            // A goal field would lead it to its target.
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
        self.see_map(grounds);
        let whole = self.settings.expansions_per_update.max(1);
        let mut budget = whole;
        let mut sizes = Batch::rounds();
        while budget > 0 {
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

    /// The agent of a place in the queue. `None` if it was removed, takes no part, or has made another request since.
    pub(super) fn waiting(&self, agent: AgentId, key: QueueKey) -> Option<(&Agent, &Request)> {
        let agent =
            self.agents.get(agent).filter(|agent| agent.is_active && agent.plan.queued == Some(key))?;
        Some((agent, agent.request()?))
    }

    /// Whether the request that is next in the queue, or has an unfinished search, is one over waypoints. While the map is loading, the
    /// first of those counts.
    pub(super) fn next_on_waypoints(&mut self, is_loading: bool) -> Option<(QueueKey, AgentId)> {
        let Self { queue, agents, .. } = self;
        let is_on_waypoints = |id| agents.get(id).is_some_and(|agent| agent.ground == GroundKind::Waypoints);
        match is_loading {
            true => queue.pop_where(is_on_waypoints),
            false if is_on_waypoints(queue.first()?) => queue.pop(),
            false => None,
        }
    }

    pub(super) fn deliver_path(&mut self, id: AgentId, path: AgentPath, status: AnswerStatus) {
        let now = self.now();
        let Some(agent) = self.agents.get_mut(id) else { return };
        if status == AnswerStatus::Partial {
            agent.plan.back_off(&self.settings, now.seconds);
        } else {
            agent.plan.failures = 0;
        }
        agent.plan.reported = None;
        agent.walk.is_new = true;
        agent.status = status;
        let old = core::mem::replace(&mut agent.path, path);
        if old.is_none() {
            self.events.push(FleetEvent::Found(id));
        } else if !old.goes_on_as(&agent.path) {
            self.events.push(FleetEvent::Replanned(id));
        }
        self.renew_walk(id, false);
        self.answered.push(id);
    }

    pub(super) fn deliver_failure(&mut self, id: AgentId, reason: Failure) {
        let now = self.now();
        let Some(agent) = self.agents.get_mut(id) else { return };
        agent.plan.back_off(&self.settings, now.seconds);
        if agent.plan.reported.replace(reason).map(|last| last.kind()) != Some(reason.kind()) {
            self.events.push(FleetEvent::Failed(id, reason));
        }
        let had_failed = match agent.status {
            // Compared by their texts, because a reason that names a NaN is not equal to itself.
            AnswerStatus::Failed(old) if old.to_string() == reason.to_string() => return,
            status => matches!(status, AnswerStatus::Failed(_)),
        };
        agent.status = AnswerStatus::Failed(reason);
        agent.path = AgentPath::None;
        if !had_failed {
            agent.head_for_start();
            self.renew_walk(id, true);
        }
        self.answered.push(id);
    }
}
