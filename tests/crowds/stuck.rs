//! Agents that don't come nearer to their goal are named, once, with the reason.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Duration;

#[test]
fn one_that_is_barred_is_named_once_and_again_after_it_came_nearer() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    let bar = scene.spawn_idle([4, 1], 0.0);
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(90);
    assert!(scene.diary().stuck.is_empty(), "less than five seconds have gone");
    scene.run(200);
    let stuck = AgentStuck { entity: agent, reason: StuckReason::Crowded, cell: Some(IVec2::new(3, 1)) };
    assert_eq!(scene.diary().stuck, [stuck]);
    let at = scene.centre(IVec2::new(6, 1));
    scene.insert(bar, at);
    scene.run(300);
    assert_eq!(scene.cell(agent), IVec2::new(5, 1));
    assert_eq!(scene.diary().stuck.len(), 2);
    // Who stands still by itself is not stuck.
    assert!(scene.diary().stuck.iter().all(|stuck| stuck.entity == agent));
}

#[test]
fn one_without_a_place_is_named() {
    let mut scene = Scene::of_rows(&["###", "#.#", "###"]);
    let first = scene.spawn_idle([1, 1], 3.0);
    scene.run(5);
    let at = scene.centre(IVec2::new(1, 1));
    let second = scene.app.world_mut().spawn((at, PathFollower::with_speed(30.0))).id();
    scene.insert(second, CrowdAgent::default());
    for _ in 0..200 {
        scene.app.update();
    }
    assert_eq!(scene.diary().stuck, [AgentStuck { entity: second, reason: StuckReason::NoRoom, cell: None }]);
    // When there is room it gets a place.
    scene.app.world_mut().despawn(first);
    scene.insert(second, PathRequest::to_cell(IVec2::new(1, 1)));
    for _ in 0..40 {
        scene.app.update();
    }
    assert!(scene.has_arrived(second));
}

#[test]
fn after_how_long_is_a_setting() {
    for (time, expected) in [(Duration::from_secs(1), 1), (Duration::MAX, 0)] {
        let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
        scene.settings().crowd.stuck_after = time;
        scene.spawn_idle([4, 1], 0.0);
        scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
        scene.run(60);
        assert_eq!(scene.diary().stuck.len(), expected, "{time:?}");
    }
}

#[test]
fn with_an_invalid_rule_all_rules_of_before_stay() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    scene.settings().crowd.stuck_after = Duration::from_secs(1);
    scene.spawn_idle([4, 1], 0.0);
    scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(10);
    scene.settings().crowd = CrowdRules { stuck_after: Duration::MAX, blocked_calls: 0, ..default() };
    scene.run(50);
    assert_eq!(scene.diary().stuck.len(), 1);
}

#[test]
fn nobody_who_arrives_or_rests_is_stuck() {
    let mut scene = Scene::open(30, 30);
    for nth in 0..100 {
        scene.spawn([nth % 10 * 3, nth / 10 * 3], 3.0, PathRequest::to_cell(IVec2::new(15, 15)));
        scene.spawn_idle([nth % 10 * 3 + 1, nth / 10 * 3], 3.0);
    }
    scene.run(600);
    let arrived = scene.agents.iter().filter(|&&agent| scene.has_arrived(agent)).count();
    assert_eq!(arrived, 100);
    assert_eq!(scene.diary().stuck, []);
}

#[test]
fn who_walks_is_not_stuck_because_its_path_is_shared_from_now_on() {
    let grid = Grid::new(UVec2::new(200, 12), 7).unwrap();
    let mut scene = Scene::new(geometries()[0], grid);
    let request = PathRequest::to_cell(IVec2::new(195, 6));
    scene.spawn([2, 6], 3.0, request.clone());
    // On a path of its own.
    scene.run(40);
    for y in [1, 3, 5, 7, 9, 10] {
        scene.spawn([1, y], 3.0, request.clone());
    }
    // On a field, with nobody in its way.
    scene.run(400);
    assert_eq!(scene.diary().stuck, []);
}

#[test]
fn an_explanation_says_that_others_stand_in_the_way() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    scene.spawn_idle([4, 1], 0.0);
    let agent = scene.spawn([0, 1], 4.0, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.run(5);
    assert!(scene.why(agent).contains("walks to the cell (8, 1)"), "{}", scene.why(agent));
    scene.run(40);
    assert!(scene.why(agent).contains("waits: others stand in its way."), "{}", scene.why(agent));
}
