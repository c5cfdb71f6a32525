//! What a game may do to a crowd: no panic, and the documented rule.

use crate::parade::Parade;
use glam::IVec2;
use tilepath::{Grid, NavMap, Topology, crowd::StuckReason};

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
        named.extend_from_slice(&parade.stuck);
    }
    let outside =
        || agents.iter().filter(|agent| parade.world.fleet.cell_in_crowd(**agent).is_none()).count();
    assert_eq!(outside(), 2);
    assert!(named.iter().filter(|(_, reason)| *reason == StuckReason::NoRoom).count() == 2, "{named:?}");
    let leaves =
        agents.iter().find(|agent| parade.world.fleet.cell_in_crowd(**agent).is_some()).copied().unwrap();
    parade.remove(leaves);
    parade.run(60);
    let outside = agents.iter().filter(|agent| parade.walkers.contains_key(agent));
    assert_eq!(outside.filter(|agent| parade.world.fleet.cell_in_crowd(**agent).is_none()).count(), 1);
}

#[test]
fn a_capacity_of_zero_counts_as_one() {
    let mut parade = Parade::new(map(4, 4), 0, &[vec![IVec2::ZERO]]);
    let agents = [0; 2].map(|_| parade.insert([1, 1].into(), 0, 2.0));
    parade.run(30);
    assert!(agents.iter().all(|&agent| parade.world.fleet.cell_in_crowd(agent).is_some()));
    parade.run(60 * 5);
    assert!(agents.iter().all(|agent| parade.walkers[agent].rests));
}

#[test]
fn agents_beyond_the_map_have_no_place() {
    let mut parade = Parade::new(map(5, 5), 1, &[vec![IVec2::ZERO]]);
    let agents = [IVec2::splat(1 << 20), IVec2::splat(-(1 << 20))].map(|cell| parade.insert(cell, 0, 2.0));
    parade.run(60);
    assert!(agents.iter().all(|&agent| parade.world.fleet.cell_in_crowd(agent).is_none()));
    parade.teleport(agents[0], [4, 4].into());
    parade.run(60 * 5);
    assert!(parade.walkers[&agents[0]].rests && !parade.walkers[&agents[1]].rests);
}

#[test]
fn another_map_or_shape_places_everybody_again() {
    let mut parade = Parade::new(map(8, 8), 1, &[vec![[4, 4].into()]]);
    for nth in 0..20 {
        parade.insert([nth % 8, nth / 8].into(), 0, 3.0);
    }
    parade.run(10);
    for size in [3, 8] {
        parade.world.map = map(size, size);
        parade.disturb();
        parade.tick();
    }
    parade.run(60 * 20);
    assert_eq!(parade.resting(), 20);
}
