//! The waypoints of targets.

use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{Agent, Agents, Circles, Goals, Place, goals_by},
        requests::{Failure, Request, Target},
    },
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;

/// The waypoints of an agent's targets, or why no target has a waypoint. Targets without a waypoint are left out.
///
/// The waiting agent of a [circle](Circles) goes to the agent that targets it. When an edge joins the waypoints of
/// both agents, the waiting agent stays where it is: its goal is then its own waypoint.
pub(in crate::fleet) fn goals_of(
    graph: &NavGraph,
    (agents, circles): (&Agents, &Circles),
    id: AgentId,
    request: &Request,
) -> Result<Goals, Failure> {
    let mut goals = goals_by(request, |target| goal(graph, agents, target).map(Place::Waypoint))?;
    if let [(goal, _)] = &mut *goals
        && let Some(asker) = circles.asker(agents, id)
        && let Some(here) = start_of(agents, id).ok().and_then(|at| graph.nearest(at))
        && let Some(there) = waypoint_at(graph, agents, asker)
    {
        *goal = Place::Waypoint(if graph.edge_cost(here, there).is_some() { here } else { there });
    }
    Ok(goals)
}

/// The waypoint of a target: the waypoint that the target agent represents, or else the waypoint nearest to the
/// target.
fn goal(graph: &NavGraph, agents: &Agents, target: Target) -> Result<WaypointId, Failure> {
    let at = match target {
        Target::Cell(cell) => return Err(Failure::CellOverWaypoints(cell)),
        Target::Agent(id) => {
            let agent = agents.get(id).ok_or(Failure::TargetGone(id))?;
            if let Some(waypoint) = own_waypoint(graph, agent) {
                return Ok(waypoint);
            }
            agents.position(id).ok_or(Failure::TargetGone(id))?
        }
        Target::Position(at) => at,
    };
    if !at.is_finite() {
        return Err(Failure::GoalNotFinite(at));
    }
    graph.nearest(at).ok_or(Failure::NoWaypoints)
}

fn waypoint_at(graph: &NavGraph, agents: &Agents, id: AgentId) -> Option<WaypointId> {
    let at = || agents.position(id).filter(|at| at.is_finite());
    own_waypoint(graph, agents.get(id)?).or_else(|| graph.nearest(at()?))
}

/// The position of an agent, or why a path can't begin there.
pub(in crate::fleet) fn start_of(agents: &Agents, id: AgentId) -> Result<Vec2, Failure> {
    let at = agents.position(id).ok_or(Failure::NoPosition)?;
    if at.is_finite() { Ok(at) } else { Err(Failure::StartNotFinite(at)) }
}

fn own_waypoint(graph: &NavGraph, agent: &Agent) -> Option<WaypointId> {
    agent.waypoint.filter(|&waypoint| graph.contains(waypoint))
}

/// Whether the waypoint of a target may have changed although the graph has not changed.
pub(in crate::fleet) const fn may_move(target: Target) -> bool {
    matches!(target, Target::Agent(_))
}
