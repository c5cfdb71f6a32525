//! Answers requests in the order of the queue, under the budget of an update.

use super::{
    agent::Agent,
    agent_id::AgentId,
    answer::{AnswerStatus, WaypointPath},
    event::FleetEvent,
    failure::Failure,
    fleet::Fleet,
    goals::{WaypointGoals, goals_of},
    job::{Job, SearchAnswer, failure},
    queue::QueueKey,
    request::Request,
    start::starts_of,
};
use crate::{
    astar::Recorder,
    cost::Cost,
    graph::{GraphQuery, NavGraph, WaypointId},
    search::NodePath,
};
use core::time::Duration;

/// How many times a search may start again because the graph changed under it. After that it runs to its end within one update.
const MAX_RESTARTS: u32 = 4;

impl Fleet {
    /// Finds the requests that need another answer, and answers requests in the order of the queue, until the queue is empty or the
    /// budget is spent.
    pub fn answer(&mut self, graph: &NavGraph) {
        self.queue_requests(graph);
        let mut budget = self.settings.expansions_per_update.max(1);
        while budget > 0 {
            self.queue.set_under_way(None);
            let resumed = self.search.parked.take().and_then(|job| self.resume(graph, job));
            let Some(mut job) = resumed.or_else(|| self.begin_search(graph)) else { return };
            if !self.trace.watches(job.agent) {
                job.recorder = None;
            }
            let started = (self.clock)();
            let (answer, spent) = job.search(graph, &mut self.search.scratch, budget);
            job.time += (self.clock)().saturating_sub(started);
            budget = budget.saturating_sub(spent.max(1));
            self.stats.expansions += u64::from(spent.max(1));
            match answer {
                Some(answer) => {
                    self.stats.searches += 1;
                    self.deliver(graph, job, self.search.scratch.nodes_expanded(), answer);
                }
                None => {
                    self.queue.set_under_way(Some(job.key));
                    self.search.parked = Some(job);
                }
            }
        }
    }

    /// The agent of a place in the queue. `None` if it was removed, takes no part, or has made another request since.
    fn waiting(&self, agent: AgentId, key: QueueKey) -> Option<&Agent> {
        self.agents.get(agent).filter(|agent| agent.is_active && agent.plan.queued == Some(key))
    }

    /// The search under way, unless its agent no longer waits or the graph changed: the request then goes back into the queue.
    fn resume(&mut self, graph: &NavGraph, job: Job) -> Option<Job> {
        self.waiting(job.agent, job.key)?;
        if job.revision == graph.revision() {
            return Some(job);
        }
        self.agents.get_mut(job.agent)?.plan.restarts += 1;
        self.queue.put_back(job.key, job.agent);
        None
    }

    /// Begins the search of the next request in the queue that is not refused.
    fn begin_search(&mut self, graph: &NavGraph) -> Option<Job> {
        loop {
            let (key, id) = self.queue.pop()?;
            let Some((agent, request)) =
                self.waiting(id, key).and_then(|agent| Some((agent, agent.request()?)))
            else {
                continue;
            };
            let mut job = Job {
                agent: id,
                key,
                query: GraphQuery::to_nearest(0, []),
                goals: WaypointGoals::new(),
                start: None,
                revision: graph.revision(),
                max_expansions: request.options.max_expansions.unwrap_or(u32::MAX),
                allow_partial: request.options.allow_partial,
                in_one_go: agent.plan.restarts >= MAX_RESTARTS,
                recorder: self.trace.watches(id).then(Recorder::default),
                time: Duration::ZERO,
            };
            let resolved = self.resolve(graph, agent, request, &mut job);
            let begun = resolved.and_then(|()| {
                let begun = graph.graph().begin_path(&job.query, &mut self.search.scratch);
                begun.map_err(|error| failure(graph, error))
            });
            match begun {
                Ok(()) => return Some(job),
                Err(reason) => {
                    self.stats.refused += 1;
                    self.deliver(graph, job, 0, Err(reason));
                }
            }
        }
    }

