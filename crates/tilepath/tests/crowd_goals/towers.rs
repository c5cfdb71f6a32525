//! A tower comes on the cell that an agent is about to enter.

use crate::scene::{Scene, Way, topologies};
use glam::{IVec2, Vec2};

/// Agents in a row, one behind the other, and others beside them.
fn marching(topology: tilepath::Topology, rows: i32) -> Scene {
    let mut scene = Scene::new(topology, [30, 9], |cell| (3..3 + rows).contains(&cell.y), Way::Field);
    for nth in 0..8 * rows {
        let cell = IVec2::new(1 + nth / rows, 3 + nth % rows);
        scene.spawn(cell, 2.0 + (nth % 3) as f32, IVec2::new(28, 3), Way::Field);
    }
    scene
}

#[test]
fn an_agent_whose_next_cell_becomes_a_wall_goes_back_and_does_not_jump() {
    let (mut tried, mut jumps) = (0, Vec::new());
    for topology in topologies() {
        for (rows, frames) in (1..=3).flat_map(|rows| (20..45).map(move |frames| (rows, frames))) {
            for victim in [0, 3, 7] {
                let mut scene = marching(topology, rows);
                (0..frames).for_each(|_| scene.frame());
                let agent = scene.agents[victim];
                let (from, to) = (scene.cell(agent), scene.world.fleet.step(agent).unwrap().to());
                if from == to {
                    continue;
                }
                tried += 1;
                scene.world.map.set_terrain(to, 0).unwrap();
                let places = |scene: &Scene| -> Vec<Vec2> {
                    scene.agents.iter().map(|&agent| scene.world.fleet.position(agent).unwrap()).collect()
                };
                for later in 0..20 {
                    let before = places(&scene);
                    scene.frame();
                    for (nth, (before, after)) in before.iter().zip(places(&scene)).enumerate() {
                        let speed = 2.0 + (nth % 3) as f32;
                        let in_wall = scene.world.geometry.cell_at(*before) == Some(to);
                        if before.distance(after) > speed * 0.05 + 1e-3 && !in_wall {
                            let far = before.distance(after);
                            jumps.push(format!(
                                "{topology:?} {rows} rows, frame {frames} + {later}: {nth} (of {victim}) moved {far} from {before} to {after}, wall {to}"
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
    assert!(jumps.is_empty(), "{} of {tried}: {:#?}", jumps.len(), &jumps[..jumps.len().min(8)]);
}
