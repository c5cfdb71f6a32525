//! Agents that make room for others.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

#[test]
fn two_streams_pass_each_other_in_a_corridor_with_bays() {
    let mut scene = Scene::of_rows(&[
        "......##############......",
        "......####.###.###.#......",
        "..........................",
        "......##############......",
        "......##############......",
    ]);
    for nth in 0..10 {
        let (x, y) = (nth % 5, nth / 5 * 4);
        scene.spawn([x, y], 3.0, PathRequest::to_cell(IVec2::new(25 - x, y)));
        scene.spawn([25 - x, y], 3.0, PathRequest::to_cell(IVec2::new(x, y)));
    }
    scene.run_to_end(4000);
}

#[test]
fn an_agent_without_a_request_makes_room() {
    let mut scene = Scene::of_rows(&["#########", ".........", "####.####"]);
    let idle = scene.spawn_idle([4, 1], 3.0);
    let agent = scene.spawn([0, 1], 3.0, PathRequest::to_cell(IVec2::new(8, 1)));
    for _ in 0..200 {
        scene.run(1);
    }
    assert!(scene.has_arrived(agent));
    assert!(!scene.has_arrived(idle), "it has nothing to arrive at");
    assert_ne!(scene.cell(idle), scene.cell(agent));
    assert_eq!(scene.diary().reached, [agent]);
}

#[test]
fn an_agent_that_stands_still_because_of_its_speed_gives_way_to_nobody() {
    let mut scene = Scene::of_rows(&["#########", ".........", "####.####"]);
    for speed in [0.0, -5.0, f32::NAN, f32::NEG_INFINITY] {
        let statue = scene.spawn_idle([4, 1], speed);
        let agent = scene.spawn([0, 1], 3.0, PathRequest::to_cell(IVec2::new(8, 1)));
        scene.run(150);
        assert_eq!(scene.at(statue), Vec2::new(40.0, 10.0), "{speed}");
        assert_eq!(scene.cell(agent), IVec2::new(3, 1), "{speed}");
        let stuck = scene.diary().stuck.clone();
        assert_eq!(stuck.len(), 1, "{speed}");
        assert_eq!((stuck[0].entity, stuck[0].cell), (agent, Some(IVec2::new(3, 1))));
        // With a speed it is an agent like any other.
        scene.app.world_mut().get_mut::<PathFollower>(statue).unwrap().speed = 30.0;
        scene.run(150);
        assert!(scene.has_arrived(agent), "{speed}");
        for agent in [statue, agent] {
            scene.app.world_mut().despawn(agent);
        }
        scene.agents.clear();
        scene.app.world_mut().resource_mut::<Diary>().stuck.clear();
    }
}

#[test]
fn agents_of_different_layers_do_not_notice_each_other() {
    let mut scene = Scene::of_rows(&["#########", ".........", "#########"]);
    let walks = scene.spawn([0, 1], 3.0, PathRequest::to_cell(IVec2::new(8, 1)));
    let flies = scene.spawn([8, 1], 3.0, PathRequest::to_cell(IVec2::new(0, 1)));
    scene.insert(flies, CrowdAgent::in_layer(1));
    for _ in 0..100 {
        scene.app.update();
    }
    assert!(scene.has_arrived(walks) && scene.has_arrived(flies));
    // In the same layer they can't get through each other.
    scene.insert(flies, CrowdAgent::default());
    scene.insert(flies, PathRequest::to_cell(IVec2::new(8, 1)));
    scene.insert(walks, PathRequest::to_cell(IVec2::new(0, 1)));
    scene.run(400);
    assert!(scene.cell(flies).x < scene.cell(walks).x);
    assert!(!scene.has_arrived(walks) && !scene.has_arrived(flies));
}

#[test]
fn each_agent_goes_only_where_its_own_profile_may() {
    let mut scene = Scene::of_rows(&["..........", "~~~~~~~~~~", ".........."]);
    let mut profiles = scene.app.world_mut().resource_mut::<CostProfiles>();
    let boat = profiles.add(CostProfile::blocked().with_cost(7, 1));
    let mut walker = CostProfile::default();
    walker.set_cost(7, 0);
    let walker = profiles.add(walker);
    for x in 0..5 {
        let to = |x, y| PathRequest::to_cell(IVec2::new(x, y));
        scene.spawn([x, 1], 3.0, to(9, 1).with_profile(boat));
        scene.spawn([9 - x, 2], 3.0, to(0, 2).with_profile(walker));
        scene.spawn([x, 0], 3.0, to(9, 0).with_profile(walker));
    }
    for _ in 0..400 {
        scene.run(1);
        for (nth, &agent) in scene.agents.iter().enumerate() {
            let is_on_water = scene.cell(agent).y == 1;
            assert_eq!(is_on_water, nth % 3 == 0, "{}", scene.cell(agent));
        }
    }
    assert!(scene.agents.iter().all(|&agent| scene.has_arrived(agent)));
}