    /// Resolves the start and the goals of a request.
    fn resolve(
        &self,
        graph: &NavGraph,
        agent: &Agent,
        request: &Request,
        job: &mut Job,
    ) -> Result<(), Failure> {
        if graph.is_empty() {
            return Err(Failure::NoWaypoints);
        }
        if request.options.range != 0.0 {
            return Err(Failure::RangeOverWaypoints(request.options.range));
        }
        let at = agent.start();
        job.start = at.ok().and_then(|at| graph.nearest(at));
        job.goals = goals_of(graph, &self.agents, agent, request)?;
        let goals = job.goals.iter().filter_map(|&(goal, _)| graph.node(goal));
        job.query = GraphQuery::from_any(starts_of(graph, &agent.walk, at?), goals)
            .with_heuristic(request.options.heuristic)
            .with_inflation(request.options.inflation);
        Ok(())
    }

    /// Writes the answer of a search into its agent.
    fn deliver(&mut self, graph: &NavGraph, job: Job, nodes_expanded: u32, answer: SearchAnswer) {
        if let Some(recorder) = job.recorder.filter(|recorder| !recorder.expansions.is_empty()) {
            self.trace.last = Some((job.agent, recorder));
        }
        let Some(agent) = self.agents.get_mut(job.agent) else { return };
        agent.record.answer(nodes_expanded, job.time, self.now);
        agent.plan.queued = None;
        agent.plan.restarts = 0;
        agent.plan.seen = job.revision;
        agent.plan.start = job.start;
        agent.plan.goals.clear();
        agent.plan.goals.extend(job.goals.iter().map(|&(waypoint, _)| waypoint));
        match answer {
            Ok((path, status)) => {
                let path = named(graph, &path, &job.goals, nodes_expanded);
                self.deliver_path(job.agent, path, status);
            }
            Err(reason) => self.deliver_failure(job.agent, reason),
        }
    }

    fn deliver_path(&mut self, id: AgentId, path: WaypointPath, status: AnswerStatus) {
        let Some(agent) = self.agents.get_mut(id) else { return };
        if status == AnswerStatus::Partial {
            agent.plan.back_off(&self.settings, self.now.seconds);
        } else {
            agent.plan.failures = 0;
        }
        agent.plan.reported = None;
        agent.walk.is_new = true;
        agent.status = status;
        let old = agent.path.replace(path);
        let new = agent.path.as_ref();
        let is_new = old.as_ref().zip(new).is_none_or(|(old, new)| !old.waypoints.ends_with(&new.waypoints));
        match old {
            None => self.events.push(FleetEvent::Found(id)),
            Some(_) if is_new => self.events.push(FleetEvent::Replanned(id)),
            Some(_) => {}
        }
        self.answered.push(id);
    }

    fn deliver_failure(&mut self, id: AgentId, reason: Failure) {
        let Some(agent) = self.agents.get_mut(id) else { return };
        agent.plan.back_off(&self.settings, self.now.seconds);
        if agent.plan.reported.replace(reason.kind()) != Some(reason.kind()) {
            self.events.push(FleetEvent::Failed(id, reason));
        }
        if let AnswerStatus::Failed(old) = agent.status {
            // Compared by their texts, because a reason that names a NaN is not equal to itself.
            if old.to_string() == reason.to_string() {
                return;
            }
        } else {
            agent.head_for_start();
        }
        agent.status = AnswerStatus::Failed(reason);
        agent.path = None;
        self.answered.push(id);
    }
}

/// A path as an agent gets it.
fn named(graph: &NavGraph, path: &NodePath, goals: &WaypointGoals, nodes_expanded: u32) -> WaypointPath {
    let waypoints: Vec<WaypointId> = path.nodes.iter().filter_map(|&node| graph.waypoint(node)).collect();
    let cost = |ends: &[WaypointId]| graph.edge_cost(ends[0], ends[1]).unwrap_or(Cost::ZERO);
    let edges = waypoints.windows(2).map(cost).collect();
    let target = goals.iter().find(|(goal, _)| waypoints.last() == Some(goal)).map(|&(_, target)| target);
    WaypointPath { waypoints, edges, target, nodes_expanded }
}
