//! What must hold of an agent at rest.

use crate::{
    ground::Ground,
    seen::{cheapest, goal_places, ground, is_end},
};
use glam::IVec2;
use std::collections::BTreeSet;
use tilepath::{
    Aversion, CostProfile, Path, PathOptions, WaypointId,
    fleet::{
        Agent, AgentId, AgentPath, AnswerStatus, Fleet, FleetWorld, GroundKind, Request, StepState, Target,
    },
};

/// What a game knows of an agent.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub profiles: &'a [CostProfile],
    /// The cells of the obstacles that the agent carries.
    pub own: &'a [IVec2],
    pub is_in_crowd: bool,
}

/// What is wrong with the answer of an agent at rest, or with the place where it stands.
pub fn fault(world: &FleetWorld, id: AgentId, known: Known) -> Result<(), String> {
    let fleet = &world.fleet;
    let agent = fleet.agent(id).ok_or("it is gone")?;
    ensure(agent.own_obstacles() == known.own, "it carries other obstacles")?;
    let Some(request) = agent.request() else {
        return ensure(agent.path().is_none(), "it has a path and asks for none");
    };
    ensure(agent.status() != AnswerStatus::Pending, "it has no answer")?;
    let fault = match agent.ground() {
        GroundKind::Tiles => fault_on_tiles(world, (id, agent, request), known),
        GroundKind::Waypoints => fault_on_waypoints(world, (id, agent, request)),
    };
    fault.map_err(|fault| format!("{fault}: {:?} {:?} {:?}", agent.status(), agent.path(), fleet.step(id)))
}

fn ensure(holds: bool, fault: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault.into()) }
}

fn fault_on_tiles(
    world: &FleetWorld,
    (id, agent, request): (AgentId, &Agent, &Request),
    known: Known,
) -> Result<(), String> {
    let has_failed = matches!(agent.status(), AnswerStatus::Failed(_));
    let here = world.fleet.position(id).and_then(|at| world.geometry.cell_at(at));
    let goals = world.fleet.goal_cells(id, &world.geometry);
    let profile = known.profiles.get(usize::from(request.profile)).cloned();
    let ((Some(here), Some(goals)), Some(mut profile)) = ((here, goals), profile) else {
        return ensure(has_failed, "no path can be");
    };
    if let Some(Ok(aversion)) = request.danger_aversion.map(Aversion::new) {
        profile.set_aversion_to_all(aversion);
    }
    let (seen, options) = (ground(&world.map, &profile, known.own), &request.options);
    if options.in_sight && profile.size() > 1 {
        // It looks from its middle, over cells in which it may not fit.
        return Ok(());
    }
    let goals = goal_places(&world.map, &profile, &goals, options);
    if seen.weight(here) == 0 {
        // Every agent that can leave the wall has left it.
        return Ok(());
    }
    let least = cheapest(&seen, here, &goals, options);
    let search = Search { seen: &seen, goals: &goals, options, here, least };
    match (agent.status(), agent.path()) {
        (AnswerStatus::Failed(reason), _) => {
            let is_right = least.is_none() || options.max_expansions.is_some();
            ensure(is_right, &format!("there is a path of {least:?}, and the answer is {reason}"))
        }
        (AnswerStatus::Found, AgentPath::OnField(_)) => search.fault_on_field(world, id, known),
        (AnswerStatus::Found, AgentPath::OverCells(own)) => {
            search.fault_of_path(&world.fleet, id, known, &own.path)
        }
        (AnswerStatus::Partial, AgentPath::OverCells(own)) => {
            ensure(least.is_none(), &format!("the path is partial, and there is one of {least:?}"))?;
            search.fault_of_path(&world.fleet, id, known, &own.path)
        }
        _ => Err("a status without a path".into()),
    }
}

/// The search of the test for the request of an agent.
struct Search<'a> {
    seen: &'a Ground,
    goals: &'a [IVec2],
    options: &'a PathOptions,
    /// The cell of the agent.
    here: IVec2,
    /// The cost of the cheapest path from there.
    least: Option<u64>,
}

