//! No agent walks into a wall, and no position is NaN.

use super::game::{CELL, Game, Tracked};
use glam::IVec2;
use tilepath::fleet::{CellStep, GroundKind, StepState};

/// How far an agent may be in a wall by rounding, if it walks along the edge of the wall or past its corner.
const ROUNDING: f32 = CELL * 0.02;

/// Whether the cell is free for an agent as its last request says. In a crowd, an agent without a request still gives way.
fn is_free(game: &Game, agent: &Tracked, cell: IVec2) -> bool {
    let known = game.world.fleet.agent(agent.id).expect("an agent of the game");
    let profile = game.profiles.get(usize::from(agent.profile)).unwrap_or(&game.profiles[0]);
    game.world.map.without_obstacles(known.own_obstacles()).is_free(profile, cell)
}

/// Notes which agents are in walls before a frame. A frame may not bring others there.
pub fn note(game: &mut Game) {
    let geometry = &game.world.geometry;
    let is_in_wall = |agent: &Tracked| {
        let Some(at) = game.world.fleet.position(agent.id) else { return true };
        let to = game.world.fleet.step(agent.id).map(CellStep::to);
        let edge = to.and_then(|to| {
            let inwards = (geometry.center_of(to) - at).clamp_length_max(ROUNDING);
            geometry.cell_at(at + inwards)
        });
        let is_wall = |cell: IVec2| !is_free(game, agent, cell);
        // An agent may be beside the cell that it has.
        let has_cell = game.world.fleet.step(agent.id).is_some_and(|step| step.from() == step.to());
        let ends_in_wall = has_cell && to.is_some_and(is_wall);
        ends_in_wall || geometry.cell_at(at).is_none_or(is_wall) || edge.is_some_and(is_wall)
    };
    let in_walls: Vec<bool> = game.agents.iter().map(is_in_wall).collect();
    for (agent, is_in_wall) in game.agents.iter_mut().zip(in_walls) {
        agent.is_caught |= is_in_wall;
    }
}

/// Each agent is in a free cell, or still on its way out of a wall.
pub fn check(game: &mut Game) {
    let mut agents = core::mem::take(&mut game.agents);
    for agent in &mut agents {
        let Some(at) = game.world.fleet.position(agent.id) else { continue };
        assert!(at.is_finite(), "an agent at {at}");
        let on_tiles =
            game.world.fleet.agent(agent.id).is_some_and(|agent| agent.ground() == GroundKind::Tiles);
        if !on_tiles {
            agent.is_caught = true;
            continue;
        }
        let (geometry, step) = (&game.world.geometry, game.world.fleet.step(agent.id));
        if step.is_some_and(|step| step.state == StepState::Crossing) {
            // A link leads over walls, and its end may become one.
            agent.is_caught = true;
            continue;
        }
        let inwards = |cell| at + (geometry.center_of(cell) - at).clamp_length_max(ROUNDING);
        let cells = step.map(|step| [step.from(), step.to()]).into_iter().flatten();
        let places = cells.map(inwards).chain([at]);
        let mut here: Vec<IVec2> = places.filter_map(|at| geometry.cell_at(at)).collect();
        here.extend(step.and_then(|step| geometry.cell_on_step(at, step.from(), step.to())));
        let free: Vec<IVec2> = here.iter().copied().filter(|&cell| is_free(game, agent, cell)).collect();
        assert!(!free.is_empty() || agent.is_caught, "in a wall at {here:?}: {agent:?} {step:?}");
        agent.is_caught &= !step.map_or(!free.is_empty(), |step| free.contains(&step.to()));
    }
    game.agents = agents;
}
