//! Finds the agents on waypoints that need a new answer.

use super::{
    context::WaypointContext,
    openings::Openings,
    search::WaypointSearches,
    start::{has_left_link, starts_of},
};
use crate::{
    follower::PathFollower,
    request::{
        AnswerRecord, PathRequest, PathResult, PathStatus, PathTarget, PlanCause, Planning, WaypointPath,
    },
    waypoints::{OnWaypoints, WaypointStep},
};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::Cost;

/// An agent with a request over waypoints.
type Requester = (
    Entity,
    &'static PathRequest,
    &'static PathResult,
    &'static mut Planning,
    &'static mut AnswerRecord,
    &'static mut WaypointStep,
    Option<&'static PathFollower>,
);

/// Finds the agents that need a new answer, and puts them into the queue.
pub(crate) fn queue_waypoint_requests(
    context: WaypointContext,
    mut searches: ResMut<WaypointSearches>,
    mut seen: Local<u64>,
    mut agents: Query<Requester, With<OnWaypoints>>,
) {
    let revision = context.graph.revision();
    let graph_changed = core::mem::replace(&mut *seen, revision) != revision;
    let mut openings = Openings::of(&context.graph, context.settings.expansions_per_frame);
    for (entity, request, result, mut planning, mut record, mut step, follower) in &mut agents {
        if planning.queued.is_some_and(|key| searches.queue.holds(key)) {
            continue;
        }
        let agent = AgentCheck { context: &context, graph_changed, entity, request, result, follower };
        if let Some(cause) = agent.needs_answer(&planning, &mut step, openings.as_mut()) {
            if result.status != PathStatus::Pending {
                record.ask(cause, context.now());
            }
            searches.queue.push(entity, request.priority, &mut planning);
        }
    }
}

/// One agent, and what may be wrong with its answer.
struct AgentCheck<'a, 'w, 's> {
    context: &'a WaypointContext<'w, 's>,
    graph_changed: bool,
    entity: Entity,
    request: &'a PathRequest,
    result: &'a PathResult,
    follower: Option<&'a PathFollower>,
}

