//! Maps that move, turn or change their type while agents walk: an agent stays where it is in the world and goes on from the tile in which
//! it is then; a child of the map moves with it and goes on with its step.

use super::tiles::{TYPES, Tiles};
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn at(app: &App, agent: Entity) -> Vec2 {
    app.world().get::<GlobalTransform>(agent).unwrap().translation().truncate()
}

/// Runs until the agent has arrived, and asserts that it stands on the centre of its goal.
fn arrive(app: &mut App, tiles: &Tiles, agent: Entity, goal: IVec2) {
    // What changed is seen in the next frame.
    app.update();
    let deadline = app.world().resource::<Time>().elapsed_secs() + 90.0;
    while !app.world().get::<PathFollower>(agent).unwrap().has_arrived() {
        app.update();
        let now = app.world().resource::<Time>().elapsed_secs();
        assert!(now < deadline, "{:?}: still walking", tiles.map_type);
    }
    let off = at(app, agent).distance(tiles.center(goal));
    assert!(off < 0.01, "{:?}: the agent stands {off} beside the centre", tiles.map_type);
}

#[test]
fn an_agent_stays_in_the_world_when_the_map_turns_and_goes_on_from_there() {
    for map_type in TYPES {
        for count in [1, 8] {
            let mut tiles = Tiles {
                anchor: bevy_ecs_tilemap::anchor::TilemapAnchor::Center,
                ..Tiles::new(map_type, 15, 15)
            };
            let mut app = app();
            let map = tiles.spawn(&mut app, |_| 1);
            let goal = cell(12, 7);
            let from = Transform::from_translation(tiles.center(cell(4, 7)).extend(0.0));
            let agents: Vec<Entity> = (0..count)
                .map(|_| app.world_mut().spawn(walker(from, PathRequest::to_cell(goal))).id())
                .collect();
            (0..30).for_each(|_| app.update());
            let before = at(&app, agents[0]);
            tiles.transform.rotation = Quat::from_rotation_z(0.9);
            app.world_mut().entity_mut(map).insert(tiles.transform);
            app.update();
            // A frame's travel, not a jump.
            let moved = at(&app, agents[0]).distance(before);
            assert!(moved < TILE * 0.11, "{map_type:?}: it moved {moved}");
            for &agent in &agents {
                arrive(&mut app, &tiles, agent, goal);
            }
        }
    }
}

#[test]
fn a_child_of_the_map_goes_on_with_its_step_when_the_map_moves() {
    for map_type in TYPES {
        for count in [1, 8] {
            let mut tiles = Tiles::new(map_type, 12, 9);
            let mut app = app();
            let map = tiles.spawn(&mut app, |_| 1);
            let (start, goal) = (tiles.center(cell(1, 4)), cell(10, 4));
            let agents: Vec<Entity> = (0..count)
                .map(|_| {
                    let from = Transform::from_translation(start.extend(0.0));
                    app.world_mut().spawn((walker(from, PathRequest::to_cell(goal)), ChildOf(map))).id()
                })
                .collect();
            (0..35).for_each(|_| app.update());
            tiles.transform = Transform::from_xyz(500.0, -80.0, 0.0)
                .with_rotation(Quat::from_rotation_z(2.0))
                .with_scale(Vec3::splat(1.5));
            app.world_mut().entity_mut(map).insert(tiles.transform);
            for &agent in &agents {
                arrive(&mut app, &tiles, agent, goal);
            }
            assert_eq!(diary(&app).replanned, [], "{map_type:?}: the path is the same");
            assert_eq!(diary(&app).reached.len(), count);
        }
    }
}

#[test]
fn a_map_that_turns_walls_onto_an_agent_lets_it_walk_out() {
    for map_type in TYPES {
        let mut tiles =
            Tiles { anchor: bevy_ecs_tilemap::anchor::TilemapAnchor::Center, ..Tiles::new(map_type, 15, 15) };
        let mut app = app();
        // The upper half is a wall.
        let map = tiles.spawn(&mut app, |cell| u32::from(cell.y < 8));
        let from = Transform::from_translation(tiles.center(cell(7, 5)).extend(0.0));
        let agent = app.world_mut().spawn(walker(from, PathRequest::to_cell(cell(7, 1)))).id();
        (0..3).for_each(|_| app.update());
        tiles.transform.rotation = Quat::from_rotation_z(core::f32::consts::PI);
        app.world_mut().entity_mut(map).insert(tiles.transform);
        app.update();
        let here = nav(&app).cell_at(at(&app, agent));
        assert!(
            here.is_some_and(|here| nav(&app).is_blocked(here)),
            "{map_type:?}: it is in a wall at first"
        );
        arrive(&mut app, &tiles, agent, cell(7, 1));
    }
}

#[test]
fn an_agent_walks_on_when_the_map_changes_its_type() {
    let mut app = app();
    let map = Tiles::new(TYPES[0], 15, 15).spawn(&mut app, |_| 1);
    let from = Transform::from_translation(Tiles::new(TYPES[0], 15, 15).center(cell(3, 3)).extend(0.0));
    let agent = app.world_mut().spawn(walker(from, PathRequest::to_cell(cell(9, 6)))).id();
    for map_type in TYPES.into_iter().rev() {
        (0..10).for_each(|_| app.update());
        let tiles = Tiles::new(map_type, 15, 15);
        // The tiles move so that the agent stays on the map.
        let tiles = Tiles {
            transform: Transform::from_translation((at(&app, agent) - tiles.center(cell(4, 4))).extend(0.0)),
            ..tiles
        };
        app.world_mut().entity_mut(map).insert(tiles.bundle());
        arrive(&mut app, &tiles, agent, cell(9, 6));
    }
}
