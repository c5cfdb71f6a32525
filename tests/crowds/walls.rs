//! Walls that are built on agents and beside them.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn an_agent_on_which_a_wall_is_built_walks_to_the_nearest_cell_with_room() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(15, 15), 1).unwrap());
        let middle = IVec2::new(7, 7);
        let agent = scene.spawn([7, 7], 3.0, PathRequest::to_cell(IVec2::new(13, 13)));
        let idle = scene.spawn_idle([6, 7], 3.0);
        scene.run(3);
        scene.edit(|map| {
            map.set_terrain(middle, 0).unwrap();
            map.set_terrain(IVec2::new(6, 7), 0).unwrap();
        });
        scene.run(20);
        for agent in [agent, idle] {
            assert!(!scene.nav().is_blocked(scene.cell(agent)), "{:?}", geometry.shape());
        }
        let tiles = geometry.tiles_of(scene.cell(idle)).distance(geometry.tiles_of(middle));
        assert!(tiles < 3.1, "{:?}: {tiles}", geometry.shape());
        scene.run(200);
        assert!(scene.has_arrived(agent), "{:?}", geometry.shape());
    }
}

#[test]
fn a_wall_on_the_cell_that_an_agent_leaves_does_not_catch_it() {
    for geometry in geometries() {
        for frames in 1..12 {
            let mut scene = Scene::new(geometry, Grid::new(UVec2::new(9, 9), 1).unwrap());
            let agent = scene.spawn([2, 4], 2.0, PathRequest::to_cell(IVec2::new(7, 4)));
            scene.run(frames);
            let here = scene.cell(agent);
            scene.edit(|map| map.set_terrain(here, 0).unwrap());
            scene.run(300);
            assert!(scene.has_arrived(agent), "{:?} {frames}", geometry.shape());
        }
    }
}

#[test]
fn obstacles_that_move_keep_agents_out_of_walls() {
    (0..8).for_each(towers_that_move);
}

fn towers_that_move(seed: u64) {
    let mut scene = Scene::open(20, 20);
    for y in 0..20 {
        scene.spawn([0, y], 3.0, PathRequest::to_cell(IVec2::new(19, 19 - y)));
    }
    let towers: Vec<Entity> = (0..6)
        .map(|nth| {
            let at = scene.centre(IVec2::new(5 + nth, 3 * nth));
            scene.app.world_mut().spawn((at, NavObstacle::default())).id()
        })
        .collect();
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..60 {
        let tower = towers[random.usize(0..6)];
        let at = scene.centre(IVec2::new(random.i32(0..20), random.i32(0..20)));
        scene.insert(tower, at);
        scene.run(5);
    }
    for tower in towers {
        scene.app.world_mut().despawn(tower);
    }
    scene.run_to_end(600);
}

#[test]
fn a_map_that_is_replaced_turned_or_gone_keeps_its_agents() {
    let mut scene = Scene::open(20, 20);
    for y in 6..16 {
        scene.spawn([7, y], 3.0, PathRequest::to_cell(IVec2::new(15, y)));
    }
    scene.run(10);
    // Turned: agents stay where they are in the world, and go on from the cell in which they are then.
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.4));
    let geometry = geometries()[0].transformed(Plane::Xy.project(&turned.into())).unwrap();
    let grid = Grid::new(UVec2::new(20, 20), 1).unwrap();
    let before: Vec<Vec2> = scene.agents.iter().map(|&agent| scene.at(agent)).collect();
    scene.app.insert_resource(NavGrid::from_grid(grid, geometry));
    scene.app.update();
    for (&agent, before) in scene.agents.iter().zip(before) {
        assert!(scene.at(agent).distance(before) < 3.0 * TILE, "{}", scene.at(agent));
    }
    // Those that share a cell now have been given others.
    scene.run(60);
    // Gone: they stand.
    scene.app.insert_resource(NavGrid::default());
    scene.app.update();
    let before = scene.positions();
    (0..20).for_each(|_| scene.app.update());
    assert_eq!(scene.positions(), before);
    // Another map of another shape.
    let grid = Grid::from_fn(UVec2::new(30, 30), |at| u8::from(at.x != 9 || at.y == 5)).unwrap();
    scene.app.insert_resource(NavGrid::from_grid(grid, geometries()[1]));
    scene.run(1);
    scene.run_to_end(800);
}

