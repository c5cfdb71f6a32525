//! Which tiles obstacles block, and over which danger spreads.

use super::tiles::{TYPES, Tiles};
use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// A map in the middle of which obstacles and danger are far from the edge.
fn tiles_of(map_type: TilemapType) -> Tiles {
    let turned = Transform::from_xyz(5.0, 9.0, 0.0).with_rotation(Quat::from_rotation_z(-0.3));
    Tiles { transform: turned, ..Tiles::new(map_type, 15, 15) }
}

/// Points in the tile at the middle of a map, some of them near its edge.
fn points_in_the_middle(tiles: &Tiles, random: &mut fastrand::Rng) -> Vec<Vec2> {
    let middle = tiles.center(cell(7, 7));
    let mut points = vec![middle];
    while points.len() < 30 {
        let point = middle + Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 30.0;
        if tiles.depth_in(cell(7, 7), point) > 0.002 {
            points.push(point);
        }
    }
    points
}

fn blocked(app: &App, tiles: &Tiles) -> Vec<IVec2> {
    tiles.cells().filter(|&cell| nav(app).is_blocked(cell)).collect()
}

#[test]
fn the_default_obstacle_blocks_the_tile_that_it_stands_on() {
    let mut random = fastrand::Rng::with_seed(2);
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, |_| 1);
        let tower = app.world_mut().spawn(NavObstacle::default()).id();
        for point in points_in_the_middle(&tiles, &mut random) {
            app.world_mut().get_mut::<Transform>(tower).unwrap().translation = point.extend(0.0);
            app.update();
            assert_eq!(blocked(&app, &tiles), [cell(7, 7)], "{map_type:?} at {point}");
        }
    }
}

#[test]
fn a_round_obstacle_blocks_the_tiles_whose_centres_are_within_its_radius() {
    let mut random = fastrand::Rng::with_seed(3);
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, |_| 1);
        for (radius, on_hexagons, on_squares) in [(0.0, 1, 1), (1.0, 7, 5), (2.0, 19, 13), (3.0, 37, 29)] {
            let place = Transform::from_translation(tiles.center(cell(7, 7)).extend(0.0));
            let tower = app.world_mut().spawn((NavObstacle::circle(radius), place)).id();
            app.update();
            let expected = if tiles.is_hex() { on_hexagons } else { on_squares };
            assert_eq!(blocked(&app, &tiles).len(), expected, "{map_type:?}: radius {radius}");
            for point in points_in_the_middle(&tiles, &mut random).into_iter().skip(1) {
                app.world_mut().get_mut::<Transform>(tower).unwrap().translation = point.extend(0.0);
                app.update();
                for cell in tiles.cells() {
                    let beyond = tiles.distance(tiles.center(cell), point) - radius;
                    if beyond.abs() > 5e-3 {
                        assert_eq!(
                            nav(&app).is_blocked(cell),
                            beyond < 0.0,
                            "{map_type:?}: {cell} from {point}"
                        );
                    }
                }
            }
            app.world_mut().entity_mut(tower).despawn();
        }
    }
}

#[test]
fn a_rectangle_of_n_tiles_blocks_n_tiles_wherever_it_stands() {
    let mut random = fastrand::Rng::with_seed(4);
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, |_| 1);
        for (width, height) in [(2, 1), (1, 2), (3, 3), (4, 2)] {
            let obstacle = NavObstacle::rect(Vec2::new(width as f32, height as f32));
            let tower = app.world_mut().spawn(obstacle).id();
            for point in points_in_the_middle(&tiles, &mut random) {
                app.world_mut().get_mut::<Transform>(tower).unwrap().translation = point.extend(0.0);
                app.update();
                let blocked = blocked(&app, &tiles);
                assert_eq!(blocked.len(), width * height, "{map_type:?}: {width} × {height} at {point}");
                assert!(blocked.iter().all(|&cell| tiles.distance(tiles.center(cell), point) < 3.0));
            }
            app.world_mut().entity_mut(tower).despawn();
        }
    }
}

#[test]
fn danger_reaches_the_tiles_whose_centres_are_within_its_radius() {
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, |_| 1);
        for (middle, radius) in [(cell(7, 7), 0.0), (cell(7, 7), 1.0), (cell(7, 8), 3.4), (cell(8, 7), 5.0)] {
            let place = Transform::from_translation(tiles.center(middle).extend(0.0));
            let source = DangerSource::new(radius, 2.0).with_falloff(Falloff::Flat);
            let tower = app.world_mut().spawn((source, place)).id();
            app.update();
            for cell in tiles.cells() {
                let beyond = tiles.distance(tiles.center(cell), tiles.center(middle)) - radius;
                let expected = if beyond < 1e-3 { 2.0 } else { 0.0 };
                assert_eq!(nav(&app).danger(cell), Some(expected), "{map_type:?}: {cell} from {middle}");
            }
            app.world_mut().entity_mut(tower).despawn();
            app.update();
            assert!(tiles.cells().all(|cell| nav(&app).danger(cell) == Some(0.0)), "{map_type:?}");
        }
    }
}

#[test]
fn obstacles_and_danger_follow_a_map_that_changes_its_type() {
    let mut app = app();
    let map = tiles_of(TilemapType::Square).spawn(&mut app, |_| 1);
    let middle = tiles_of(TilemapType::Square).center(cell(7, 7));
    let source = DangerSource::new(2.0, 1.0).with_falloff(Falloff::Flat);
    let place = Transform::from_translation(middle.extend(0.0));
    app.world_mut().spawn((NavObstacle::circle(1.0), source, place));
    for map_type in TYPES.into_iter().chain([TilemapType::Square]) {
        let tiles = tiles_of(map_type);
        app.world_mut().entity_mut(map).insert(tiles.bundle());
        app.update();
        let here = nav(&app).cell_at(middle);
        for cell in tiles.cells() {
            let distance = tiles.distance(tiles.center(cell), middle);
            if (distance - 1.0).abs() > 5e-3 {
                assert_eq!(nav(&app).is_blocked(cell), distance < 1.0, "{map_type:?}: {cell}");
            }
            let from_source = here.map(|here| tiles.distance(tiles.center(cell), tiles.center(here)));
            if let Some(distance) = from_source.filter(|distance| (distance - 2.0).abs() > 5e-3) {
                let expected = if distance < 2.0 { 1.0 } else { 0.0 };
                assert_eq!(nav(&app).danger(cell), Some(expected), "{map_type:?}: {cell}");
            }
        }
    }
}
