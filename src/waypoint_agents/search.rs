//! Answers requests over waypoints in the order of their queue, under the budget of the frame.

use super::{
    context::{WaypointContext, WaypointGoals},
    start::starts_of,
};
use crate::{
    plan::{PlannedAgent, PlannedAgentItem, RequestQueue},
    request::{
        EventQueue, FailureReason, FoundPath, PathRequest, PathResult, PathStatus, Planning, QueueKey,
        WaypointPath,
    },
    search::{SearchTrace, deliver_failure},
    stats::PathfindingStats,
    threads::clock,
    waypoints::{OnWaypoints, WaypointGraph, WaypointStep},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::time::Duration;
use tilepath::{Cost, Graph, GraphError, GraphQuery, NodePath, Recorder, SearchScratch};

/// The queue of requests over waypoints, the memory of searches, and the search that is under way.
#[derive(Resource, Default)]
pub(crate) struct WaypointSearches {
    pub(super) queue: RequestQueue,
    search: SearchScratch,
    /// The request whose search was under way when the budget of the last frame was spent. Its progress is in `search`.
    parked: Option<WaypointJob>,
}

impl WaypointSearches {
    /// How many requests are answered before the one with this place. `None` if it does not wait here.
    pub(crate) fn before(&self, key: QueueKey) -> Option<usize> {
        self.queue.before(key)
    }
}

/// A request, resolved to nodes.
struct WaypointJob {
    agent: Entity,
    key: QueueKey,
    query: GraphQuery,
    goals: WaypointGoals,
    /// The waypoint nearest to the agent.
    start: Option<Entity>,
    /// The revision of the graph that the search has seen.
    revision: u64,
    max_expansions: u32,
    allow_partial: bool,
    /// The record of its search so far, if that is traced. No other search may add to it.
    recorder: Option<Recorder>,
    /// How long its search has taken so far. Nothing depends on it.
    time: Duration,
}

impl WaypointJob {
    /// Continues its search.
    fn search(
        &mut self,
        graph: &Graph,
        search: &mut SearchScratch,
        slice: u32,
    ) -> Result<Option<NodePath>, GraphError> {
        match &mut self.recorder {
            Some(recorder) => graph.continue_path(&self.query, search, slice, recorder),
            None => graph.continue_path(&self.query, search, slice, &mut ()),
        }
    }
}

/// The agents, and everything else that an answer touches.
#[derive(SystemParam)]
pub(crate) struct Answering<'w, 's> {
    agents: Query<'w, 's, (PlannedAgent, &'static mut WaypointStep), With<OnWaypoints>>,
    events: ResMut<'w, EventQueue>,
    stats: ResMut<'w, PathfindingStats>,
    trace: Option<ResMut<'w, SearchTrace>>,
}

/// How many times a search may start again because the graph changed under it. After that it runs to its end within one frame.
const MAX_RESTARTS: u32 = 4;

/// Answers requests in the order of the queue, until it is empty or the budget of the frame is spent.
pub(crate) fn run_waypoint_searches(
    context: WaypointContext,
    mut searches: ResMut<WaypointSearches>,
    mut answering: Answering,
) {
    let WaypointSearches { queue, search, parked } = &mut *searches;
    let mut budget = context.settings.expansions_per_frame.max(1);
    while budget > 0 {
        queue.set_under_way(None);
        let resumed = parked.take().and_then(|job| answering.resume(&context, queue, job));
        let (mut job, in_one_go) = match resumed {
            Some(job) => (job, false),
            None => match answering.begin(&context, queue, search) {
                Some(begun) => begun,
                None => return,
            },
        };
        if !answering.traces(job.agent) {
            job.recorder = None;
        }
        let before = search.nodes_expanded();
        let slice = if in_one_go { u32::MAX } else { budget };
        let slice = slice.min(job.max_expansions - before);
        let started = clock();
        let answer = job.search(context.graph.graph(), search, slice);
        job.time += clock().saturating_sub(started);
        let spent = search.nodes_expanded() - before;
        budget = budget.saturating_sub(spent.max(1));
        answering.stats.expansions += u64::from(spent.max(1));
        let answer = match answer {
            Ok(Some(path)) => Ok((path, PathStatus::Found)),
            Ok(None) if search.nodes_expanded() >= job.max_expansions => {
                Err(FailureReason::ExpansionLimit(job.max_expansions))
            }
            Ok(None) => {
                queue.set_under_way(Some(job.key));
                *parked = Some(job);
                continue;
            }
            Err(error @ GraphError::Unreachable { .. }) => {
                closest(&context.graph, search, &job).ok_or_else(|| failure(&context.graph, error))
            }
            Err(error) => Err(failure(&context.graph, error)),
        };
        answering.stats.searches += 1;
        answering.deliver(&context, job, search.nodes_expanded(), answer);
    }
}

impl Answering<'_, '_> {
    /// The search under way, unless its agent no longer waits or the graph changed: the request then goes back into the queue.
    fn resume(
        &mut self,
        context: &WaypointContext,
        queue: &mut RequestQueue,
        job: WaypointJob,
    ) -> Option<WaypointJob> {
        let (mut agent, _) = self.agents.get_mut(job.agent).ok()?;
        if agent.planning.queued != Some(job.key) {
            return None;
        }
        if job.revision == context.graph.revision() {
            return Some(job);
        }
        agent.planning.restarts += 1;
        queue.put_back(job.key, job.agent);
        None
    }

    /// Begins the search of the next request in the queue that is not refused, and whether it must end in this frame.
    fn begin(
        &mut self,
        context: &WaypointContext,
        queue: &mut RequestQueue,
        search: &mut SearchScratch,
    ) -> Option<(WaypointJob, bool)> {
        loop {
            let (key, entity) = queue.pop()?;
            let Ok((agent, step)) = self.agents.get(entity) else { continue };
            if agent.planning.queued != Some(key) {
                continue;
            }
            let in_one_go = agent.planning.restarts >= MAX_RESTARTS;
            let mut job = WaypointJob {
                agent: entity,
                key,
                query: GraphQuery::to_nearest(0, []),
                goals: default(),
                start: None,
                revision: context.graph.revision(),
                max_expansions: agent.request.options.max_expansions.unwrap_or(u32::MAX),
                allow_partial: agent.request.options.allow_partial,
                recorder: self.traces(entity).then(Recorder::default),
                time: Duration::ZERO,
            };
            let resolved = resolve(context, (entity, agent.request, step), &mut job);
            let begun = resolved.and_then(|()| {
                let begun = context.graph.graph().begin_path(&job.query, search);
                begun.map_err(|error| failure(&context.graph, error))
            });
            match begun {
                Ok(()) => return Some((job, in_one_go)),
                Err(reason) => {
                    self.stats.refused += 1;
                    self.deliver(context, job, 0, Err(reason));
                }
            }
        }
    }

    /// Whether the searches of an agent are traced.
    fn traces(&self, agent: Entity) -> bool {
        self.trace.as_ref().is_some_and(|trace| trace.watches(agent))
    }

    /// Writes the answer into the agent's components.
    fn deliver(
        &mut self,
        context: &WaypointContext,
        job: WaypointJob,
        nodes_expanded: u32,
        answer: Result<(NodePath, PathStatus), FailureReason>,
    ) {
        let recorder = job.recorder.filter(|recorder| !recorder.expansions.is_empty());
        // Only a search that has ended may mark the trace as changed.
        if let Some((trace, recorder)) = self.trace.as_mut().zip(recorder) {
            trace.show_on_waypoints(job.agent, recorder, &context.graph);
        }
        let Ok((mut agent, mut step)) = self.agents.get_mut(job.agent) else { return };
        agent.record.answer(nodes_expanded, job.time, context.now());
        step.goals = job.goals.iter().map(|&(waypoint, _)| waypoint).collect();
        step.start = job.start;
        *agent.planning = Planning {
            changes_seen: job.revision,
            reported: agent.planning.reported,
            failures: agent.planning.failures,
            retry_at: agent.planning.retry_at,
            ..default()
        };
        match answer {
            Ok((path, status)) => {
                let path = named(&context.graph, path, &job.goals, nodes_expanded);
                step.is_new = true;
                deliver_path(context, &mut agent, path, status, &mut self.events);
            }
            Err(reason) => {
                deliver_failure(&context.settings, &context.time, &mut agent, reason, &mut self.events);
            }
        }
    }
}

/// Resolves the start and the goals of a request.
fn resolve(
    context: &WaypointContext,
    (agent, request, step): (Entity, &PathRequest, &WaypointStep),
    job: &mut WaypointJob,
) -> Result<(), FailureReason> {
    if context.graph.is_empty() {
        return Err(FailureReason::NoWaypoints);
    }
    if request.options.range != 0.0 {
        return Err(FailureReason::RangeOverWaypoints(request.options.range));
    }
    let at = context.agent_position(agent);
    job.start = at.ok().and_then(|at| context.graph.nearest(at));
    job.goals = context.goals_of(agent, request)?;
    let goals = job.goals.iter().filter_map(|&(goal, _)| context.graph.node(goal));
    job.query = GraphQuery::from_any(starts_of(&context.graph, step, at?), goals)
        .with_heuristic(request.options.heuristic)
        .with_inflation(request.options.inflation);
    Ok(())
}

/// The path to the waypoint closest to a goal, if the request asks for that.
fn closest(
    graph: &WaypointGraph,
    search: &SearchScratch,
    job: &WaypointJob,
) -> Option<(NodePath, PathStatus)> {
    let path = job.allow_partial.then(|| graph.graph().closest_reached(&job.query, search))??;
    Some((path, PathStatus::Partial))
}

fn failure(graph: &WaypointGraph, error: GraphError) -> FailureReason {
    match error {
        GraphError::InvalidInflation(inflation) => FailureReason::InvalidInflation(inflation),
        GraphError::TooCostly { .. } => FailureReason::TooCostly,
        GraphError::Unreachable { from, to } => match graph.waypoint(from).zip(graph.waypoint(to)) {
            Some((start, goal)) => FailureReason::NoLinks { start, goal },
            None => FailureReason::NoWaypoints,
        },
        GraphError::NoGoal => FailureReason::NoGoal,
        GraphError::NoStart | GraphError::NoSuchNode(_) | GraphError::Position(_) => {
            FailureReason::NoWaypoints
        }
    }
}

/// A path as an agent gets it.
fn named(graph: &WaypointGraph, path: NodePath, goals: &WaypointGoals, nodes_expanded: u32) -> WaypointPath {
    let waypoints: Vec<Entity> = path.nodes.iter().filter_map(|&node| graph.waypoint(node)).collect();
    let cost = |ends: &[Entity]| graph.link_cost(ends[0], ends[1]).unwrap_or(Cost::ZERO);
    let links = waypoints.windows(2).map(cost).collect();
    let target = goals.iter().find(|(goal, _)| waypoints.last() == Some(goal)).map(|&(_, target)| target);
    WaypointPath { waypoints, links, target, nodes_expanded }
}

fn deliver_path(
    context: &WaypointContext,
    agent: &mut PlannedAgentItem,
    path: WaypointPath,
    status: PathStatus,
    events: &mut EventQueue,
) {
    let had_path = agent.result.has_path();
    let is_new = !agent.result.waypoint_entities().ends_with(&path.waypoints);
    if status == PathStatus::Partial {
        agent.planning.back_off(&context.settings, context.time.elapsed_secs());
    } else {
        agent.planning.failures = 0;
    }
    agent.planning.reported = None;
    *agent.result = PathResult::found(status, FoundPath::OverWaypoints(Box::new(path)));
    if !had_path {
        events.found(agent.entity);
    } else if is_new {
        events.replanned(agent.entity);
    }
}
