//! A world without end: tilemaps side by side, of which only those around the player are loaded. Run: cargo run --example world

mod look;

use bevy::{platform::collections::HashMap, prelude::*};
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

const TILE: f32 = 32.0;
/// The side of a part of the world, in tiles. And how far from the player parts are loaded, in parts.
const PART: i32 = 12;
const AROUND: i32 = 1;

/// The player, around whom parts are loaded.
#[derive(Component)]
pub struct Player;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("World"), TilemapPlugin, look::paths, game))
        .add_systems(Update, (walk_to_click, follow_player))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, load_parts.before(PathfindingSystems::SyncGrid))
        .add_observer(walk_on);
}

fn setup(mut commands: Commands) {
    commands.spawn(look::camera(Rect::from_center_size(Vec2::ZERO, Vec2::new(40.0, 22.5) * TILE)));
    commands
        .spawn(look::bar("Click: the player walks there. Parts of the world come and go around the player."));
    let body =
        |color| (Sprite::from_color(color, Vec2::splat(TILE * 0.6)), Transform::from_xyz(0.0, 0.0, 1.0));
    let walk = (PathRequest::to_cell(IVec2::new(9, 9)), PathFollower::with_speed(5.0 * TILE));
    let player = commands.spawn((Player, body(look::YELLOW), walk)).id();
    for behind in [1.0, 2.0, 3.0] {
        let request = PathRequest::to_entity(player).within(behind);
        commands.spawn((body(look::BLUE), request, PathFollower::with_speed((5.5 - behind / 2.0) * TILE)));
    }
}

/// Spawns the parts around the player, despawns the others, and moves the bounds of the map. Cells keep their coordinates.
fn load_parts(
    player: Single<&Transform, With<Player>>,
    mut parts: Local<HashMap<IVec2, Entity>>,
    mut settings: ResMut<PathfindingSettings>,
    assets: Option<Res<AssetServer>>,
    mut commands: Commands,
) {
    let here = cell_at(&player).div_euclid(IVec2::splat(PART));
    let loaded = CellRect::of_cell(here).grown(AROUND);
    // The bounds move by two parts at a time, so that not every border moves them.
    let bounds = CellRect::of_cell(here & !1).grown(AROUND + 1);
    settings.bounds = Some(CellRect::of_size(bounds.min * PART, bounds.size() * PART as u32));
    for (_, map) in parts.extract_if(|part, _| !loaded.contains(*part)) {
        commands.entity(map).despawn();
    }
    for part in loaded.cells() {
        parts.entry(part).or_insert_with(|| spawn_part(part, assets.as_deref(), &mut commands));
    }
}

fn cell_at(place: &Transform) -> IVec2 {
    (place.translation.truncate() / TILE).round().as_ivec2()
}

fn spawn_part(part: IVec2, assets: Option<&AssetServer>, commands: &mut Commands) -> Entity {
    let (size, map) = (TilemapSize::from(UVec2::splat(PART as u32)), commands.spawn_empty().id());
    let mut storage = TileStorage::empty(size);
    for cell in CellRect::from(UVec2::from(size)).cells() {
        let position = TilePos::from(cell.as_uvec2());
        let texture_index = TileTextureIndex(texture_of(part * PART + cell));
        let tile = TileBundle { position, texture_index, tilemap_id: TilemapId(map), ..default() };
        storage.set(&position, commands.spawn((tile, ChildOf(map))).id());
    }
    let texture = assets.map(|assets| TilemapTexture::Single(assets.load("tiles.png"))).unwrap_or_default();
    let (tile_size, grid_size) = (Vec2::splat(TILE).into(), Vec2::splat(TILE).into());
    let transform = Transform::from_translation((part * PART).as_vec2().extend(0.0) * TILE);
    let bundle = TilemapBundle { size, storage, texture, tile_size, grid_size, transform, ..default() };
    // Texture → terrain class: floor costs 1, slow ground 3, 0 is a wall.
    let table = NavTilemap::from_textures([1, 1, 1, 1, 3, 3, 0, 0]);
    commands.entity(map).insert((bundle, table.with_first_cell(part * PART)));
    map
}

/// The texture of a cell of the world: rooms with two doors each, some of them with slow ground.
pub fn texture_of(cell: IVec2) -> u32 {
    let (at, room) = (cell.rem_euclid(IVec2::splat(8)), cell.div_euclid(IVec2::splat(8)));
    match (at.x, at.y) {
        (7, 3 | 4) | (3 | 4, 7) => 0,
        (7, _) | (_, 7) => 6,
        (2..5, 2..5) if (room.x * 3 + room.y * 5).rem_euclid(4) == 0 => 4,
        _ => 0,
    }
}

/// At a goal, the player goes on to the next room but one.
fn walk_on(reached: On<GoalReached>, players: Query<&Transform, With<Player>>, mut commands: Commands) {
    if let Ok(place) = players.get(reached.entity) {
        commands.entity(reached.entity).insert(PathRequest::to_cell(cell_at(place) + 8));
    }
}

fn walk_to_click(mouse: look::Mouse, player: Single<Entity, With<Player>>, mut commands: Commands) {
    if let Some(at) = mouse.clicked() {
        commands.entity(*player).insert(PathRequest::to_position(at).allow_partial());
    }
}

fn follow_player(
    player: Single<&Transform, With<Player>>,
    mut camera: Single<&mut Transform, (With<Camera2d>, Without<Player>)>,
) {
    camera.translation = player.translation.with_z(camera.translation.z);
}