#[test]
fn a_wall_on_the_cell_that_an_agent_leaves_does_not_catch_it_though_the_map_moves_as_well() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(9, 9), 1).unwrap());
        let agent = scene.spawn([2, 4], 2.0, PathRequest::to_cell(IVec2::new(7, 4)));
        scene.run(3);
        assert_eq!(scene.cell(agent), IVec2::new(2, 4));
        let moved =
            geometry.transformed(Plane::Xy.project(&Transform::from_xyz(0.1, 0.1, 0.0).into())).unwrap();
        scene.app.world_mut().resource_mut::<NavGrid>().set_geometry(moved);
        scene.edit(|map| map.set_terrain(IVec2::new(2, 4), 0).unwrap());
        scene.run(1);
        // The game moves it within its cell.
        scene.edit(|map| map.set_terrain(IVec2::new(2, 4), 1).unwrap());
        scene.insert(agent, Transform::from_translation(moved.center_of(IVec2::new(2, 4)).extend(0.0)));
        scene.run(2);
        let here = scene.cell(agent);
        let at = scene.at(agent) + Vec2::splat(0.01);
        scene.insert(agent, Transform::from_translation(at.extend(0.0)));
        scene.edit(|map| map.set_terrain(here, 0).unwrap());
        scene.run(60);
        assert!(scene.has_arrived(agent), "{:?}", geometry.shape());
    }
}

#[test]
fn one_that_is_pushed_back_into_the_wall_that_it_just_left_leaves_it_again() {
    let mut scene = Scene::open(9, 3);
    let agent = scene.spawn([2, 1], 2.0, PathRequest::to_cell(IVec2::new(7, 1)));
    scene.run(7);
    assert_eq!(scene.cell(agent), IVec2::new(3, 1));
    scene.edit(|map| map.set_terrain(IVec2::new(2, 1), 0).unwrap());
    scene.run(1);
    let at = scene.centre(IVec2::new(2, 1)).translation + Vec3::X * 0.4 * TILE;
    scene.insert(agent, Transform::from_translation(at));
    scene.run(2);
    assert_eq!(scene.cell(agent), IVec2::new(3, 1));
    scene.run_while(100, |scene| !scene.has_arrived(agent));
}

#[test]
fn on_a_smaller_map_those_beyond_it_take_no_part_until_it_is_there_again() {
    let mut scene = Scene::open(20, 8);
    for y in 0..8 {
        match y % 2 {
            0 => scene.spawn_idle([15, y], 3.0),
            _ => scene.spawn([15, y], 3.0, PathRequest::to_cell(IVec2::new(1, y))),
        };
        scene.spawn([3, y], 3.0, PathRequest::to_cell(IVec2::new(1, y)));
    }
    scene.run(2);
    let grid = |width| Grid::new(UVec2::new(width, 8), 1).unwrap();
    let before = scene.positions();
    scene.app.insert_resource(NavGrid::from_grid(grid(6), geometries()[0]));
    for _ in 0..40 {
        scene.app.update();
    }
    for (nth, (before, after)) in before.into_iter().zip(scene.positions()).enumerate() {
        assert_eq!(before == after, nth % 2 == 0, "those beyond the map stay, the others walk");
    }
    scene.app.insert_resource(NavGrid::from_grid(grid(20), geometries()[0]));
    scene.run(1);
    scene.run_while(300, |scene| scene.diary().reached.len() < 12);
}

#[test]
fn those_without_a_place_get_one_in_the_frame_in_which_there_is_room() {
    let mut scene = Scene::of_rows(&["..###", "#####"]);
    for _ in 0..4 {
        scene.spawn_idle([0, 1], 3.0);
    }
    let places = |scene: &Scene| {
        let mut cells: Vec<_> = scene.agents.iter().map(|&agent| scene.cell(agent).to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.len()
    };
    for _ in 0..20 {
        scene.app.update();
    }
    assert_eq!(places(&scene), 2);
    scene.edit(|map| map.set_terrain(IVec2::new(2, 1), 1).unwrap());
    scene.app.update();
    assert_eq!(places(&scene), 3);
    // Put where there is room.
    scene.edit(|map| map.set_terrain(IVec2::new(4, 0), 1).unwrap());
    scene.app.update();
    assert_eq!(places(&scene), 3, "no way leads there");
    let at = scene.centre(IVec2::new(4, 0));
    scene.insert(scene.agents[3], at);
    scene.app.update();
    assert_eq!(scene.cell(scene.agents[3]), IVec2::new(4, 0));
    assert_eq!(places(&scene), 4);
}
