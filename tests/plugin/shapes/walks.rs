//! Agents walk from tile to tile.

use super::tiles::{TYPES, Tiles};
use crate::support::*;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// A map with two walls that leave gaps, and slow ground.
const fn class(cell: IVec2) -> u32 {
    match (cell.x, cell.y) {
        (3, 0..=6) | (6, 2..) => 0,
        (4..=5, 4..) => 2,
        _ => 1,
    }
}

fn tiles_of(map_type: TilemapType) -> Tiles {
    Tiles {
        anchor: TilemapAnchor::Center,
        transform: Transform::from_xyz(70.0, -30.0, 0.0).with_rotation(Quat::from_rotation_z(0.4)),
        ..Tiles::new(map_type, 10, 9)
    }
}

fn at(app: &App, agent: Entity) -> Vec2 {
    app.world().get::<Transform>(agent).unwrap().translation.truncate()
}

/// The distance of a point to the line from one point to another.
fn distance_to_line(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = (point - from).dot(to - from) / from.distance_squared(to).max(f32::MIN_POSITIVE);
    point.distance(from.lerp(to, along.clamp(0.0, 1.0)))
}

/// Lets agents walk and asserts that each stays on the lines between centres of neighbouring tiles, and stands on the centre of its goal at
/// the end.
fn walk_to(tiles: &Tiles, goal: IVec2, agents: &[Entity], app: &mut App) {
    let centers: Vec<Vec2> = tiles.cells().map(|cell| tiles.center(cell)).collect();
    let lines = centers.iter().flat_map(|&a| centers.iter().map(move |&b| (a, b)));
    let steps: Vec<(Vec2, Vec2)> = lines.filter(|&(a, b)| tiles.distance(a, b) < 1.5).collect();
    while diary(app).reached.len() < agents.len() {
        app.update();
        for &agent in agents {
            let point = at(app, agent);
            let here = nav(app).cell_at(point).expect("the agent is on the map");
            assert!(!nav(app).is_blocked(here), "{:?}: in the wall at {here}", tiles.map_type);
            let off = steps.iter().map(|&(a, b)| distance_to_line(point, a, b)).fold(f32::MAX, f32::min);
            assert!(off < 0.01, "{:?}: {point} is {off} beside every step", tiles.map_type);
        }
        assert!(app.world().resource::<Time>().elapsed_secs() < 60.0, "{:?}: still walking", tiles.map_type);
    }
    for &agent in agents {
        assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived(), "{:?}", tiles.map_type);
        let off = at(app, agent).distance(tiles.center(goal));
        assert!(off < 0.01, "{:?}: the agent stands {off} beside the centre", tiles.map_type);
    }
}

#[test]
fn an_agent_walks_from_centre_to_centre_on_every_type_of_map() {
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, class);
        let (start, goal) = (cell(0, 0), cell(9, 8));
        let from = Transform::from_translation(tiles.center(start).extend(0.0));
        let agent = app.world_mut().spawn(walker(from, PathRequest::to_cell(goal))).id();
        app.update();
        let path = result(&app, agent).cells(nav(&app)).into_owned();
        assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)), "{map_type:?}");
        for pair in path.windows(2) {
            let distance = tiles.distance(tiles.center(pair[0]), tiles.center(pair[1]));
            assert!(distance < if tiles.is_hex() { 1.1 } else { 1.5 }, "{map_type:?}: {pair:?}");
        }
        walk_to(&tiles, goal, &[agent], &mut app);
    }
}

#[test]
fn a_crowd_on_a_shared_field_walks_from_centre_to_centre_on_every_type_of_map() {
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, class);
        let goal = cell(9, 8);
        let spawn = |y| Transform::from_translation(tiles.center(cell(0, y)).extend(0.0));
        let agents: Vec<Entity> = (0..8)
            .map(|y| app.world_mut().spawn(walker(spawn(y), PathRequest::to_cell(goal))).id())
            .collect();
        app.update();
        app.update();
        assert!(result(&app, agents[0]).is_shared(), "{map_type:?}");
        walk_to(&tiles, goal, &agents, &mut app);
    }
}

#[test]
fn agents_from_anywhere_in_a_tile_touch_no_wall() {
    let mut random = fastrand::Rng::with_seed(11);
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, class);
        let free: Vec<IVec2> = tiles.cells().filter(|&cell| class(cell) > 0).collect();
        let mut agents = Vec::new();
        while agents.len() < 40 {
            let start = free[random.usize(..free.len())];
            let point = tiles.center(start) + Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 24.0;
            if tiles.depth_in(start, point) > 0.0 {
                let from = Transform::from_translation(point.extend(0.0));
                let to = free[random.usize(..free.len())];
                agents.push(app.world_mut().spawn(walker(from, PathRequest::to_cell(to))).id());
            }
        }
        while diary(&app).reached.len() < agents.len() {
            app.update();
            assert!(app.world().resource::<Time>().elapsed_secs() < 60.0, "{map_type:?}: still walking");
            for &agent in &agents {
                let here = nav(&app).cell_at(at(&app, agent)).expect("the agent is on the map");
                assert!(!nav(&app).is_blocked(here), "{map_type:?}: in the wall at {here}");
            }
        }
        assert_eq!(diary(&app).replanned.len(), 0, "{map_type:?}");
    }
}

#[test]
fn an_agent_in_a_wall_walks_out_to_the_nearest_centre() {
    for map_type in TYPES {
        let tiles = tiles_of(map_type);
        let mut app = app();
        tiles.spawn(&mut app, class);
        let inside = tiles.center(cell(3, 3));
        let free = |cell: &IVec2| class(*cell) > 0;
        let distance = |cell: IVec2| tiles.distance(tiles.center(cell), inside);
        let least = tiles.cells().filter(free).map(distance).fold(f32::MAX, f32::min);
        let from = Transform::from_translation(inside.extend(0.0));
        let agent = app.world_mut().spawn(walker(from, PathRequest::to_cell(cell(3, 3)))).id();
        (0..60).for_each(|_| app.update());
        let here = cell_of(&app, agent);
        assert!((distance(here) - least).abs() < 0.01, "{map_type:?}: it is at {here}");
        assert!(at(&app, agent).distance(tiles.center(here)) < 0.01, "{map_type:?}");
    }
}
