//! Gates that shut on agents: each goes on at the side from which a path leads on, and none jumps.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const SIZE: u32 = 13;

/// A wall along the middle column, with a gate in its middle, with or without a hole at one end.
fn walled(geometry: CellGeometry, has_hole: bool) -> Scene {
    let is_wall = |at: IVec2| at.x == 6 && at.y != 6 && !(has_hole && at.y == 0);
    Scene::new(geometry, Grid::from_fn(UVec2::splat(SIZE), |at| u8::from(!is_wall(at))).unwrap())
}

/// Whether an agent has a path.
fn goes_on(scene: &Scene, agent: Entity) -> bool {
    let path = scene.app.world().get::<PathResult>(agent).unwrap();
    path.has_path() && path.failure().is_none()
}

#[test]
fn a_gate_that_shuts_on_an_agent_lets_it_go_on_at_the_side_of_its_goal() {
    let mut tried = 0;
    for geometry in geometries() {
        for goal in [IVec2::new(0, 6), IVec2::new(12, 6)] {
            for (others, has_hole) in [(0, false), (0, true), (12, false)] {
                for frames in 0..12 {
                    let mut scene = walled(geometry, has_hole);
                    // The agent starts at the other side and goes through the gate.
                    let agent = scene.spawn([12 - goal.x, 6], 2.0, PathRequest::to_cell(goal));
                    for nth in 0..others {
                        scene.spawn([goal.x, nth], 2.0, PathRequest::to_cell(goal));
                    }
                    scene.run_while(400, |scene| scene.cell(agent) != IVec2::new(6, 6));
                    scene.run(frames);
                    if scene.cell(agent) != IVec2::new(6, 6) {
                        continue;
                    }
                    tried += 1;
                    scene.edit(|map| map.set_terrain(IVec2::new(6, 6), 0).unwrap());
                    for _ in 0..20 {
                        // Each frame checks that it does not jump.
                        scene.run(1);
                        assert!(goes_on(&scene, agent), "{}", scene.why(agent));
                    }
                    assert_eq!(scene.diary().failed, [], "{:?}", geometry.shape());
                    scene.run_while(300, |scene| !scene.has_arrived(agent));
                }
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn without_occupying_its_cell_an_agent_gets_out_at_the_same_side() {
    for geometry in geometries() {
        for goal in [IVec2::new(0, 6), IVec2::new(12, 6)] {
            for others in [0, 12] {
                let mut scene = walled(geometry, false);
                let agent = scene.spawn([12 - goal.x, 6], 2.0, PathRequest::to_cell(goal));
                for nth in 0..others {
                    scene.spawn([goal.x, nth], 2.0, PathRequest::to_cell(goal));
                }
                for nth in 0..scene.agents.len() {
                    let agent = scene.agents[nth];
                    scene.app.world_mut().entity_mut(agent).remove::<CrowdAgent>();
                }
                let update = |scene: &mut Scene| scene.app.update();
                while scene.cell(agent) != IVec2::new(6, 6) {
                    update(&mut scene);
                }
                update(&mut scene);
                scene.edit(|map| map.set_terrain(IVec2::new(6, 6), 0).unwrap());
                for _ in 0..300 {
                    update(&mut scene);
                }
                assert_eq!(scene.diary().failed, [], "{:?} to {goal}", geometry.shape());
                assert!(scene.has_arrived(agent), "{:?} to {goal}", geometry.shape());
            }
        }
    }
}

#[test]
fn agents_in_a_crowd_before_a_gate_that_opens_and_shuts_never_jump_and_arrive() {
    for geometry in geometries() {
        let mut scene = walled(geometry, false);
        for nth in 0..12 {
            scene.spawn([nth % 4, nth], 3.0, PathRequest::to_cell(IVec2::new(11, 6)));
        }
        let gate = IVec2::new(6, 6);
        for round in 0..12 {
            // Each frame checks speeds and walls; agents that walk out of the gate may come near to others.
            (0..35).for_each(|_| scene.update());
            scene.edit(|map| map.set_terrain(gate, 0).unwrap());
            (0..5 + round).for_each(|_| scene.update());
            scene.edit(|map| map.set_terrain(gate, 1).unwrap());
        }
        (0..40).for_each(|_| scene.update());
        scene.run_to_end(1200);
    }
}
