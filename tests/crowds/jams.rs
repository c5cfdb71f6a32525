//! Agents that can't get past each other by giving way walk by a plan, and those for which there is none are told so.

use crate::scene::Scene;
use bevy::{diagnostic::DiagnosticsStore, prelude::*};
use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};

/// Two agents that change places in a corridor.
fn two_change_places(rows: &[&str]) -> (Scene, [Entity; 2]) {
    let mut scene = Scene::of_rows(rows);
    scene.app.add_plugins(PathfindingDiagnosticsPlugin);
    let agents = [[0, 8], [8, 0]]
        .map(|[from, to]| scene.spawn([from, 1], 2.0, PathRequest::to_cell(IVec2::new(to, 1))));
    (scene, agents)
}

fn jams(scene: &Scene) -> Option<f64> {
    let store = scene.app.world().resource::<DiagnosticsStore>();
    store.get(&PathfindingDiagnosticsPlugin::JAMS)?.value()
}

#[test]
fn agents_that_walk_by_a_plan_say_so_and_are_counted() {
    let (mut scene, agents) = two_change_places(&["####.####", ".........", "#########"]);
    scene.run(20);
    assert_eq!(jams(&scene), Some(0.0));
    let by_plan = " walks by a plan that leads the 2 agents of a jam past each other.";
    scene.run_while(400, |scene| jams(scene) == Some(0.0));
    scene.run(2);
    for agent in agents {
        let why = scene.why(agent);
        assert!(why.contains(by_plan) && !why.contains("stuck"), "{why}");
    }
    scene.run_to_end(600);
    assert_eq!(jams(&scene), Some(0.0));
    for agent in agents {
        let why = scene.why(agent);
        assert!(why.contains("has arrived") && !why.contains("stuck"), "{why}");
    }
    let is_final = |stuck: &AgentStuck| stuck.reason != StuckReason::Crowded;
    assert!(!scene.diary().stuck.iter().any(is_final), "{:?}", scene.diary().stuck);
}

#[test]
fn agents_without_a_plan_say_that_there_is_none() {
    let (mut scene, agents) = two_change_places(&["#########", ".........", "#########"]);
    let told = |scene: &Scene| {
        let mut stuck = scene.diary().stuck.iter();
        stuck.find(|stuck| stuck.reason == StuckReason::NoSolution).map(|stuck| stuck.entity)
    };
    scene.run_while(1000, |scene| told(scene).is_none());
    let told = told(&scene).unwrap();
    let why = scene.why(told);
    assert!(
        why.contains(" It is stuck: no moves bring it and all others in its way to their goals."),
        "{why}"
    );
    // The other one is gone: the agent comes through, and is stuck no longer.
    let other = agents.into_iter().find(|&agent| agent != told).unwrap();
    scene.app.world_mut().despawn(other);
    scene.agents.retain(|&agent| agent != other);
    scene.run_to_end(300);
    let why = scene.why(told);
    assert!(!why.contains("stuck"), "{why}");
}
