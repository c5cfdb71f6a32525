//! Apps and maps for the tests.

use crate::in_turn::run_systems_in_turn;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// Side of a tile in world units.
pub const TILE: f32 = 10.0;

/// An app without window, renderer or map, in which every frame takes a tenth of a second. It panics if the order of two conflicting
/// systems is undefined.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .init_resource::<Diary>()
        .add_plugins(PathfindingPlugin)
        .edit_schedule(Update, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
        });
    app.add_observer(|event: On<PathFound>, mut diary: ResMut<Diary>| diary.found.push(event.entity))
        .add_observer(|event: On<PathReplanned>, mut diary: ResMut<Diary>| diary.replanned.push(event.entity))
        .add_observer(|event: On<PathFailed>, mut diary: ResMut<Diary>| {
            diary.failed.push((event.entity, event.reason));
        })
        .add_observer(|event: On<GoalReached>, mut diary: ResMut<Diary>| diary.reached.push(event.entity));
    run_systems_in_turn(&mut app);
    // No time passes in the first frame.
    app.update();
    app
}

/// Every event that was sent.
#[derive(Resource, Default)]
pub struct Diary {
    pub found: Vec<Entity>,
    pub replanned: Vec<Entity>,
    pub failed: Vec<(Entity, FailureReason)>,
    pub reached: Vec<Entity>,
}

/// A tilemap of these texture indices, top row first, spawned as a game does. Texture n is terrain class n.
pub fn spawn_map<const W: usize>(app: &mut App, rows: &[[u32; W]]) -> Entity {
    let map = app.world_mut().spawn(map_bundle(W as u32, rows.len() as u32)).id();
    for (row, y) in rows.iter().zip((0..rows.len() as u32).rev()) {
        for (x, &texture) in row.iter().enumerate() {
            spawn_tile(app, map, x as u32, y, texture);
        }
    }
    map
}

/// The components of a tilemap as a server has them: no texture, no anchor.
pub fn map_bundle(width: u32, height: u32) -> impl Bundle {
    (
        TilemapSize::new(width, height),
        TilemapGridSize::new(TILE, TILE),
        TilemapTileSize::new(TILE, TILE),
        TilemapType::Square,
        Transform::default(),
        NavTilemap::from_textures(0..=9),
    )
}

pub fn spawn_tile(app: &mut App, map: Entity, x: u32, y: u32, texture: u32) -> Entity {
    app.world_mut().spawn((TilePos::new(x, y), TilemapId(map), TileTextureIndex(texture))).id()
}

/// An app with an open map of class 1.
pub fn open_map(width: u32, height: u32) -> App {
    let mut app = app();
    let map = app.world_mut().spawn(map_bundle(width, height)).id();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        spawn_tile(&mut app, map, x, y, 1);
    }
    app.update();
    app
}

pub fn tile_at(app: &mut App, x: u32, y: u32) -> Entity {
    let mut tiles = app.world_mut().query::<(Entity, &TilePos)>();
    let found = tiles.iter(app.world()).find(|(_, at)| **at == TilePos::new(x, y));
    found.map(|(entity, _)| entity).expect("no tile there")
}

/// The middle of a cell in the world.
pub fn middle(x: i32, y: i32) -> Transform {
    Transform::from_xyz(x as f32 * TILE, y as f32 * TILE, 0.0)
}

pub fn cell(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

/// An agent that walks a tile a second, from one cell to another.
pub fn walker(from: Transform, request: PathRequest) -> impl Bundle {
    (from, request, PathFollower::with_speed(TILE))
}

pub fn result(app: &App, agent: Entity) -> &PathResult {
    app.world().get::<PathResult>(agent).expect("no result")
}

pub fn failure(app: &App, agent: Entity) -> Option<FailureReason> {
    result(app, agent).failure()
}

pub fn nav(app: &App) -> &NavGrid {
    app.world().resource::<NavGrid>()
}

pub fn diary(app: &App) -> &Diary {
    app.world().resource::<Diary>()
}

/// The cell that an entity is in.
pub fn cell_of(app: &App, entity: Entity) -> IVec2 {
    let at = app.world().get::<Transform>(entity).unwrap().translation.truncate();
    nav(app).geometry().unwrap().cell_at(at).unwrap()
}

/// Runs `frames` frames and asserts after each that the agent is not in a wall.
pub fn run_outside_walls(app: &mut App, agent: Entity, frames: usize) {
    for _ in 0..frames {
        app.update();
        let at = cell_of(app, agent);
        assert!(!nav(app).is_blocked(at), "the agent is in the wall at {at}");
    }
}
