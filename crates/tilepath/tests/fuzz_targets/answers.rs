//! The answers of a frame, compared with a brute-force search that shares no code with the crate.

use super::game::Game;
use crate::{geometry::squared, ground::Ground};
use glam::IVec2;
use tilepath::{
    Aversion, CostProfile, NavMap, PathError, PathOptions,
    fleet::{Agent, AgentId, AgentPath, AnswerStatus, Failure, GroundKind, Request, Target},
};

/// How many answers of a frame are checked: a brute force takes as long as many frames.
const CHECKED: usize = 4;

/// The map as an agent sees it that does not notice these obstacles.
pub fn ground(map: &NavMap, profile: &CostProfile, own: &[IVec2]) -> Ground {
    let (topology, layers) = (map.topology(), map.danger_layers());
    let lengths = topology.lengths();
    let weight = |(index, (cell, _)): (usize, (IVec2, u8))| {
        let class = map.without_obstacles(own).class(cell).expect("a cell of the map");
        let danger = layers.iter().enumerate().map(|(layer, danger)| {
            // Aversions are 8.8 fixed-point numbers.
            let aversion = (f64::from(profile.aversion(layer).get()) * 256.0).round() as u64;
            (u64::from(danger.units()[index]) * aversion + 128) / 256
        });
        match u64::from(profile.cost(class)) {
            0 => 0,
            cost => 16 * cost + danger.sum::<u64>(),
        }
    };
    Ground {
        size: map.grid().size().as_ivec2(),
        shape: topology.shape(),
        rule: topology.diagonals(),
        straight: lengths.straight().into(),
        diagonal: lengths.diagonal().into(),
        weights: map.grid().cells().enumerate().map(weight).collect(),
    }
}

/// The cost of the cheapest path to one of the goals. `None` if there is no path.
pub fn cheapest(ground: &Ground, start: IVec2, goals: &[IVec2], options: &PathOptions) -> Option<u64> {
    if let ([goal], 0.0) = (goals, options.range) {
        return ground.cost(start, *goal);
    }
    let range = f64::from(options.range);
    let costs = ground.brute_force(start);
    let is_end = |cell: IVec2| {
        goals.iter().any(|&goal| {
            squared(ground.shape, cell, goal) as f64 <= range * range
                && (!options.in_sight || ground.sees(cell, goal))
        })
    };
    let ends = ground.cells().zip(costs).filter_map(|(cell, cost)| Some((cell, cost?)));
    ends.filter(|&(cell, _)| is_end(cell)).map(|(_, cost)| cost).min()
}

/// Whether a cost may be the answer to a search with these options.
#[track_caller]
fn assert_cheap(found: u64, cheapest: Option<u64>, options: &PathOptions) {
    let least = cheapest.expect("a path where there is none");
    let most = match options.inflation {
        f32::INFINITY if least > 0 => f64::INFINITY,
        inflation if least > 0 => least as f64 * f64::from(inflation),
        _ => 0.0,
    };
    assert!(least <= found && found as f64 <= most, "a path of {found} instead of {least}");
}

/// Checks the answers of the last frame.
pub fn check(game: &Game) {
    for &id in game.fleet.answered().iter().take(CHECKED) {
        let Some(agent) = game.fleet.agent(id) else { continue };
        match agent.ground() {
            GroundKind::Tiles => check_cells(game, id, agent),
            GroundKind::Waypoints => check_edges(game, agent),
        }
    }
}

fn check_cells(game: &Game, id: AgentId, agent: &Agent) {
    let Some(request) = agent.request() else { return };
    let Some(profile) = game.profiles.get(usize::from(request.profile)) else { return };
    let mut profile = profile.clone();
    if let Some(Ok(aversion)) = request.danger_aversion.map(Aversion::new) {
        profile.set_aversion_to_all(aversion);
    }
    let ground = ground(&game.world.map, &profile, agent.own_obstacles());
    let (goals, options): (Vec<IVec2>, _) = (agent.goal_cells().collect(), &request.options);
    match (agent.status(), agent.path()) {
        (AnswerStatus::Failed(Failure::Path(PathError::Unreachable { start, .. })), _) => {
            assert_eq!(cheapest(&ground, start, &goals, options), None, "a path from {start}");
        }
        (status, AgentPath::OverCells(own)) => {
            let start = own.path.cells()[0];
            // An agent in a wall walks out of it first.
            if ground.weight(start) == 0 {
                return;
            }
            ground.check_path(&own.path, start);
            let least = cheapest(&ground, start, &goals, options);
            match status {
                AnswerStatus::Partial => assert_eq!(least, None, "a partial path"),
                _ => assert_cheap(own.path.cost().units().into(), least, options),
            }
        }
        (AnswerStatus::Found, AgentPath::OnField(_)) => check_on_field(game, id, request, &ground),
        _ => {}
    }
}

/// The cost of a path on a goal field, if its targets do not move: a field may lag behind targets that move.
fn check_on_field(game: &Game, id: AgentId, request: &Request, ground: &Ground) {
    // An agent that has lost its path in the walk of this frame is no longer on the field.
    let Some(start) = game.fleet.path_start(id) else { return };
    let is_fixed = |target: &Target| !matches!(target, Target::Agent(_));
    if !request.targets.iter().all(is_fixed) {
        return;
    }
    let goals = game.fleet.goal_cells(id, &game.world.geometry).expect("an agent on a field has goals");
    let cost = game.world.cost_of(&game.fleet, id).expect("an agent on a field has a path");
    assert_cheap(cost.units().into(), cheapest(ground, start, &goals, &request.options), &request.options);
}

/// A path over waypoints uses edges that there are.
fn check_edges(game: &Game, agent: &Agent) {
    let Some(path) = agent.waypoint_path() else { return };
    for (pair, &cost) in path.waypoints.windows(2).zip(&path.edges) {
        assert_eq!(game.world.graph.edge_cost(pair[0], pair[1]), Some(cost));
    }
}
