//! Steps that take no time, take for ever, or change their time on the way.

use crate::parade::{Parade, drawn};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{CostProfile, Grid, NavMap, Shape, Topology, crowd::StuckReason, fleet::AgentId};

/// A corridor of `length` cells, with the goal at its right end.
fn corridor(length: usize) -> Parade {
    let wall = "#".repeat(length);
    let map = drawn(&[&wall, &".".repeat(length), &wall]);
    Parade::new(map, 1, &[vec![IVec2::new(length as i32 - 1, 1)]])
}

fn x(parade: &Parade, agent: AgentId) -> f32 {
    parade.place(agent).x
}

#[test]
fn an_agent_without_speed_stands_on_its_step_for_ever_and_is_named() {
    let mut parade = corridor(6);
    // With a speed of 0, it would not set out. So slow, it sets out and never arrives.
    let agent = parade.insert([0, 1].into(), 0, 1e-30);
    parade.run(3);
    assert!(parade.is_moving(agent));
    assert_eq!(parade.world.fleet.step(agent).unwrap().motion.ends(), u64::MAX);
    let mut named = Vec::new();
    for _ in 0..600 {
        parade.tick();
        named.extend_from_slice(&parade.stuck);
    }
    assert!(x(&parade, agent) < 1e-9);
    assert_eq!(named.iter().filter(|(stuck, _)| *stuck == agent).count(), 1);
    parade.set_speed(agent, 5.0);
    parade.run(75);
    assert!(parade.walkers[&agent].rests, "{:?}", parade.walkers[&agent]);
}

#[test]
fn a_change_of_speed_counts_on_the_step() {
    let mut parade = corridor(9);
    let agent = parade.insert([0, 1].into(), 0, 0.01);
    // It needs 100 s for a cell, and is eight times as fast after each tick.
    for nth in 0..6 {
        parade.tick();
        parade.set_speed(agent, 0.01 * 8_f64.powi(nth));
    }
    parade.set_speed(agent, 4.0);
    parade.run(130);
    assert!(parade.walkers[&agent].rests, "{:?}", parade.walkers[&agent]);
}

#[test]
fn those_behind_one_that_stops_on_its_step_stop_too_and_go_on_with_it_or_when_it_is_gone() {
    for is_removed in [false, true] {
        let mut parade = corridor(12);
        let agents: Vec<AgentId> = (0..4).map(|at| parade.insert([3 - at, 1].into(), 0, 2.0)).collect();
        parade.run(50);
        parade.set_speed(agents[0], 0.0);
        parade.run(60);
        let stands: Vec<f32> = agents.iter().map(|&agent| x(&parade, agent)).collect();
        assert!(stands[0].fract() > 0.01, "it stands between two cells: {stands:?}");
        parade.run(60);
        let still: Vec<f32> = agents.iter().map(|&agent| x(&parade, agent)).collect();
        assert!(stands.iter().zip(still).all(|(stood, stands)| (stood - stands).abs() < 1e-9));
        match is_removed {
            true => parade.remove(agents[0]),
            false => parade.set_speed(agents[0], 3.0),
        }
        parade.run(60 * 12);
        let resting = if is_removed { 3 } else { 4 };
        assert_eq!(parade.resting(), resting, "{is_removed}");
    }
}

#[test]
fn agents_behind_one_that_stands_on_its_step_are_named() {
    let mut parade = corridor(8);
    let first = parade.insert([2, 1].into(), 0, 2.0);
    let second = parade.insert([1, 1].into(), 0, 2.0);
    parade.run(20);
    parade.set_speed(first, 0.0);
    let mut named = Vec::new();
    for _ in 0..600 {
        parade.tick();
        named.extend_from_slice(&parade.stuck);
    }
    let named: Vec<_> =
        named.iter().filter(|(stuck, _)| *stuck == second).map(|&(_, reason)| reason).collect();
    assert_eq!(named, [StuckReason::Crowded]);
}

#[test]
fn whatever_their_speeds_change_to_nobody_is_faster_and_all_keep_their_distance() {
    for seed in 0..40 {
        let mut random = Rng::with_seed(seed);
        let shape = Shape::ALL[random.usize(..Shape::ALL.len())];
        let size = [random.u32(3..9), random.u32(3..9)];
        let grid = Grid::from_fn(size.into(), |_| u8::from(random.u8(..8) > 0)).unwrap();
        let map = NavMap::new(grid, Topology::default().with_shape(shape));
        let any_cell =
            |random: &mut Rng| IVec2::new(random.i32(0..size[0] as i32), random.i32(0..size[1] as i32));
        let mut any_free = || {
            let mut cells = core::iter::repeat_with(|| any_cell(&mut random));
            cells.find(|&cell| map.is_free(&CostProfile::default(), cell)).unwrap()
        };
        let goals: Vec<Vec<IVec2>> = (0..4).map(|_| vec![any_free()]).collect();
        let mut parade = Parade::new(map, 1, &goals);
        let mut agents: Vec<AgentId> = Vec::new();
        for _ in 0..size[0] * size[1] / 3 {
            agents.push(parade.insert(any_cell(&mut random), random.usize(..4), 3.0));
        }
        for _ in 0..600 {
            for _ in 0..random.u8(..4) {
                let speed = [0.0, 0.01, 0.5, 3.0, 20.0, 300.0][random.usize(..6)];
                parade.set_speed(agents[random.usize(..agents.len())], speed);
            }
            if random.u8(..40) == 0 {
                let nth = random.usize(..agents.len());
                parade.remove(agents[nth]);
                agents[nth] = parade.insert(any_cell(&mut random), random.usize(..4), 3.0);
            }
            // Distances and speeds are checked in each tick.
            parade.tick_for([1_000, 16_667, 100_000][random.usize(..3)]);
        }
    }
}

#[test]
fn agents_change_their_pace_where_a_cell_holds_the_most_agents() {
    let mut parade = Parade::new(drawn(&["......"]), u8::MAX, &[vec![IVec2::new(5, 0)]]);
    let agent = parade.insert(IVec2::ZERO, 0, 1.0);
    (0..30).for_each(|_| parade.tick());
    parade.set_speed(agent, 4.0);
    (0..150).for_each(|_| parade.tick());
    assert!(parade.walkers[&agent].rests);
}
