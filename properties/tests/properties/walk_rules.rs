//! What holds for the agents of a game after every frame.

use crate::{
    config,
    walks::{CELL, FRAME, Game, Happening, ROUNDING, Tracked, stories},
};
use glam::IVec2;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tilepath::fleet::{CellStep, StepState};

/// The least number of frames of a story after its last event.
const LAST_FRAMES: u8 = 40;

/// The agent is in a free cell, or still on its way out of a wall.
fn check_cell(game: &Game, agent: &mut Tracked, step: Option<&CellStep>) -> Result<(), TestCaseError> {
    let geometry = &game.world.geometry;
    let inwards = |cell| agent.at + (geometry.center_of(cell) - agent.at).clamp_length_max(ROUNDING);
    let cells = step.map(|step| [step.from(), step.to()]).into_iter().flatten();
    let places = cells.map(inwards).chain([agent.at]);
    let mut here: Vec<IVec2> = places.filter_map(|at| geometry.cell_at(at)).collect();
    here.extend(step.and_then(|step| geometry.cell_on_step(agent.at, step.from(), step.to())));
    let free: Vec<IVec2> = here.iter().copied().filter(|&cell| game.is_free(agent, cell)).collect();
    prop_assert!(!free.is_empty() || agent.is_caught, "in a wall at {:?}: {:?} {:?}", here, agent, step);
    agent.is_caught &= !step.map_or(!free.is_empty(), |step| free.contains(&step.to()));
    Ok(())
}

fn check(game: &mut Game, cells: &mut BTreeMap<(u8, [i32; 2]), Tracked>) -> Result<(), TestCaseError> {
    let mut agents = core::mem::take(&mut game.agents);
    cells.clear();
    for agent in &mut agents {
        let (at, step) = (game.world.fleet.position(agent.id), game.world.fleet.step(agent.id));
        prop_assert!(at.is_some_and(|at| at.is_finite()), "{:?}", at);
        let before = core::mem::replace(&mut agent.at, at.unwrap());
        let moved = agent.at.distance(before);
        // A speed below 0 or of NaN is no speed.
        let speed = game.world.fleet.pace(agent.id).map_or(0.0, |pace| pace.speed.max(0.0));
        let may = speed * FRAME.as_secs_f32();
        // An agent that the crowd gives a place is there at once. It walks out of a wall only if no other wall is on its way.
        let is_placed = agent.crowd.is_some() && (agent.is_new || agent.is_caught);
        let is_slow = is_placed || moved <= may * 1.0001 + CELL * 2e-3;
        prop_assert!(is_slow, "moved {} of {}: {:?} {:?}", moved, may, agent, step);
        // Only an agent with a place rests, or steps from cell to cell.
        let has_place = |step: &CellStep| step.state == StepState::Arrived || step.from() != step.to();
        agent.is_new = (agent.is_new || agent.is_caught) && !step.is_some_and(has_place);
        check_cell(game, agent, step)?;
        if let Some(layer) = agent.crowd
            && let Some(step) = step.filter(|_| !agent.is_new && !agent.is_caught)
        {
            let cell: IVec2 = step.to();
            let other = cells.insert((layer, cell.to_array()), agent.clone());
            prop_assert!(other.is_none(), "both have {}: {:?} {:?} {:?}", cell, agent, step, other);
        }
    }
    game.agents = agents;
    Ok(())
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn agents_keep_out_of_walls_off_the_cells_of_others_and_to_their_speed(story in stories()) {
        let (mut game, mut cells) = (Game::new(&story), BTreeMap::new());
        for happening in story.happenings.into_iter().chain([Happening::Frames(LAST_FRAMES)]) {
            game.play(happening);
            if let Happening::Frames(count) = happening {
                for _ in 0..count {
                    game.frame();
                    check(&mut game, &mut cells)?;
                }
            }
        }
    }
}
