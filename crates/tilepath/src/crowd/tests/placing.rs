//! Agents without a place get the nearest one.

use crate::{
    cost::Cost,
    crowd::{Crowd, CrowdEnvironment, MemberId},
    ground::{CostProfile, Grid, Heuristic, HexLayout, Topology},
    map::NavMap,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};

/// Agents with an even number may enter all cells, and the others only water, which is in the columns from 2 on.
struct Boats;

impl CrowdEnvironment for Boats {
    fn cost(&self, _: MemberId, _: IVec2) -> Option<Cost> {
        None
    }

    fn duration(&self, _: MemberId, _: IVec2, _: IVec2) -> u64 {
        500_000
    }

    fn allows_cell(&self, agent: MemberId, cell: IVec2) -> bool {
        agent.index().is_multiple_of(2) || cell.x >= 2
    }

    fn cells(&self, agent: MemberId) -> u64 {
        agent.index() as u64 % 2
    }
}

/// Agents that may enter all cells.
struct All;

impl CrowdEnvironment for All {
    fn cost(&self, _: MemberId, _: IVec2) -> Option<Cost> {
        None
    }

    fn duration(&self, _: MemberId, _: IVec2, _: IVec2) -> u64 {
        500_000
    }
}

#[test]
fn a_boat_finds_water_while_somebody_waits_on_land() {
    // An island of one cell, a wall, and water.
    let grid = Grid::from_fn(UVec2::new(4, 1), |cell| u8::from(cell.x != 1)).unwrap();
    let map = NavMap::new(grid, Topology::default());
    let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
    // All are set down on the island, in the order of their numbers.
    let agents = [(); 4].map(|()| crowd.insert([0, 0].into(), 0, 0));
    crowd.decide(0, &Boats);
    let cells = agents.map(|agent| crowd.cell(agent).map(|cell| cell.x));
    assert_eq!(cells, [Some(0), Some(2), None, Some(3)], "the second on land waits for room");
}

#[test]
fn an_agent_whose_cell_becomes_a_wall_gets_the_nearest_free_cell_on_hexagons() {
    let mut random = Rng::with_seed(3);
    for round in 0..500 {
        let topology = Topology::hex(HexLayout::ALL[round % HexLayout::ALL.len()]);
        let here = IVec2::splat(4);
        let grid =
            Grid::from_fn(UVec2::splat(9), |cell| u8::from(cell == here || random.u8(..8) == 0)).unwrap();
        let mut map = NavMap::new(grid, topology);
        let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
        let agent = crowd.insert(here, 0, 0);
        crowd.decide(0, &All);
        map.set_terrain(here, 0).unwrap();
        crowd.sync(&map, 16_667);
        crowd.decide(16_667, &All);
        let steps = |cell| Heuristic::Auto.estimate(here, cell, topology, 1);
        let cells = (0..81).map(|at| IVec2::new(at % 9, at / 9));
        let nearest = cells.filter(|&cell| map.is_free(&CostProfile::default(), cell)).map(steps).min();
        assert_eq!(crowd.cell(agent).map(steps), nearest, "{topology:?}, round {round}");
    }
}
