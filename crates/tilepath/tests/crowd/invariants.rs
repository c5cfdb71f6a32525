//! Long runs with edits, teleports, insertions and removals.

use crate::parade::Parade;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{DiagonalRule, Grid, NavMap, Shape, Topology, fleet::AgentId};

fn any_cell(size: UVec2, random: &mut Rng) -> IVec2 {
    IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
}

/// All shapes, all diagonal rules, capacities of one to three, from nearly empty to more agents than cells.
fn run(seed: u64, ticks: usize) {
    let mut random = Rng::with_seed(seed);
    let shape = Shape::ALL[seed as usize % 7];
    let rule = DiagonalRule::ALL[random.usize(..4)];
    let size = UVec2::new(random.u32(3..14), random.u32(3..14));
    let walls = random.u8(..45);
    let grid = Grid::from_fn(size, |_| u8::from(random.u8(..100) >= walls)).unwrap();
    let mut map = NavMap::new(grid, Topology::square(rule).with_shape(shape));
    let goals: Vec<Vec<IVec2>> = (0..3).map(|_| vec![any_cell(size, &mut random)]).collect();
    for &goal in goals.iter().flatten() {
        map.set_terrain(goal, 1).unwrap();
    }
    let capacity = if random.bool() { 1 } else { random.u8(2..4) };
    let mut parade = Parade::new(map, capacity, &goals);
    let count = random.usize(1..=(size.x * size.y) as usize * 5 / 4);
    let mut agents: Vec<AgentId> = Vec::new();
    for _ in 0..count {
        agents.push(parade.insert(any_cell(size, &mut random), random.usize(..3), 1.0 + 4.0 * random.f64()));
    }
    for _ in 0..ticks {
        if random.u8(..30) == 0 {
            let cell = any_cell(size, &mut random);
            let is_goal = goals.iter().flatten().any(|&goal| goal == cell);
            parade.world.map.set_terrain(cell, u8::from(is_goal || random.bool())).unwrap();
        }
        let nth = random.usize(..agents.len());
        match random.u8(..150) {
            0 => parade.teleport(agents[nth], any_cell(size, &mut random)),
            1 if agents.len() > 1 => parade.remove(agents.swap_remove(nth)),
            2 => agents.push(parade.insert(any_cell(size, &mut random), random.usize(..3), 3.0)),
            3 if capacity > 1 => parade.set_capacity(random.u8(1..4)),
            _ => {}
        }
        parade.tick();
    }
}

#[test]
fn nobody_is_in_a_wall_above_capacity_too_near_or_lost() {
    let rounds = std::env::var("CROWD_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(150);
    (0..rounds).for_each(|seed| run(seed, 600));
}
