//! Agents that get and lose `CrowdAgent`, and what else takes them into a crowd and out of it.

use crate::scene::{Scene, *};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn the_component_may_come_and_go_in_mid_step() {
    let mut scene = Scene::open(20, 5);
    let agent = scene.spawn([0, 2], 3.0, PathRequest::to_cell(IVec2::new(19, 2)));
    let mut last = scene.at(agent).x;
    for frame in 0..200 {
        if frame % 7 == 3 {
            scene.app.world_mut().entity_mut(agent).remove::<CrowdAgent>();
        }
        if frame % 7 == 6 {
            scene.insert(agent, CrowdAgent::default());
        }
        scene.run(1);
        let x = scene.at(agent).x;
        assert!((x - last).abs() <= 0.16 * TILE, "frame {frame}: from {last} to {x}");
        last = x;
    }
    assert!(scene.has_arrived(agent));
    assert_eq!(scene.cell(agent), IVec2::new(19, 2));
}

#[test]
fn one_that_leaves_on_its_way_back_to_the_middle_of_its_goal_stands_there() {
    let mut scene = Scene::open(9, 5);
    let agent = scene.spawn([0, 2], 1.0, PathRequest::to_cell(IVec2::new(4, 2)));
    scene.run(300);
    assert!(scene.has_arrived(agent));
    // Something moves it within its cell, and it walks back.
    let middle = scene.at(agent).x;
    scene.app.world_mut().get_mut::<Transform>(agent).unwrap().translation.x += 0.4 * TILE;
    scene.run(3);
    let before = scene.at(agent).x;
    assert!(before > middle + 0.2 * TILE && before < middle + 0.4 * TILE, "it is on its way: {before}");
    scene.app.world_mut().entity_mut(agent).remove::<CrowdAgent>();
    scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.5;
    scene.run(10);
    assert_eq!(scene.at(agent).x, before);
    assert!(scene.has_arrived(agent));
}

#[test]
fn the_cell_of_one_that_leaves_is_free_at_once() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    let reasons: [fn(&mut World, Entity); 5] = [
        |world, agent| {
            world.entity_mut(agent).remove::<CrowdAgent>();
        },
        |world, agent| {
            world.entity_mut(agent).remove::<PathFollower>();
        },
        |world, agent| {
            world.entity_mut(agent).insert(OnWaypoints);
        },
        |world, agent| {
            world.entity_mut(agent).insert(Disabled);
        },
        |world, agent| {
            world.despawn(agent);
        },
    ];
    for (nth, leave) in reasons.into_iter().enumerate() {
        let bar = scene.spawn_idle([4, 1], 0.0);
        scene.agents.clear();
        let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
        scene.run(40);
        assert_eq!(scene.cell(agent), IVec2::new(3, 1), "{nth}");
        leave(scene.app.world_mut(), bar);
        scene.run(60);
        assert!(scene.has_arrived(agent), "{nth}");
        scene.app.world_mut().despawn(agent);
        scene.app.world_mut().try_despawn(bar).ok();
    }
}

#[test]
fn one_that_is_enabled_again_takes_part_again() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    let bar = scene.spawn_idle([4, 1], 0.0);
    scene.run(2);
    scene.insert(bar, Disabled);
    scene.run(2);
    scene.app.world_mut().entity_mut(bar).remove::<Disabled>();
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(60);
    assert_eq!(scene.cell(agent), IVec2::new(3, 1));
}

#[test]
fn what_becomes_of_the_component_of_a_disabled_agent_counts_when_it_is_enabled() {
    let mut scene = Scene::open(12, 6);
    let [joins, leaves] = [1, 4].map(|y| scene.spawn([0, y], 3.0, PathRequest::to_cell(IVec2::new(10, y))));
    scene.app.world_mut().entity_mut(joins).remove::<CrowdAgent>();
    scene.run(5);
    for agent in [joins, leaves] {
        scene.insert(agent, Disabled);
    }
    scene.run(5);
    scene.insert(joins, CrowdAgent::default());
    scene.app.world_mut().entity_mut(leaves).remove::<CrowdAgent>();
    scene.run(5);
    for agent in [joins, leaves] {
        scene.app.world_mut().entity_mut(agent).remove::<Disabled>();
    }
    scene.run_to_end(200);
}

#[test]
fn children_of_moving_parents_keep_their_cells() {
    let mut scene = Scene::open(20, 20);
    let parent =
        scene.app.world_mut().spawn(Transform::from_xyz(30.0, 20.0, 0.0).with_scale(Vec3::splat(2.0))).id();
    let mut spawned = Vec::new();
    for nth in 0..12 {
        let at = Transform::from_xyz(5.0 * nth as f32, 10.0, 0.0);
        let request = PathRequest::to_cell(IVec2::new(15, 15));
        let child = (at, request, PathFollower::with_speed(40.0), CrowdAgent::default(), ChildOf(parent));
        spawned.push(scene.app.world_mut().spawn(child).id());
    }
    for _ in 0..200 {
        scene.app.update();
    }
    let cells: std::collections::HashSet<IVec2> = spawned
        .iter()
        .map(|&child| {
            assert!(scene.has_arrived(child));
            let local = scene.at(child);
            let world = Vec2::new(30.0, 20.0) + 2.0 * local;
            scene.nav().geometry().unwrap().cell_at(world).unwrap()
        })
        .collect();
    assert_eq!(cells.len(), 12);
    assert!(cells.iter().all(|cell| cell.distance_squared(IVec2::splat(15)) <= 8), "{cells:?}");
}

#[test]
fn a_clone_is_an_agent_of_its_own() {
    let mut scene = Scene::open(12, 12);
    let agent = scene.spawn([2, 2], 3.0, PathRequest::to_cell(IVec2::new(9, 9)));
    scene.run(6);
    let twin = scene.app.world_mut().entity_mut(agent).clone_and_spawn();
    scene.agents.push(twin);
    scene.run(1);
    scene.run_to_end(150);
    assert_ne!(scene.cell(agent), scene.cell(twin));
}

#[test]
fn agents_that_come_with_a_larger_map_stay_where_they_are() {
    let mut scene = Scene::open(10, 10);
    let first = scene.spawn([1, 1], 3.0, PathRequest::to_cell(IVec2::new(2, 1)));
    scene.run(20);
    scene.app.world_mut().despawn(first);
    scene.agents.clear();
    let grid = Grid::new(UVec2::new(60, 60), 1).unwrap();
    scene.app.insert_resource(NavGrid::from_grid(grid, geometries()[0]));
    let agent = scene.spawn([40, 40], 3.0, PathRequest::to_cell(IVec2::new(50, 40)));
    scene.run(1);
    assert!(scene.cell(agent).distance_squared(IVec2::new(40, 40)) <= 2);
    scene.run_to_end(400);
}

#[test]
fn one_that_is_placed_far_off_its_own_path_is_searched_again() {
    let mut scene = Scene::of_rows(&[
        "....................",
        "#.##################",
        "....................",
        "....................",
    ]);
    // The lower rows are full: who joins there is put far off its path.
    for nth in 0..40 {
        scene.spawn_idle([nth % 20, nth / 20], 0.0);
    }
    scene.run(2);
    let agent = scene.spawn([19, 0], 3.0, PathRequest::to_cell(IVec2::new(15, 3)));
    scene.run(1);
    scene.run_while(300, |scene| !scene.has_arrived(agent));
}
