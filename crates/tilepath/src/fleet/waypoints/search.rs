//! Searches over waypoints, one after the other.

use super::{
    goals::{goals_of, start_of},
    start::starts_of,
    turning::path_onward,
};
use crate::{
    astar::Recorder,
    budget::Budget,
    cost::Cost,
    fleet::{
        agent_id::AgentId,
        agents::{Agent, AgentPath, AnswerStatus, Goals, GroundKind, Grounds, Place, WaypointPath},
        fleet::Fleet,
        requests::{Failure, QueueKey, Request},
        walking::TurnCause,
        work::{GraphJob, MAX_RESTARTS, SearchAnswer, SearchRecord},
    },
    graph::{GraphQuery, NavGraph, WaypointId},
    search::NodePath,
};
use core::{task::Poll, time::Duration};

impl Fleet {
    /// Takes the first request out of the queue, if it is over waypoints. While the map is loading, takes the first
    /// request over waypoints from any place in the queue.
    fn next_on_waypoints(&mut self, is_loading: bool) -> Option<(QueueKey, AgentId)> {
        let Self { queue, agents, .. } = self;
        let is_on_waypoints = |id| agents.get(id).is_some_and(|agent| agent.ground == GroundKind::Waypoints);
        match is_loading {
            true => queue.pop_where(is_on_waypoints),
            false if is_on_waypoints(queue.first()?) => queue.pop(),
            false => None,
        }
    }

    /// Continues the unfinished search over waypoints, or else answers the next request in the queue if it is over
    /// waypoints. Returns whether there was such a search or request.
    pub(in crate::fleet) fn answer_on_waypoints(&mut self, grounds: &Grounds, budget: &mut Budget) -> bool {
        let graph = grounds.graph;
        let resumed = self.waypoints.parked.take().and_then(|job| self.resume(graph, job));
        let mut job = match resumed {
            Some(job) => job,
            None => {
                let Some((key, id)) = self.next_on_waypoints(grounds.is_loading) else { return false };
                let Some(job) = self.begin_search(graph, key, id) else { return true };
                job
            }
        };
        if !self.trace.watches(job.agent) {
            job.recorder = None;
        }
        let started = (self.clock)();
        let before = budget.left();
        let answer = job.search(graph, &mut self.waypoints.scratch, budget);
        job.time += (self.clock)().saturating_sub(started);
        self.stats.expansions += before - budget.left();
        match answer {
            Poll::Ready(Ok((path, _))) if self.has_left_start(graph, &job, &path) => {
                self.search_again(job.agent, job.key);
            }
            Poll::Ready(answer) => {
                self.stats.searches += 1;
                self.deliver_waypoints(graph, job, self.waypoints.scratch.nodes_expanded(), answer);
            }
            Poll::Pending => {
                self.queue.set_under_way(Some(job.key));
                job.expanded = self.waypoints.scratch.nodes_expanded();
                self.waypoints.parked = Some(job);
            }
        }
        true
    }

    /// The unfinished search, if it can continue. `None` if its agent no longer waits, or if the graph has changed:
    /// then the request goes back into the queue.
    fn resume(&mut self, graph: &NavGraph, job: GraphJob) -> Option<GraphJob> {
        self.waiting(job.agent, job.key)?;
        if job.revision == graph.revision() {
            return Some(job);
        }
        self.search_again(job.agent, job.key);
        None
    }

