//! Long runs with edits, teleports, insertions and removals.

use crate::{bare::Bare, parade::Parade};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{DiagonalRule, Grid, NavMap, Shape, Topology, crowd::MemberId};

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
    let mut agents: Vec<MemberId> = Vec::new();
    for _ in 0..count {
        agents.push(parade.insert(any_cell(size, &mut random), random.usize(..3), 1.0 + 4.0 * random.f64()));
    }
    for _ in 0..ticks {
        if random.u8(..30) == 0 {
            let cell = any_cell(size, &mut random);
            let is_goal = goals.iter().flatten().any(|&goal| goal == cell);
            parade.map.set_terrain(cell, u8::from(is_goal || random.bool())).unwrap();
        }
        let nth = random.usize(..agents.len());
        match random.u8(..150) {
            0 => parade.teleport(agents[nth], any_cell(size, &mut random)),
            1 if agents.len() > 1 => parade.remove(agents.swap_remove(nth)),
            2 => agents.push(parade.insert(any_cell(size, &mut random), random.usize(..3), 3.0)),
            3 if capacity > 1 => parade.mover.set_capacity(random.u8(..4), parade.now),
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

#[test]
fn equal_calls_in_another_order_give_equal_answers() {
    let mut random = Rng::with_seed(3);
    let map = NavMap::new(Grid::new([20, 20].into(), 1).unwrap(), Topology::default());
    let goals = [vec![[2, 2].into()], vec![[17, 9].into()]];
    let mut crowds: Vec<Bare> = (0..3).map(|_| Bare::new(map.clone(), &goals)).collect();
    for nth in 0..200 {
        let (cell, speed) = (any_cell([20, 20].into(), &mut random), 2.0 + 2.0 * random.f64());
        crowds.iter_mut().for_each(|bare| bare.insert(cell, nth % 2, speed));
    }
    for _ in 0..900 {
        // Agents arrive in another order in each.
        crowds.iter_mut().for_each(|bare| bare.tick_for(16_667, &mut random));
        let [first, others @ ..] = &crowds[..] else { unreachable!("there are three") };
        assert!(others.iter().all(|other| other.crowd.answers() == first.crowd.answers()));
    }
    assert!(crowds[0].resting() > 190, "{} rest", crowds[0].resting());
}
