//! A recording made from the board that is painted: a crowd that walks to and fro between start and goal.

use crate::{board::Board, pane::furnish};
use bevy::math::IVec2;
use core::time::Duration;
use tilepath::{
    NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Recording, Request, SaveError},
};

/// The number of agents, and of frames.
const AGENTS: usize = 30;
const FRAMES: usize = 600;
const FRAME: Duration = Duration::from_millis(50);

/// Records a crowd on a board. Half of it sets out near the start, the other half near the goal. Agents that arrive go back. Now and then, a cell
/// on the path of an agent becomes a wall, and is opened again later.
///
/// # Errors
/// [`SaveError`]. No request of this game is a function.
pub fn example(board: &Board) -> Result<Recording, SaveError> {
    let mut map =
        NavMap::new(board.terrain().clone(), Topology::default().with_shape(board.layout().shape()));
    furnish(&mut map, &mut vec![0; board.terrain().len()], board);
    let mut world = FleetWorld::new(map, board.layout().geometry());
    world.record(16)?;
    let ends = [board.start(), board.goal()];
    let tile = world.geometry.center_of(IVec2::X).distance(world.geometry.center_of(IVec2::ZERO));
    let mut goals: Vec<(AgentId, usize)> = Vec::new();
    for (nth, cell) in ends.into_iter().enumerate() {
        for cell in free_near(board, cell).take(AGENTS / 2) {
            let agent = world.fleet.insert(Some(world.geometry.center_of(cell)), GroundKind::Tiles);
            world.fleet.set_pace(agent, Some(Pace::new(4.0 * tile)));
            world.fleet.set_crowd(agent, Some(0));
            goals.push((agent, 1 - nth));
            world.ask(agent, Request::to(ends[1 - nth]));
        }
    }
    let mut wall = None;
    for frame in 0..FRAMES {
        world.update(FRAME, &ScopedThreads(1));
        let arrived: Vec<FleetEvent> = world.fleet.events().to_vec();
        world.fleet.forget_events();
        for (agent, goal) in &mut goals {
            if arrived.contains(&FleetEvent::Reached(*agent)) {
                *goal = 1 - *goal;
                world.ask(*agent, Request::to(ends[*goal]));
            }
        }
        if frame % 60 == 30 {
            if let Some(cell) = wall.take() {
                world.map.unblock(cell);
            }
            wall = cell_on_a_path(&world, frame, ends);
            if let Some(cell) = wall {
                world.map.block(cell);
            }
        }
    }
    Ok(world.stop_recording().unwrap_or_else(|| Recording::new(Vec::new())))
}

/// The free cells of a board, the nearest to a cell first.
fn free_near(board: &Board, cell: IVec2) -> impl Iterator<Item = IVec2> {
    let cells = (0..board.terrain().len()).map(|index| board.terrain().cell(index));
    let is_free = |&at: &IVec2| board.cell(at).is_some_and(|cell| cell.terrain > 0);
    let mut free: Vec<IVec2> = cells.filter(is_free).collect();
    free.sort_by_key(|at| (at.distance_squared(cell), at.y, at.x));
    free.into_iter()
}

/// A cell in the middle of somebody's path, on which nobody is.
fn cell_on_a_path(world: &FleetWorld, frame: usize, ends: [IVec2; 2]) -> Option<IVec2> {
    let (agent, _) = world.fleet.agents().nth(frame % world.fleet.len().max(1))?;
    let cells = world.path_cells(agent);
    let cell = *cells.get(cells.len() / 2)?;
    let is_taken = world.fleet.agents().any(|(agent, _)| {
        world.fleet.position(agent).and_then(|at| world.geometry.cell_at(at)) == Some(cell)
    });
    (!is_taken && !ends.contains(&cell)).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Layout,
        generate::{Generator, generate},
    };
    use tilepath::fleet::{Replay, Step};

    #[test]
    fn the_example_plays_to_its_hashes_on_every_board() {
        for (generator, layout) in [(Generator::Hills, Layout::Square), (Generator::Rooms, Layout::Hex)] {
            let recording = example(&generate(generator, [40, 24].into(), 7, layout)).unwrap();
            assert_eq!(recording.frames().len(), FRAMES);
            let mut replay = Replay::new(recording).unwrap();
            let start = replay.world().fleet.len();
            assert_eq!(start, 0);
            while replay.step(&ScopedThreads(1)).unwrap() != Step::Ended {}
            assert_eq!(replay.world().fleet.len(), AGENTS);
        }
    }
}