impl AgentCheck<'_, '_, '_> {
    /// Why it needs an answer, if it does.
    fn needs_answer(
        &self,
        planning: &Planning,
        step: &mut WaypointStep,
        openings: Option<&mut Openings>,
    ) -> Option<PlanCause> {
        let may_retry = self.context.time.elapsed_secs() >= planning.retry_at;
        let is_stale = || planning.changes_seen != self.context.graph.revision();
        let has_arrived = self.follower.is_some_and(PathFollower::has_arrived);
        let is_opened = || openings.is_some_and(|openings| self.is_opened(step, openings));
        let retries = |is_due: bool| is_due.then_some(PlanCause::Retried);
        match (self.result.status, self.result.waypoint_path()) {
            (PathStatus::Failed(reason), _) => {
                let is_due = may_retry && (is_stale() || self.goals_moved(step) || self.start_moved(step));
                retries(is_due || reason.is_cut_off() && is_opened())
            }
            (PathStatus::Partial, Some(path)) => {
                let is_due = may_retry && (is_stale() || self.goals_moved(step));
                retries(is_due || is_opened()).or_else(|| self.needs_another_path(path, step, has_arrived))
            }
            (PathStatus::Found, Some(_)) if self.goals_moved(step) => Some(PlanCause::TargetMoved),
            (PathStatus::Found, Some(path)) => self.needs_another_path(path, step, has_arrived),
            // Not searched yet, or somebody wrote to the result.
            _ => Some(PlanCause::Requested),
        }
    }

    /// Whether links lead an agent to its goal in this frame, in which some are new. Then it does not wait any longer.
    fn is_opened(&self, step: &WaypointStep, openings: &mut Openings) -> bool {
        let (graph, context) = (&self.context.graph, self.context);
        let Ok(at) = context.agent_position(self.entity) else { return false };
        let Ok(goals) = context.goals_of(self.entity, self.request) else { return false };
        let starts = starts_of(graph, step, at);
        let mut goals = goals.iter().filter_map(|&(goal, _)| graph.node(goal));
        goals.any(|goal| openings.lead(graph, starts.iter().map(|&(node, _)| node), goal))
    }

    /// Whether the targets stand for other waypoints than at the last answer.
    fn goals_moved(&self, step: &WaypointStep) -> bool {
        let graph = &self.context.graph;
        let may_move = |target: &PathTarget| match *target {
            PathTarget::Entity(entity) => self.graph_changed || !graph.contains(entity),
            _ => self.graph_changed,
        };
        let goals = || self.context.goals_of(self.entity, self.request).unwrap_or_default();
        self.request.targets().iter().any(may_move)
            && !goals().iter().map(|&(waypoint, _)| waypoint).eq(step.goals.iter().copied())
    }

    fn start_moved(&self, step: &WaypointStep) -> bool {
        let at = self.context.agent_position(self.entity).ok();
        at.and_then(|at| self.context.graph.nearest(at)) != step.start
    }

    fn needs_another_path(
        &self,
        path: &WaypointPath,
        step: &mut WaypointStep,
        has_arrived: bool,
    ) -> Option<PlanCause> {
        let Ok(at) = self.context.agent_position(self.entity) else { return Some(PlanCause::PushedOff) };
        let is_without_follower = self.follower.is_none();
        if is_without_follower && self.has_left_path(path, step, at) {
            return Some(PlanCause::PushedOff);
        }
        let was_moved = !is_without_follower && !step.is_new && !step.is_at(at);
        if was_moved && step.link.is_some_and(|link| has_left_link(&self.context.graph, link, at)) {
            step.lose();
            return Some(PlanCause::PushedOff);
        }
        // An agent that has arrived stays where it is, whatever changes around it.
        let may_be_outdated = self.graph_changed && !has_arrived;
        (may_be_outdated && self.is_outdated(path, step, at)).then_some(PlanCause::LinksChanged)
    }

    /// Whether an agent without a follower was moved to where another waypoint is the nearest, which is not on its path.
    fn has_left_path(&self, path: &WaypointPath, step: &mut WaypointStep, at: Vec2) -> bool {
        if step.is_at(at) {
            return false;
        }
        step.at = at;
        let nearest = self.context.graph.nearest(at);
        nearest != step.start && nearest.is_none_or(|nearest| !path.waypoints.contains(&nearest))
    }

    /// Whether a link of the rest of the path is gone or costs another amount, or changes of this frame may have made another path cheaper.
    fn is_outdated(&self, path: &WaypointPath, step: &WaypointStep, at: Vec2) -> bool {
        let graph = &self.context.graph;
        // The link that the agent is on counts, too.
        let next = if step.is_new { 0 } else { step.next };
        let mut rest = path.waypoints.windows(2).zip(&path.links).skip(next.saturating_sub(1));
        let is_cut = |(ends, &cost): (&[Entity], &Cost)| graph.link_cost(ends[0], ends[1]) != Some(cost);
        let is_gone = path.waypoints.iter().skip(next).any(|&waypoint| !graph.contains(waypoint));
        let is_link_gone =
            step.link.is_some_and(|[from, to]| from != to && graph.link_cost(from, to).is_none());
        if is_gone || is_link_gone || rest.any(is_cut) {
            return true;
        }
        let Some(first) = path.waypoints.get(next).and_then(|&first| graph.position(first)) else {
            return false;
        };
        let goals: SmallVec<[Vec2; 1]> = step.goals.iter().filter_map(|&goal| graph.position(goal)).collect();
        // On the way to its first waypoint it pays nothing.
        let from = if step.link.is_some() { at } else { first };
        let onward = starts_of(graph, step, at).first().map_or(Cost::ZERO, |&(_, cost)| cost);
        let cost = path.cost_from(next).saturating_add(onward).saturating_add(Cost::from_units(1));
        graph.may_shorten(from, &goals, cost)
    }
}
