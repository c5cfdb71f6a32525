//! Crowds and their saved copies answer the same in every tick.

use super::march::{March, drawn, read, write};
use crate::{
    ground::{CostProfile, DiagonalRule, Grid, HexLayout, Shape, Topology},
    map::NavMap,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};

const OPEN: [&str; 9] = [".................."; 9];
const CORRIDOR: [&str; 7] = [
    "......######......",
    "......######......",
    "......######......",
    "..................",
    "......######......",
    "......######......",
    "......######......",
];
const PASSAGE: [&str; 6] = [
    "....########....",
    "....########....",
    "................",
    "................",
    "....########....",
    "....########....",
];

fn topologies() -> [Topology; 4] {
    [
        Topology::default(),
        Topology::square(DiagonalRule::Never),
        Topology::hex(HexLayout::OddRows),
        Topology::staggered(DiagonalRule::IfAtMostOneObstacle),
    ]
}

/// Two groups that start at the two ends of a map and want to the other end, at different speeds.
fn head_on(rows: &[&str], topology: Topology, capacity: u8, seed: u64) -> March {
    let map = drawn(rows, topology);
    let size = map.grid().size().as_ivec2();
    let goals = [IVec2::new(size.x - 1, size.y / 2), IVec2::new(0, size.y / 2)];
    let mut march = March::new(map, &goals, capacity, seed);
    for y in 0..size.y {
        for x in 0..3 {
            let pace = 200_000 + 40_000 * ((x * 7 + y * 3) % 6) as u64;
            march.insert(IVec2::new(x, y), 0, pace);
            march.insert(IVec2::new(size.x - 1 - x, y), 1, pace);
        }
    }
    march
}

#[test]
fn groups_that_meet_go_on_as_if_they_had_not_been_saved() {
    for rows in [&OPEN[..], &CORRIDOR, &PASSAGE] {
        for (nth, topology) in topologies().into_iter().enumerate() {
            for capacity in [1, 2] {
                let mut march = head_on(rows, topology, capacity, nth as u64);
                (0..1200).for_each(|_| march.tick());
                assert!(march.compared > 20, "{}", march.compared);
            }
        }
    }
}

#[test]
fn crowds_that_are_saved_in_every_tick_are_the_same() {
    let mut march = head_on(&CORRIDOR, Topology::default(), 1, 1);
    march.saves = 1.0;
    (0..200).for_each(|_| march.tick());
    march.saves = 0.0;
    (0..300).for_each(|_| march.tick());
    assert_eq!(march.compared, 600);
}

#[test]
fn whatever_happens_before_and_after_a_crowd_is_saved_it_goes_on_the_same() {
    for seed in 0..60 {
        let mut random = Rng::with_seed(seed);
        let shape = Shape::ALL[seed as usize % 7];
        let topology = Topology::square(DiagonalRule::ALL[seed as usize / 7 % 4]).with_shape(shape);
        let size = UVec2::new(random.u32(5..20), random.u32(5..20));
        // Few walls make passages, many make corridors.
        let walls = random.u8(0..5);
        let grid = Grid::from_fn(size, |_| u8::from(random.u8(..10) >= walls)).unwrap();
        let mut map = NavMap::new(grid, topology);
        map.prepare(&CostProfile::default());
        let mut any_cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        let goals = [any_cell(), any_cell(), any_cell()];
        goals.iter().for_each(|&goal| map.set_terrain(goal, 1).unwrap());
        let mut march = March::new(map, &goals, 1 + (seed % 3) as u8, seed);
        march.incidents = 0.02;
        march.capacities = if seed % 4 == 3 { &[0, 1, 2, 4] } else { &[] };
        for nth in 0..size.x * size.y / 4 {
            let cell = march.any_cell();
            march.insert(cell, nth as usize % 3, 200_000 + u64::from(nth % 7) * 60_000);
        }
        (0..1000).for_each(|_| march.tick());
        assert!(march.compared > 20, "{}", march.compared);
    }
}

#[test]
fn an_agent_that_walks_out_to_a_cell_that_it_left_earlier_is_written_the_same() {
    let mut march = March::new(drawn(&["....."], Topology::default()), &[IVec2::new(4, 0)], 1, 0);
    march.saves = 0.0;
    let left = IVec2::new(1, 0);
    march.insert(left, 0, 200_000);
    (0..30).for_each(|_| march.tick());
    let agent = *march.world.bodies.keys().next().expect("the only agent");
    assert_ne!(march.crowd.cell(agent), Some(left));
    let mut copy = read(&write(&march.crowd));
    for crowd in [&mut march.crowd, &mut copy] {
        crowd.displace(agent, left, march.now);
        crowd.decide(march.now, &march.world);
        assert!(crowd.is_moving(agent) && crowd.cell(agent) == Some(left));
    }
    assert_eq!(write(&march.crowd), write(&copy));
}
