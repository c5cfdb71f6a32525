//! Agents that gave way come back to their goals.

use crate::parade::Parade;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{Grid, NavMap, Topology};

/// As many agents as that on a square without walls, each with a goal of its own.
fn pairs(side: i32, count: usize, seed: u64) -> (Parade, Vec<IVec2>) {
    let mut random = Rng::with_seed(seed);
    let mut cells: Vec<IVec2> = (0..side * side).map(|at| IVec2::new(at % side, at / side)).collect();
    random.shuffle(&mut cells);
    let goals = cells[..count].to_vec();
    random.shuffle(&mut cells);
    let map = NavMap::new(Grid::new(UVec2::splat(side as u32), 1).unwrap(), Topology::default());
    let fields: Vec<Vec<IVec2>> = goals.iter().map(|&goal| vec![goal]).collect();
    let mut parade = Parade::new(map, 1, &fields);
    for (nth, &cell) in cells[..count].iter().enumerate() {
        parade.insert(cell, nth, 2.0 + 2.0 * random.f64());
    }
    (parade, goals)
}

fn off_their_goals(parade: &Parade, goals: &[IVec2]) -> usize {
    parade.walkers.values().filter(|walker| walker.cell != Some(goals[walker.goal])).count()
}

#[test]
fn in_a_half_full_square_nobody_stays_off_its_goal() {
    for seed in 0..6 {
        let (mut parade, goals) = pairs(16, 128, seed);
        parade.run(60 * 60);
        assert_eq!((parade.resting(), off_their_goals(&parade, &goals)), (128, 0), "seed {seed}");
    }
}

#[test]
fn in_a_full_room_they_try_ever_more_seldom() {
    for seed in 0..8 {
        let (mut parade, _) = pairs(4, 16, seed);
        parade.run(60 * 600);
        let (mut steps, mut quiet) = (0, 0);
        for _ in 0..60 * 60 {
            parade.tick();
            steps += parade.steps.len();
            quiet += usize::from(parade.resting() == 16);
        }
        assert!(steps < 160 && quiet > 60 * 30, "seed {seed}: {steps} steps, all at rest in {quiet} ticks");
    }
}

/// Paths of more diagonal steps than a straight line has tiles.
#[test]
fn on_a_large_open_map_everybody_comes_to_a_goal_of_its_own() {
    for seed in 0..3 {
        let (mut parade, goals) = pairs(90, 120, seed);
        parade.run(60 * 90);
        assert_eq!((parade.resting(), off_their_goals(&parade, &goals)), (120, 0), "seed {seed}");
    }
}

/// Somewhere beyond the stretch of its path that an agent sees, the costs of its own cell end before those of a cell beside it.
#[test]
fn an_agent_that_was_carried_off_its_path_comes_to_its_goal() {
    let is_wall = |cell: IVec2| cell.x == 40 && cell.y < 58;
    let grid = Grid::from_fn(UVec2::new(60, 60), |cell| u8::from(!is_wall(cell))).unwrap();
    for aside in 1..30 {
        let map = NavMap::new(grid.clone(), Topology::default());
        let mut parade = Parade::new(map, 1, &[vec![[50, 5].into()]]);
        let agent = parade.insert([38, 5].into(), 0, 4.0);
        parade.run(300);
        parade.push(agent, Vec2::new(-aside as f32, 0.0));
        parade.run(60 * 60);
        assert!(parade.walkers[&agent].rests, "carried {aside} cells aside: {:?}", parade.walkers[&agent]);
    }
}