impl Search<'_> {
    /// What is wrong with an agent on a goal field.
    fn fault_on_field(&self, world: &FleetWorld, id: AgentId, known: Known) -> Result<(), String> {
        let start = world.fleet.path_start(id).ok_or("it is on no field")?;
        let (cost, least) = (world.cost_of(id), cheapest(self.seen, start, self.goals, self.options));
        let cost = cost.map(|cost| u64::from(cost.units()));
        ensure(cost == least && cost.is_some(), &format!("a field of {cost:?}, and a path of {least:?}"))?;
        let is_lone = walks(&world.fleet, id) && !known.is_in_crowd;
        ensure(!is_lone || self.least == Some(0), "it is not at the end of its field")
    }

    /// What is wrong with an agent that has a path of its own.
    fn fault_of_path(&self, fleet: &Fleet, id: AgentId, known: Known, path: &Path) -> Result<(), String> {
        let (cells, is_partial) = (path.cells(), path.is_partial());
        let last = *cells.last().ok_or("an empty path")?;
        let has_arrived = fleet.step(id).is_some_and(|step| step.state == StepState::Arrived);
        // An agent that has arrived stays, even if it does not see its target any more.
        let may_be_blind = self.options.in_sight && has_arrived;
        let is_end = is_partial || is_end(self.seen, last, self.goals, self.options);
        ensure(is_end || may_be_blind, &format!("a path to {last}, goals {:?}", self.goals))?;
        if is_partial || self.options.in_sight {
            // It may end anywhere.
        } else {
            ensure(self.least.is_some(), "a path where there is none")?;
        }
        // One that stops before an obstacle has not arrived.
        if walks(fleet, id) && !known.is_in_crowd && !fleet.is_stopped(id) {
            ensure(has_arrived && fleet.progress(id).has_arrived(), "it has not arrived")?;
            return ensure(self.here == last, "it has arrived, and is not at the end of its path");
        }
        let apart = |cell: IVec2| crate::geometry::squared(self.seen.shape, cell, self.here);
        let nearest = (0..cells.len()).rev().min_by_key(|&nth| apart(cells[nth])).unwrap_or(0);
        // What lies behind the agent may have changed since.
        let cost = self.cost(&cells[nearest..]).ok_or("a path through a wall")?;
        let least = cheapest(self.seen, cells[nearest], self.goals, self.options);
        let is_cheap = cost as f64 <= least.unwrap_or(0) as f64 * f64::from(self.options.inflation);
        let is_judged = !is_partial && !self.options.in_sight && self.options.inflation.is_finite();
        // An agent in a crowd may keep a path that was cheap from where it has begun.
        let keeps = fleet.step(id).is_some();
        ensure(!is_judged || keeps || is_cheap, &format!("a path of {cost}, and there is one of {least:?}"))
    }

    /// The cost of a path over these cells. `None` if there is a wall.
    fn cost(&self, cells: &[IVec2]) -> Option<u64> {
        let is_free = cells.iter().all(|&cell| self.seen.weight(cell) > 0);
        let steps = cells.windows(2).map(|pair| self.seen.step(pair[0], pair[1]));
        steps.sum::<Option<u64>>().filter(|_| is_free)
    }
}

/// Whether the fleet moves an agent.
fn walks(fleet: &Fleet, id: AgentId) -> bool {
    fleet.pace(id).is_some_and(|pace| pace.speed > 0.0)
}

fn fault_on_waypoints(
    world: &FleetWorld,
    (id, agent, request): (AgentId, &Agent, &Request),
) -> Result<(), String> {
    let (fleet, graph) = (&world.fleet, &world.graph);
    let at = fleet.position(id).ok_or("nowhere")?;
    let goals: Option<Vec<WaypointId>> = request
        .targets
        .iter()
        .map(|target| if let Target::Position(at) = target { graph.nearest(*at) } else { None })
        .collect();
    // Where another agent or a cell is the target, other tests look.
    let (Some(goals), Some(here)) = (goals, graph.nearest(at)) else { return Ok(()) };
    let mut reached = BTreeSet::from([here]);
    let mut open = vec![here];
    while let Some(from) = open.pop() {
        open.extend(graph.edges(from).map(|(to, _)| to).filter(|&to| reached.insert(to)));
    }
    let leads = goals.iter().any(|goal| reached.contains(goal));
    let Some(path) = agent.waypoint_path() else {
        // From the middle of an edge, an agent may go on only to its end.
        let is_at_waypoint = graph.position(here) == Some(at);
        let has_failed = matches!(agent.status(), AnswerStatus::Failed(_));
        return ensure(has_failed && (!leads || !is_at_waypoint), "there is a path");
    };
    let last = *path.waypoints.last().ok_or("an empty path")?;
    let is_partial = agent.status() == AnswerStatus::Partial;
    ensure(is_partial || goals.contains(&last), "a path to another waypoint")?;
    let is_there = fleet.progress(id).has_arrived() && here == last;
    ensure(!walks(fleet, id) || is_there, "it has not arrived")
}
