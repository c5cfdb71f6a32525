//! What games do with crowds.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy_tilepath::prelude::*;
use std::collections::HashSet;
use std::time::Duration;

#[derive(States, Clone, PartialEq, Eq, Hash, Debug, Default)]
enum Screen {
    #[default]
    Play,
    Menu,
}

#[test]
fn a_level_that_is_left_in_mid_step_leaves_nobody_behind() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    scene.app.add_plugins(StatesPlugin).init_state::<Screen>();
    for _ in 0..3 {
        scene.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
        scene.run(1);
        for x in 2..8 {
            let agent = scene.spawn([x, 1], 3.0, PathRequest::to_cell(IVec2::new(8 - x, 1)));
            scene.insert(agent, DespawnOnExit(Screen::Play));
        }
        scene.run(7);
        scene.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Menu);
        scene.run(1);
        assert!(scene.agents.iter().all(|&agent| scene.app.world().get_entity(agent).is_err()));
        scene.agents.clear();
        // The corridor is free.
        let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
        scene.run(60);
        assert!(scene.has_arrived(agent));
        scene.app.world_mut().despawn(agent);
        scene.agents.clear();
    }
}

#[test]
fn one_that_loses_its_transform_leaves_its_cell() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    let bar = scene.spawn_idle([4, 1], 0.0);
    scene.agents.clear();
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(40);
    scene.app.world_mut().entity_mut(bar).remove::<Transform>();
    scene.run(60);
    assert!(scene.has_arrived(agent));
    // With another one it is there again.
    let at = scene.centre(IVec2::new(8, 1));
    scene.insert(bar, at);
    scene.run(2);
    assert!(scene.cell(bar).x >= 7 && scene.cell(bar) != scene.cell(agent));
}

#[test]
fn agents_on_a_platform_that_moves_keep_their_distance_and_arrive() {
    for occupied in [1, 3] {
        let mut scene = Scene::open(24, 24);
        scene.settings().cell_capacity = occupied;
        let platform = scene.app.world_mut().spawn(Transform::from_xyz(20.0, 20.0, 0.0)).id();
        let mut agents = Vec::new();
        for nth in 0..20 {
            let at = Transform::from_xyz((nth % 5) as f32 * TILE, (nth / 5) as f32 * TILE, 0.0);
            let request = PathRequest::to_cell(IVec2::new(14, 14));
            let agent =
                (at, request, PathFollower::with_speed(40.0), CrowdAgent::default(), ChildOf(platform));
            agents.push(scene.app.world_mut().spawn(agent).id());
        }
        let world_of = |scene: &Scene, agent: Entity| scene.at(platform) + scene.at(agent);
        for frame in 0..300 {
            // It moves slower than they walk.
            let mut at = scene.app.world_mut().get_mut::<Transform>(platform).unwrap();
            at.translation.x += if frame % 100 < 50 { 0.5 } else { -0.5 };
            scene.app.update();
            let places: Vec<Vec2> = agents.iter().map(|&agent| world_of(&scene, agent)).collect();
            for (nth, at) in places.iter().enumerate() {
                let cell = scene.nav().cell_at(*at).unwrap();
                assert!(!scene.nav().is_blocked(cell));
                // The platform takes all of them along, for one frame.
                let near =
                    places[..nth].iter().map(|other| other.distance(*at)).fold(f32::INFINITY, f32::min);
                assert!(occupied > 1 || near > 0.4 * TILE, "frame {frame}: {near}");
            }
        }
        assert!(agents.iter().all(|&agent| scene.has_arrived(agent)), "capacity {occupied}");
        let reached: HashSet<Entity> = scene.diary().reached.iter().copied().collect();
        assert_eq!(reached.len(), 20, "capacity {occupied}");
    }
}

#[test]
fn hunters_stop_beside_their_prey_and_do_not_push_it_about() {
    let mut scene = Scene::open(24, 24);
    let prey = scene.spawn_idle([12, 12], 3.0);
    for nth in 0..12 {
        scene.spawn([nth, 0], 4.0, PathRequest::to_entity(prey).within(1.5));
    }
    scene.run(200);
    assert_eq!(scene.cell(prey), IVec2::new(12, 12));
    assert!(scene.agents[1..].iter().all(|&agent| scene.has_arrived(agent)));
}

