//! Agents that stand for good: the paths of other agents lead round them if there is a way.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::{CellExplanation, prelude::*};

const DOOR: IVec2 = IVec2::new(8, 4);

/// Two rooms with a door near the goals and another far from them.
fn two_doors(geometry: CellGeometry) -> Scene {
    let is_door = |at: IVec2| at == DOOR || at == IVec2::new(8, 24);
    let grid = Grid::from_fn(UVec2::new(17, 26), |at| u8::from(at.x != 8 || is_door(at))).unwrap();
    Scene::new(geometry, grid)
}

fn set_speed(scene: &mut Scene, agent: Entity, speed: f32) {
    scene.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = speed;
}

/// The danger on the door, in sixteenths of a tile.
fn danger(scene: &Scene) -> u32 {
    let map = scene.nav().map().unwrap();
    let index = map.grid().index(DOOR).unwrap();
    map.danger_layers().first().map_or(0, |layer| layer.units()[index])
}

#[test]
fn one_that_stands_in_the_near_door_sends_the_others_to_the_far_one() {
    for geometry in geometries() {
        for field_bytes in [0, 1 << 20] {
            let mut scene = two_doors(geometry);
            scene.settings().max_field_bytes = field_bytes;
            scene.spawn_idle(DOOR.to_array(), 0.0);
            scene.agents.clear();
            for nth in 0..8 {
                scene.spawn([nth % 4, 2 + nth / 4], 4.0, PathRequest::to_cell(IVec2::new(14, 4)));
            }
            scene.run_to_end(900);
        }
    }
}

#[test]
fn its_price_is_gone_when_it_walks_on_or_is_gone() {
    let mut scene = two_doors(geometries()[0]);
    for is_despawned in [false, true] {
        let stands = scene.spawn_idle(DOOR.to_array(), 0.0);
        scene.run(30);
        assert!(danger(&scene) > 0);
        scene.settings().standing_danger = 0.0;
        scene.run(2);
        assert_eq!(danger(&scene), 0, "switched off");
        scene.settings().standing_danger = 8.0;
        scene.run(2);
        assert_eq!(danger(&scene), 8 * 16);
        match is_despawned {
            true => _ = scene.app.world_mut().despawn(stands),
            false => set_speed(&mut scene, stands, 10.0),
        }
        scene.run(2);
        assert_eq!(danger(&scene), 0);
        scene.agents.clear();
        if !is_despawned {
            scene.app.world_mut().despawn(stands);
        }
    }
}

#[test]
fn those_who_walk_rest_or_are_stunned_for_a_moment_change_no_map() {
    let mut scene = two_doors(geometries()[0]);
    for nth in 0..10 {
        scene.spawn([nth % 5, nth], 4.0, PathRequest::to_cell(IVec2::new(14, 4)));
    }
    let revision = scene.nav().map().unwrap().revision();
    for nth in 0..30 {
        let agent = scene.agents[nth % 10];
        set_speed(&mut scene, agent, 0.0);
        scene.run(15);
        set_speed(&mut scene, agent, 40.0);
        scene.run(3);
    }
    scene.run_to_end(600);
    assert_eq!(scene.nav().map().unwrap().revision(), revision);
}

#[test]
fn one_that_leaves_room_in_its_cell_is_no_danger() {
    let mut scene = two_doors(geometries()[0]);
    scene.settings().cell_capacity = 2;
    for expected in [false, true] {
        scene.spawn_idle(DOOR.to_array(), 0.0);
        // At this speed the two never part.
        scene.agents.clear();
        scene.run(40);
        assert_eq!(danger(&scene) > 0, expected);
    }
}

#[test]
fn what_stands_on_a_cell_is_explained_and_goes_with_its_map() {
    fn explain(explain: Explain) -> CellExplanation {
        explain.cell(DOOR)
    }
    let mut scene = two_doors(geometries()[0]);
    scene.spawn_idle(DOOR.to_array(), 0.0);
    scene.run(30);
    let cell = scene.app.world_mut().run_system_cached(explain).unwrap();
    assert!(cell.dangers.len() == 1 && cell.dangers[0].is_crowd, "{cell}");
    let grid = Grid::new(UVec2::new(17, 26), 1).unwrap();
    scene.app.insert_resource(NavGrid::from_grid(grid, geometries()[0]));
    scene.run(2);
    assert!(danger(&scene) > 0, "it stands on the new map as well");
}
