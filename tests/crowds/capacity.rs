//! Cells that several agents share.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::HashMap;

#[test]
fn a_cell_holds_as_many_as_its_capacity_each_at_a_place_of_its_own() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(20, 20), 1).unwrap());
        scene.settings().cell_capacity = 4;
        for nth in 0..100 {
            scene.spawn([nth % 10 * 2, nth / 10], 3.0, PathRequest::to_cell(IVec2::new(10, 10)));
        }
        for _ in 0..800 {
            scene.app.update();
            scene.check(0.0);
        }
        assert!(scene.agents.iter().all(|&agent| scene.has_arrived(agent)), "{:?}", geometry.shape());
        let mut cells: HashMap<IVec2, Vec<Vec2>> = HashMap::new();
        for &agent in &scene.agents {
            let at = scene.at(agent);
            let cell = cells.entry(scene.cell(agent)).or_default();
            assert!(cell.iter().all(|other| other.distance(at) > TILE / 5.0), "{:?}", geometry.shape());
            cell.push(at);
        }
        assert!(cells.values().all(|cell| cell.len() <= 4), "{:?}", geometry.shape());
        assert!(cells.len() < 45, "{:?}: {} cells", geometry.shape(), cells.len());
    }
}

#[test]
fn a_capacity_of_zero_counts_as_one_and_a_smaller_one_makes_agents_move_over() {
    let mut scene = Scene::open(12, 12);
    scene.settings().cell_capacity = 9;
    for _ in 0..9 {
        scene.spawn([5, 5], 3.0, PathRequest::to_cell(IVec2::new(5, 5)));
    }
    for _ in 0..40 {
        scene.app.update();
    }
    let count = |scene: &Scene| {
        let mut cells: Vec<_> = scene.agents.iter().map(|&agent| scene.cell(agent).to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.len()
    };
    assert_eq!(count(&scene), 1);
    scene.settings().cell_capacity = 0;
    scene.run_to_end(100);
    assert_eq!(count(&scene), 9);
}