#[test]
fn a_speed_of_any_kind_may_come_in_mid_step() {
    for speed in [0.0, f32::NAN, f32::INFINITY, -1.0, 80.0] {
        for geometry in geometries() {
            let mut scene = Scene::new(geometry, Grid::new(UVec2::new(12, 12), 1).unwrap());
            let agent = scene.spawn([2, 4], 2.0, PathRequest::to_cell(IVec2::new(9, 4)));
            let other = scene.spawn([9, 5], 2.0, PathRequest::to_cell(IVec2::new(2, 4)));
            scene.run(4);
            let before = scene.at(agent);
            scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = speed;
            scene.run(1);
            // The new speed counts at once, in mid-step.
            let moved = scene.at(agent).distance(before);
            let expected = if speed > 0.0 { speed * 0.05 } else { 0.0 };
            assert!(moved >= 0.9 * expected.min(TILE) && moved < expected + 0.01, "{speed}: {moved}");
            scene.run(40);
            assert_eq!(scene.has_arrived(agent), speed > 1.0, "{speed}");
            scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 2.0 * TILE;
            scene.run(300);
            assert!(scene.has_arrived(agent), "{speed}");
            assert!(scene.has_arrived(other), "{speed}");
        }
    }
}

#[test]
fn agents_that_come_and_go_in_every_frame_leave_no_trace() {
    for capacity in [1, 2] {
        let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
        scene.settings().cell_capacity = capacity;
        for frame in 0..60 {
            let agent = scene.spawn([frame % 9, 1], 3.0, PathRequest::to_cell(IVec2::new(8 - frame % 9, 1)));
            scene.app.update();
            scene.check(if capacity == 1 { 0.45 } else { 0.0 });
            scene.app.world_mut().despawn(agent);
            scene.agents.clear();
        }
        let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
        scene.run(50);
        assert!(scene.has_arrived(agent));
    }
}

#[test]
fn one_that_takes_a_trip_over_waypoints_comes_back_into_its_crowd() {
    let mut scene = Scene::open(16, 5);
    let corners = [[2, 2], [13, 2]].map(|at| {
        let at = scene.centre(at.into());
        scene.app.world_mut().spawn((at, Waypoint)).id()
    });
    scene.insert(corners[0], WaypointLinks::to([corners[1]]));
    let agent = scene.spawn([2, 2], 4.0, PathRequest::to_cell(IVec2::new(9, 4)));
    let sits = scene.spawn_idle([13, 2], 3.0);
    scene.run(7);
    scene.insert(agent, OnWaypoints);
    scene.insert(agent, PathRequest::to_entity(corners[1]));
    (0..150).for_each(|_| scene.app.update());
    assert_eq!(scene.cell(agent), IVec2::new(13, 2), "on waypoints it walks through others");
    scene.app.world_mut().entity_mut(agent).remove::<OnWaypoints>();
    scene.insert(agent, PathRequest::to_cell(IVec2::new(1, 1)));
    scene.run(1);
    assert_ne!(scene.cell(agent), scene.cell(sits));
    scene.run_while(100, |scene| !scene.has_arrived(agent));
    assert_eq!(scene.cell(agent), IVec2::new(1, 1));
}

#[test]
fn without_patience_one_that_nobody_hinders_is_not_named_and_one_that_waits_is() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    scene.settings().crowd.stuck_after = Duration::ZERO;
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(60);
    assert!(scene.has_arrived(agent));
    assert_eq!(scene.diary().stuck, []);
    scene.spawn_idle([4, 1], 0.0);
    scene.insert(agent, PathRequest::to_cell(IVec2::new(0, 1)));
    scene.run(100);
    // When it is given the order, and when it has come as far as it can.
    assert!((1..=2).contains(&scene.diary().stuck.len()));
}
