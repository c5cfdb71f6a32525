//! The waypoints for which targets stand.

use super::{
    agent::Agent, agent_id::AgentId, agents::Agents, failure::Failure, request::Request, target::Target,
};
use crate::graph::{NavGraph, WaypointId};
use smallvec::SmallVec;

/// Waypoints to which a path may lead, and the targets for which they stand.
pub(super) type WaypointGoals = SmallVec<[(WaypointId, Target); 1]>;

/// The waypoints of an agent's targets, or why no target has one. A target without a waypoint counts only if all are without.
///
/// An agent that [meets](super::Fleet::set_meeting) another goes to that one. It stays where it is when an edge joins their waypoints: its
/// goal is then its own waypoint.
pub(super) fn goals_of(
    graph: &NavGraph,
    agents: &Agents,
    agent: &Agent,
    request: &Request,
) -> Result<WaypointGoals, Failure> {
    let mut goals = WaypointGoals::new();
    let mut failure = Failure::NoGoal;
    for &target in request.targets.iter().rev() {
        match goal(graph, agents, target) {
            Ok(waypoint) => goals.push((waypoint, target)),
            Err(reason) => failure = reason,
        }
    }
    goals.reverse();
    if let [(goal, _)] = &mut *goals
        && let Some(asker) = agent.meets
        && let Some(here) = agent.start().ok().and_then(|at| graph.nearest(at))
        && let Ok(there) = waypoint_of(graph, agents, asker)
    {
        *goal = if graph.edge_cost(here, there).is_some() { here } else { there };
    }
    if goals.is_empty() { Err(failure) } else { Ok(goals) }
}

/// The waypoint of a target: the agent itself if it is one, otherwise the nearest.
fn goal(graph: &NavGraph, agents: &Agents, target: Target) -> Result<WaypointId, Failure> {
    let at = match target {
        Target::Cell(cell) => return Err(Failure::CellOverWaypoints(cell)),
        Target::Agent(agent) => return waypoint_of(graph, agents, agent),
        Target::Position(at) => at,
    };
    if !at.is_finite() {
        return Err(Failure::GoalNotFinite(at));
    }
    graph.nearest(at).ok_or(Failure::NoWaypoints)
}

fn waypoint_of(graph: &NavGraph, agents: &Agents, id: AgentId) -> Result<WaypointId, Failure> {
    let agent = agents.get(id).ok_or(Failure::TargetGone(id))?;
    if let Some(waypoint) = own_waypoint(graph, agent) {
        return Ok(waypoint);
    }
    let at = agent.position.ok_or(Failure::TargetGone(id))?;
    goal(graph, agents, Target::Position(at))
}

fn own_waypoint(graph: &NavGraph, agent: &Agent) -> Option<WaypointId> {
    agent.waypoint.filter(|&waypoint| graph.contains(waypoint))
}

/// Whether a target may stand for another waypoint than before, if the graph has not changed.
pub(super) fn may_move(graph: &NavGraph, agents: &Agents, target: Target) -> bool {
    matches!(target, Target::Agent(id) if agents.get(id).is_none_or(|agent| own_waypoint(graph, agent).is_none()))
}
