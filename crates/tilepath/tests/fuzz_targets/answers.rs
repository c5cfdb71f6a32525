//! The answers of a frame, compared with a brute-force search that shares no code with the crate.

use super::game::Game;
use crate::{
    ground::Ground,
    seen::{cheapest, goal_places, ground},
};
use glam::IVec2;
use tilepath::{
    Aversion, CostProfile, PathError, PathOptions,
    fleet::{Agent, AgentId, AgentPath, AnswerStatus, Failure, GroundKind, PlanCause, Request, Target},
};

/// How many answers of a frame are checked: a brute force takes as long as many frames.
const CHECKED: usize = 4;

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
    for &id in game.world.fleet.answered().iter().take(CHECKED) {
        let Some(agent) = game.world.fleet.agent(id) else { continue };
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
    if options.in_sight && profile.size() > 1 {
        // It looks from its middle, over cells in which it may not fit.
        return;
    }
    let goals = goal_places(&game.world.map, &profile, &goals, options);
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
                // An agent that has turned round keeps its path to a target that moves, unless another costs much less.
                _ if agent.record().cause == PlanCause::TargetMoved => {
                    let found = u64::from(own.path.cost().units());
                    let is_kept = least.is_some_and(|least| least < found && found <= 4 * least);
                    assert_cheap(if is_kept { least.unwrap_or(0) } else { found }, least, options);
                }
                _ => assert_cheap(own.path.cost().units().into(), least, options),
            }
        }
        (AnswerStatus::Found, AgentPath::OnField(_)) => {
            check_on_field(game, id, (request, &profile), &ground);
        }
        _ => {}
    }
}

/// The cost of a path on a goal field, if its targets do not move: a field may lag behind targets that move.
fn check_on_field(game: &Game, id: AgentId, (request, profile): (&Request, &CostProfile), ground: &Ground) {
    // An agent that has lost its path in the walk of this frame is no longer on the field.
    let Some(start) = game.world.fleet.path_start(id) else { return };
    let is_fixed = |target: &Target| !matches!(target, Target::Agent(_));
    if !request.targets.iter().all(is_fixed) {
        return;
    }
    let goals = game.world.fleet.goal_cells(id, &game.world.geometry).expect("an agent on a field has goals");
    let goals = goal_places(&game.world.map, profile, &goals, &request.options);
    let cost = game.world.cost_of(id).expect("an agent on a field has a path");
    assert_cheap(cost.units().into(), cheapest(ground, start, &goals, &request.options), &request.options);
}

/// A path over waypoints uses edges that there are.
fn check_edges(game: &Game, agent: &Agent) {
    let Some(path) = agent.waypoint_path() else { return };
    for (pair, &cost) in path.waypoints.windows(2).zip(&path.edges) {
        assert_eq!(game.world.graph.edge_cost(pair[0], pair[1]), Some(cost));
    }
}