    fn search_again(&mut self, agent: AgentId, key: QueueKey) {
        self.queue.put_back(key, agent);
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.plan.restarts += 1;
        }
    }

    /// Whether the agent has walked on along its old path during the search, so that it can't go to the start of the new path along its
    /// edge.
    fn has_left_start(&self, graph: &NavGraph, job: &GraphJob, path: &NodePath) -> bool {
        let Some(agent) = self.agents.get(job.agent).filter(|agent| !agent.path.is_none()) else {
            return false;
        };
        let Ok(at) = start_of(&self.agents, job.agent) else { return false };
        let walks = self.agents.walks.paces[job.agent.index()].is_some();
        walks
            && !starts_of(graph, &agent.walk, at).iter().any(|&(start, _)| Some(&start) == path.nodes.first())
    }

    /// Begins the search of a request that was taken out of the queue. `None` if the request is refused or no longer waits.
    fn begin_search(&mut self, graph: &NavGraph, key: QueueKey, id: AgentId) -> Option<GraphJob> {
        let (agent, request) = self.waiting(id, key)?;
        let mut job = GraphJob {
            agent: id,
            key,
            query: GraphQuery::to_nearest(0, []),
            goals: Goals::new(),
            start: None,
            revision: graph.revision(),
            max_expansions: request.options.max_expansions.unwrap_or(u32::MAX),
            allow_partial: request.options.allow_partial,
            in_one_go: agent.plan.restarts >= MAX_RESTARTS,
            is_overtaken: false,
            expanded: 0,
            is_begun: false,
            recorder: self.trace.watches(id).then(Recorder::default),
            time: Duration::ZERO,
        };
        let resolved = self.resolve(graph, agent, request, &mut job);
        match resolved.and_then(|()| job.begin_again(graph, &mut self.waypoints.scratch)) {
            Ok(()) => Some(job),
            Err(reason) => {
                self.stats.refused += 1;
                self.deliver_waypoints(graph, job, 0, Err(reason));
                None
            }
        }
    }

    /// Resolves the start and the goals of a request.
    fn resolve(
        &self,
        graph: &NavGraph,
        agent: &Agent,
        request: &Request,
        job: &mut GraphJob,
    ) -> Result<(), Failure> {
        if graph.is_empty() {
            return Err(Failure::NoWaypoints);
        }
        if request.options.range != 0.0 {
            return Err(Failure::RangeOverWaypoints(request.options.range));
        }
        let at = start_of(&self.agents, job.agent);
        job.start = at.ok().and_then(|at| graph.nearest(at)).map(Place::Waypoint);
        job.goals = goals_of(graph, (&self.agents, &self.circles), job.agent, request)?;
        let goals = job.goals.iter().filter_map(|(goal, _)| graph.node(goal.waypoint()?));
        job.query = GraphQuery::from_any(starts_of(graph, &agent.walk, at?), goals)
            .with_heuristic(request.options.heuristic)
            .with_inflation(request.options.inflation);
        Ok(())
    }

    /// Stores the answer of a search in its agent.
    fn deliver_waypoints(
        &mut self,
        graph: &NavGraph,
        mut job: GraphJob,
        nodes_expanded: u32,
        answer: SearchAnswer,
    ) {
        let now = self.now();
        if let Some(recorder) = job.recorder.take().filter(|recorder| !recorder.expansions.is_empty()) {
            self.trace.last = Some(SearchRecord { agent: job.agent, recorder, profile: None });
        }
        let Some(agent) = self.agents.get_mut(job.agent) else { return };
        agent.record.answer(nodes_expanded, job.time, now);
        agent.plan.queued = None;
        agent.plan.restarts = 0;
        if !job.is_overtaken {
            agent.plan.asked_anew = 0;
            agent.plan.seen = job.revision;
            agent.plan.start = job.start;
            agent.plan.goals.clone_from(&job.goals);
        }
        match answer {
            Ok((path, status)) => {
                let agent = (agent, now.time);
                let onward = path_onward(graph, &job, agent, &path, &mut self.waypoints.scratch);
                let path = onward.as_ref().unwrap_or(&path);
                let path = AgentPath::OverWaypoints(named(graph, path, &job.goals, nodes_expanded));
                let status = if job.is_overtaken { AnswerStatus::Pending } else { status };
                self.deliver_path(job.agent, path, status);
            }
            Err(reason) if !job.is_overtaken => self.deliver_failure(job.agent, reason),
            Err(_) => {}
        }
        if job.is_overtaken {
            // The present request goes to the end of the queue.
            if let Some(agent) = self.agents.get_mut(job.agent) {
                agent.plan.turn_cause = Some(TurnCause::Asked);
            }
            self.enqueue(job.agent);
        }
    }
}

/// Converts a path over nodes into a path over waypoints.
fn named(graph: &NavGraph, path: &NodePath, goals: &Goals, nodes_expanded: u32) -> WaypointPath {
    let waypoints: Vec<WaypointId> = path.nodes.iter().filter_map(|&node| graph.waypoint(node)).collect();
    let cost = |ends: &[WaypointId]| graph.edge_cost(ends[0], ends[1]).unwrap_or(Cost::ZERO);
    let edges = waypoints.windows(2).map(cost).collect();
    let target = goals
        .iter()
        .find(|(goal, _)| waypoints.last().copied() == goal.waypoint())
        .map(|&(_, target)| target);
    WaypointPath { waypoints, edges, target, nodes_expanded }
}
