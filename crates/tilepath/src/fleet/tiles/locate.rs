//! The cells of agents and of their targets.

use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{Agent, Agents, Circles, Goals, Place, goals_by},
        fields::TargetCells,
        fleet::Fleet,
        requests::{Failure, Request, Target},
        walking::{StepState, WayOut},
    },
    geometry::CellGeometry,
    ground::CostProfile,
    map::MapWithoutObstacles,
    path::PathQuery,
};
use glam::IVec2;
use smallvec::SmallVec;

impl Fleet {
    /// The present cells of an agent's targets. Targets without a cell are left out. `None` for an agent on waypoints, for an agent
    /// without a request, and if no target has a cell.
    #[must_use]
    pub fn goal_cells(&self, agent: AgentId, geometry: &CellGeometry) -> Option<Vec<IVec2>> {
        let known = self.agents.get(agent).filter(|agent| agent.ground.has_cells())?;
        let goals = goals_of((&self.agents, &self.circles), agent, known.request()?, geometry).ok()?;
        Some(goals.iter().filter_map(|(place, _)| place.cell()).collect())
    }
}

/// The cell in which an agent is.
pub(in crate::fleet) fn cell_of(
    agents: &Agents,
    agent: AgentId,
    geometry: &CellGeometry,
) -> Result<IVec2, Failure> {
    let at = agents.position(agent).ok_or(Failure::NoPosition)?;
    // An agent on a link may be above walls. What comes next begins where the link ends.
    if let Some(step) = agents.walks.step(agent).filter(|step| step.state == StepState::Crossing) {
        return Ok(step.to());
    }
    geometry.cell_at(at).ok_or(Failure::StartNotFinite(at))
}

/// The cells of an agent's targets, or why no target has a cell. Targets without a cell are left out.
///
/// The waiting agent of a [circle](Circles) goes to the agent that targets it. When that agent is in a neighbouring
/// cell, the waiting agent stays where it is: its goal is then its own cell.
pub(in crate::fleet) fn goals_of(
    (agents, circles): (&Agents, &Circles),
    id: AgentId,
    request: &Request,
    geometry: &CellGeometry,
) -> Result<Goals, Failure> {
    let mut goals = goals_by(request, |target| goal(agents, target, geometry).map(Place::Cell))?;
    if let [(goal, _)] = &mut *goals
        && let Some(asker) = circles.asker(agents, id)
        && let Ok(here) = cell_of(agents, id, geometry)
        && let Ok(there) = cell_of(agents, asker, geometry)
    {
        *goal = Place::Cell(if geometry.are_close(here, there) { here } else { there });
    }
    Ok(goals)
}

/// The cells of the targets, each with the index of its target. Targets without a cell are left out. `None` if no
/// target has a cell.
pub(in crate::fleet) fn goal_cells(
    agents: &Agents,
    targets: &[Target],
    geometry: &CellGeometry,
) -> Option<TargetCells> {
    let cells = (0..).zip(targets);
    let cells = cells.filter_map(|(nth, &target)| Some((goal(agents, target, geometry).ok()?, nth)));
    Some(cells.collect()).filter(|goals: &TargetCells| !goals.is_empty())
}

fn goal(agents: &Agents, target: Target, geometry: &CellGeometry) -> Result<IVec2, Failure> {
    let at = match target {
        Target::Cell(cell) => return Ok(cell),
        Target::Position(at) => at,
        Target::Agent(id) => agents.position(id).ok_or(Failure::TargetGone(id))?,
    };
    geometry.cell_at(at).ok_or(Failure::GoalNotFinite(at))
}

/// The query of an agent in the cell `here`. `None` if the path can begin nowhere, because every cell is a wall.
pub(in crate::fleet) fn path_query(
    map: MapWithoutObstacles,
    agent: &Agent,
    profile: &CostProfile,
    (here, goals): (IVec2, &Goals),
    request: &Request,
    way_out: WayOut,
) -> Option<PathQuery> {
    let goals: SmallVec<[IVec2; 4]> = goals.iter().filter_map(|(place, _)| place.cell()).collect();
    let start = way_out.path_start(map, profile, here, &goals)?;
    let query = PathQuery::to_nearest(start, goals);
    Some(query.with_options(request.options).with_own_obstacles(agent.own_obstacles().iter().copied()))
}
