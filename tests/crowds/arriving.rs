//! Many agents with one goal.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::HashSet;

#[test]
fn units_sent_to_one_cell_rest_on_distinct_cells_round_it_and_say_so_once() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(40, 40), 1).unwrap());
        for nth in 0..200 {
            let at = [nth % 20 * 2, nth / 20 * 4 + nth % 2];
            scene.spawn(at, 3.0 + (nth % 3) as f32, PathRequest::to_cell(IVec2::new(20, 20)));
        }
        scene.run_to_end(2000);
        let (shape, agents) = (geometry.shape(), scene.agents.clone());
        let cells: HashSet<IVec2> = agents.iter().map(|&agent| scene.cell(agent)).collect();
        assert_eq!(cells.len(), 200, "{shape:?}");
        // A disc of 200 cells has a radius of 8.
        let radius = |cell: &IVec2| geometry.tiles_of(*cell).distance(geometry.tiles_of(IVec2::new(20, 20)));
        let widest = cells.iter().map(radius).fold(0.0, f32::max);
        assert!(widest < 11.0, "{shape:?}: {widest} tiles");
        let reached: HashSet<Entity> = scene.diary().reached.iter().copied().collect();
        assert_eq!((reached.len(), scene.diary().reached.len()), (200, 200), "{shape:?}");
        let before = scene.positions();
        scene.run(200);
        assert_eq!(scene.positions(), before, "{shape:?}: they jiggle");
    }
}

#[test]
fn those_at_rest_give_way_and_come_back_without_another_event() {
    let mut scene = Scene::of_rows(&["############", "............", "############"]);
    let rests = scene.spawn([6, 1], 3.0, PathRequest::to_cell(IVec2::new(6, 1)));
    scene.run(4);
    assert_eq!(scene.diary().reached, [rests]);
    // In a corridor one wide it has to go ahead of who passes, to the end.
    let passes = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(11, 1)));
    scene.run(200);
    assert!(scene.cell(passes).x > 9, "{}", scene.cell(passes));
    assert_eq!(scene.diary().reached.iter().filter(|&&agent| agent == rests).count(), 1);
}

#[test]
fn a_moving_target_is_reached_again() {
    let mut scene = Scene::open(20, 20);
    let at = scene.centre(IVec2::new(10, 10));
    let prey = scene.app.world_mut().spawn(at).id();
    for nth in 0..12 {
        scene.spawn([nth, 0], 4.0, PathRequest::to_entity(prey));
    }
    scene.run_to_end(400);
    assert_eq!(scene.diary().reached.len(), 12);
    let at = scene.centre(IVec2::new(3, 16));
    scene.insert(prey, at);
    scene.run(30);
    assert!(scene.agents.iter().any(|&agent| !scene.has_arrived(agent)));
    scene.run_to_end(400);
    assert_eq!(scene.diary().reached.len(), 24);
    assert!(scene.agents.iter().all(|&agent| scene.cell(agent).distance_squared(IVec2::new(3, 16)) <= 8));
}

#[test]
fn agents_with_paths_of_their_own_pass_each_other() {
    let mut scene = Scene::open(24, 24);
    let mut random = fastrand::Rng::with_seed(3);
    let mut cells: Vec<[i32; 2]> = (0..24).flat_map(|y| (0..24).map(move |x| [x, y])).collect();
    random.shuffle(&mut cells);
    for nth in 0..100 {
        let goal = cells[200 + nth];
        scene.spawn(cells[nth], 3.0, PathRequest::to_cell(goal.into()));
    }
    scene.run_to_end(2000);
    for nth in 0..100 {
        assert_eq!(scene.cell(scene.agents[nth]), cells[200 + nth].into());
    }
}

#[test]
fn the_same_request_inserted_in_every_frame_reaches_its_goal_once() {
    let mut scene = Scene::open(8, 3);
    let request = || PathRequest::to_cell(IVec2::new(6, 1));
    let agent = scene.spawn([0, 1], 4.0, request());
    for _ in 0..80 {
        scene.insert(agent, request());
        scene.run(1);
    }
    assert!(scene.has_arrived(agent));
    assert_eq!(scene.diary().reached, [agent]);
    scene.insert(agent, PathRequest::to_cell(IVec2::new(0, 1)));
    scene.run_to_end(80);
    scene.insert(agent, request());
    scene.run(1);
    scene.run_to_end(80);
    assert_eq!(scene.diary().reached, [agent; 3]);
}

#[test]
fn a_partial_path_ends_without_the_event() {
    let mut scene = Scene::of_rows(&["......#..", "......#..", "......#.."]);
    let request = PathRequest::to_cell(IVec2::new(8, 1)).allow_partial();
    let agent = scene.spawn([0, 1], 4.0, request);
    scene.run_to_end(100);
    assert_eq!(scene.cell(agent), IVec2::new(5, 1));
    assert!(scene.diary().reached.is_empty());
}

#[test]
fn one_that_the_game_moved_elsewhere_reaches_its_goal_again() {
    let mut scene = Scene::open(8, 3);
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(6, 1)));
    for times in 1..4 {
        scene.run_to_end(80);
        assert_eq!(scene.diary().reached.len(), times);
        let at = scene.centre(IVec2::new(0, 1));
        scene.insert(agent, at);
        scene.run(1);
    }
}
