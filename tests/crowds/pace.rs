//! Speeds: no agent is faster than its own speed, whatever happens, and a change of speed counts at once.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::{DiagonalRule, StepLengths};

fn set_speed(scene: &mut Scene, agent: Entity, speed: f32) {
    scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = speed;
}

#[test]
fn a_slow_frame_does_not_freeze_an_agent() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(16, 9), 1).unwrap());
        let agent = scene.spawn([2, 4], 1.0, PathRequest::to_cell(IVec2::new(12, 4)));
        set_speed(&mut scene, agent, 0.1);
        scene.run(1);
        set_speed(&mut scene, agent, 50.0);
        // It is 16 tiles away at most.
        scene.run_while(20 * 4, |scene| !scene.has_arrived(agent));
    }
}

#[test]
fn one_that_accelerates_arrives_as_soon_as_one_that_does_not_occupy_its_cell() {
    for geometry in geometries() {
        let mut frames = [0; 2];
        for (nth, occupies) in [true, false].into_iter().enumerate() {
            let mut scene = Scene::new(geometry, Grid::new(UVec2::new(40, 9), 1).unwrap());
            let agent = scene.spawn([2, 4], 1.0, PathRequest::to_cell(IVec2::new(35, 4)));
            if !occupies {
                scene.app.world_mut().entity_mut(agent).remove::<CrowdAgent>();
            }
            while !scene.has_arrived(agent) {
                set_speed(&mut scene, agent, 0.01 + 100.0 * 0.05 * frames[nth] as f32);
                scene.run(1);
                frames[nth] += 1;
                assert!(frames[nth] < 400, "{occupies}, {:?}", geometry.shape());
            }
        }
        let [crowd, own] = frames;
        assert!(crowd <= own + own / 5 + 2, "{crowd} frames instead of {own}, {:?}", geometry.shape());
    }
}

#[test]
fn one_whose_terrain_slows_it_from_now_on_is_slower_in_mid_step() {
    let grid = Grid::from_fn(UVec2::new(12, 5), |_| 7).unwrap();
    let mut scene = Scene::new(geometries()[0], grid);
    let agent = scene.spawn([1, 2], 2.0, PathRequest::to_cell(IVec2::new(10, 2)));
    scene.run(3);
    scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().slowed_by_terrain = true;
    let before = scene.at(agent);
    scene.run(1);
    let moved = scene.at(agent).distance(before);
    assert!((0.8 / 7.0..1.01 / 7.0).contains(&moved), "{moved}");
}

#[test]
fn agents_that_share_cells_walk_at_their_speed_from_place_to_place() {
    for geometry in geometries() {
        for capacity in [2, 4, 9] {
            let mut scene = Scene::new(geometry, Grid::new(UVec2::new(24, 12), 1).unwrap());
            scene.settings().cell_capacity = capacity;
            for nth in 0..40 {
                let (x, y) = (nth % 4, nth / 4 % 10);
                scene.spawn([x, y], 2.0, PathRequest::to_cell(IVec2::new(20, (7 * nth) % 12)));
            }
            let agent = scene.agents[0];
            let mut walked = 0.0;
            for _ in 0..60 {
                let before = scene.at(agent);
                // Speeds are checked in each frame.
                scene.update();
                walked += before.distance(scene.at(agent));
            }
            assert!(walked > 0.5 * 60.0, "{walked}, capacity {capacity}, {:?}", geometry.shape());
        }
    }
}

#[test]
fn another_diagonal_rule_or_other_step_lengths_make_nobody_jump() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(20, 20), 1).unwrap());
        for nth in 0..20 {
            scene.spawn([nth, (3 * nth) % 5], 2.0, PathRequest::to_cell(IVec2::new(19 - nth, 15 + nth % 5)));
        }
        for nth in 0..24 {
            let mut settings = scene.settings();
            match nth % 2 {
                0 => settings.diagonals = DiagonalRule::ALL[nth / 2 % 4],
                _ => settings.step_lengths = [StepLengths::UNIFORM, StepLengths::EUCLIDEAN][nth / 2 % 2],
            }
            let before: Vec<Vec2> = scene.agents.iter().map(|&agent| scene.at(agent)).collect();
            // Each frame checks that no agent is too fast.
            scene.run(7);
            let moved =
                before.iter().zip(&scene.agents).filter(|(before, agent)| **before != scene.at(**agent));
            assert!(nth > 8 || moved.count() > 15, "{nth}, {:?}", geometry.shape());
        }
        scene.settings().diagonals = DiagonalRule::OnlyWhenNoObstacles;
        scene.run_to_end(600);
    }
}

#[test]
fn those_behind_one_that_stands_still_in_mid_step_keep_their_distance_and_go_on_with_it() {
    for geometry in geometries() {
        let mut scene = Scene::new(geometry, Grid::new(UVec2::new(20, 3), 1).unwrap());
        for x in 0..6 {
            scene.spawn([5 - x, 1], 2.0, PathRequest::to_cell(IVec2::new(17, 1)));
        }
        for round in 0..6 {
            scene.run(7 + round);
            let first = scene.agents[0];
            set_speed(&mut scene, first, 0.0);
            let at = scene.at(first);
            scene.run(40);
            assert!(scene.at(first).distance(at) < 0.001, "{:?}", geometry.shape());
            set_speed(&mut scene, first, 20.0);
        }
        scene.run_to_end(600);
    }
}
