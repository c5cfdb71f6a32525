//! Landmarks change how much is searched, and nothing else.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Rooms of 7 × 7 cells with doors in the middle of most of their walls: paths across wind, and many rooms are dead ends.
fn rooms() -> Grid {
    let mut random = fastrand::Rng::with_seed(5);
    Grid::from_fn(UVec2::new(129, 129), |cell| {
        let in_wall = IVec2::new(cell.x % 8, cell.y % 8);
        let door = (in_wall.x == 4 || in_wall.y == 4) && random.u8(..20) < 11;
        u8::from((in_wall.x != 0 && in_wall.y != 0) || door)
    })
    .unwrap()
}

/// Returns the costs of paths across the rooms before and after walls are torn down, and the nodes expanded for them.
fn across(landmarks: bool) -> (Vec<Cost>, u32) {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(rooms(), geometry))
        .insert_resource(PathfindingSettings { landmarks, ..default() });
    let mut costs = Vec::new();
    let mut expanded = 0;
    for _ in 0..2 {
        let agents: Vec<Entity> = (0..3)
            .map(|nth| {
                let center = geometry.center_of(IVec2::new(10 + nth, 60));
                let transform = Transform::from_translation(center.extend(0.0));
                app.world_mut().spawn((transform, PathRequest::to_cell(IVec2::new(121 + nth, 65)))).id()
            })
            .collect();
        app.update();
        app.update();
        for agent in agents {
            let result = app.world().get::<PathResult>(agent).unwrap();
            assert_eq!(result.status(), PathStatus::Found);
            costs.push(result.cost());
            expanded += result.nodes_expanded();
            app.world_mut().despawn(agent);
        }
        let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
        let corridor = (60..=102).map(|x| IVec2::new(x, 62)).chain((62..=102).map(|y| IVec2::new(102, y)));
        corridor.for_each(|cell| nav_grid.map_mut().unwrap().set_terrain(cell, 1).unwrap());
    }
    (costs, expanded)
}

#[test]
fn with_landmarks_paths_cost_the_same_and_take_fewer_expansions() {
    let (without, expanded_without) = across(false);
    let (with, expanded_with) = across(true);
    assert_eq!(with, without);
    assert!(without[3..] < without[..3], "the walls that are torn down shorten the paths: {without:?}");
    assert!(expanded_with * 2 < expanded_without, "{expanded_with} of {expanded_without}");
}
