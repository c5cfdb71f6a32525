//! What a game may do to a crowd: no panic, and the documented rule.

use crate::parade::Parade;
use glam::IVec2;
use tilepath::{
    CostProfile, Grid, NavMap, Topology,
    crowd::{Crowd, StuckReason},
};

fn map(x: u32, y: u32) -> NavMap {
    NavMap::new(Grid::new([x, y].into(), 1).unwrap(), Topology::default())
}

#[test]
fn of_two_on_one_cell_the_second_gets_the_nearest() {
    let mut parade = Parade::new(map(9, 9), 1, &[vec![IVec2::ZERO]]);
    let agents = [0, 1, 2].map(|_| parade.insert([8, 8].into(), 0, 1.0));
    parade.tick();
    assert!(parade.walkers.len() == 3 && agents.iter().all(|agent| parade.walkers[agent].cell.is_some()));
}

#[test]
fn more_agents_than_cells_wait_for_room() {
    let mut parade = Parade::new(map(3, 2), 1, &[vec![IVec2::ZERO]]);
    let agents = [0; 8].map(|_| parade.insert([1, 1].into(), 0, 2.0));
    let mut named = Vec::new();
    for _ in 0..600 {
        parade.tick();
        named.extend_from_slice(parade.mover.newly_stuck());
    }
    let outside = || agents.iter().filter(|agent| parade.crowd().cell(**agent).is_none()).count();
    assert_eq!(outside(), 2);
    assert!(named.iter().filter(|stuck| stuck.reason == StuckReason::NoRoom).count() == 2, "{named:?}");
    let leaves = agents.iter().find(|agent| parade.crowd().cell(**agent).is_some()).copied().unwrap();
    parade.remove(leaves);
    parade.run(60);
    let outside = agents.iter().filter(|agent| parade.walkers.contains_key(agent));
    assert_eq!(outside.filter(|agent| parade.crowd().cell(**agent).is_none()).count(), 1);
}

#[test]
fn with_a_capacity_of_zero_nobody_has_a_place() {
    let mut parade = Parade::new(map(4, 4), 0, &[vec![IVec2::ZERO]]);
    let agent = parade.insert([1, 1].into(), 0, 2.0);
    parade.run(30);
    assert_eq!(parade.crowd().cell(agent), None);
    parade.mover.set_capacity(1, parade.now);
    parade.run(60 * 5);
    assert!(parade.walkers[&agent].rests);
}

#[test]
fn numbers_nobody_has_and_cells_beyond_the_map_are_taken() {
    let map = map(5, 5);
    let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
    let agent = crowd.insert(IVec2::MAX, 0, 0);
    let other = crowd.insert(IVec2::MIN, 0, 0);
    crowd.remove(agent, 0);
    crowd.remove(agent, 0);
    crowd.arrive(agent);
    crowd.teleport(agent, IVec2::ZERO, 0);
    crowd.set_goal(agent, 3, 0);
    assert!(!crowd.contains(agent) && crowd.cell(agent).is_none() && crowd.len() == 1);
    assert_eq!(crowd.insert(IVec2::ZERO, 0, 0), agent, "the least number that is free");
    crowd.teleport(other, IVec2::MAX, 0);
    assert!(crowd.contains(other));
}

#[test]
fn another_map_or_shape_places_everybody_again() {
    let mut parade = Parade::new(map(8, 8), 1, &[vec![[4, 4].into()]]);
    for nth in 0..20 {
        parade.insert([nth % 8, nth / 8].into(), 0, 3.0);
    }
    parade.run(10);
    parade.mover.sync(&map(3, 3), parade.now);
    assert_eq!(parade.crowd().len(), 20);
    parade.mover.sync(&parade.map, parade.now);
    parade.run(60 * 20);
    assert_eq!(parade.resting(), 20);
}
