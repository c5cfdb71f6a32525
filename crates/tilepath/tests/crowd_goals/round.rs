//! In the open, agents of one goal come to rest in a disc around it.

use crate::scene::{Scene, Way, topologies};
use fastrand::Rng;
use glam::IVec2;
use tilepath::Topology;

const SIDE: i32 = 60;

/// Agents that come from one side, or from everywhere, to the middle of an open map.
fn disc(topology: Topology, count: usize, from_all_sides: bool, way: Way, seed: u64) -> Scene {
    let mut random = Rng::with_seed(seed);
    let mut scene = Scene::new(topology, [SIDE as u32; 2], |_| true, way);
    let width = if from_all_sides { SIDE } else { 12 };
    let mut cells: Vec<IVec2> = (0..SIDE * width).map(|at| IVec2::new(at % width, at / width)).collect();
    random.shuffle(&mut cells);
    for &cell in &cells[..count] {
        scene.spawn(cell, 2.0 + 2.0 * random.f32(), IVec2::splat(SIDE / 2), way);
    }
    scene
}

#[test]
fn agents_of_one_goal_come_to_rest_in_a_disc() {
    let mut wide = Vec::new();
    for topology in topologies() {
        for way in Way::ALL {
            for (from_all_sides, count) in [(false, 169), (true, 169), (false, 300)] {
                let mut scene = disc(topology, count, from_all_sides, way, 1);
                let last = scene.run(180);
                let (spread, arrived) = (scene.spread(IVec2::splat(SIDE / 2)), scene.arrived());
                let about = format!(
                    "{topology:?} {way:?} all {from_all_sides} {count}: {spread:.2}, {arrived} arrived, {} reached, {} stuck, {last} s",
                    scene.reached, scene.stuck
                );
                println!("{about}");
                if spread > 1.25 || arrived < count || scene.reached != count {
                    wide.push(about);
                }
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}
