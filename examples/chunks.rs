//! Bevy's own tilemap: four `TilemapChunk`s are one map. Run: cargo run --features tilemap_chunk --example chunks

mod look;

use bevy::{
    image::{ImageArrayLayout, ImageLoaderSettings},
    input::common_conditions::input_just_pressed,
    prelude::*,
    sprite_render::{TileData, TilemapChunk, TilemapChunkTileData},
};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `.` is floor, `~` sludge, `#` a wall, `+` the gate.
const MAP: [&str; 8] = [
    ".........##.........",
    "...##....##..~~~....",
    "...##........~~~....",
    "...##..........##...",
    ".........##....##...",
    "..~~~....##.........",
    "..~~~....++...~~....",
    ".........##.........",
];
/// The width and height of a chunk in tiles.
const CHUNK: UVec2 = UVec2::new(10, 4);
const TILE: f32 = 64.0;
/// Textures of the tileset.
const FLOOR: u16 = 0;
const GATE: u16 = 7;

/// The picture of all tiles.
#[derive(Resource, Default)]
struct Tileset(Handle<Image>);

/// The tiles of the gate in a chunk, as indices of its data.
#[derive(Component)]
struct Gate(Vec<usize>);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Chunks"), look::paths, game))
        .add_systems(PreStartup, load_tileset)
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .init_resource::<Tileset>()
        .add_systems(Startup, setup)
        .add_systems(Update, turn_gate.run_if(input_just_pressed(KeyCode::Space)))
        .add_observer(turn_back);
}

fn setup(mut commands: Commands, tileset: Res<Tileset>) {
    commands.spawn(look::camera(Rect::from_center_size(Vec2::ZERO, 2.0 * TILE * CHUNK.as_vec2())));
    commands.spawn(look::bar("Four TilemapChunks are one map. Space opens the gate, and shuts it."));
    for corner in [(0, 0), (1, 0), (0, 1), (1, 1)].map(|at| UVec2::from(at) * CHUNK) {
        let tile = |index| corner + UVec2::new(index % CHUNK.x, index / CHUNK.x);
        let textures: Vec<u16> = (0..CHUNK.element_product()).map(|index| texture_at(tile(index))).collect();
        let gate = (0..textures.len()).filter(|&index| textures[index] == GATE).collect();
        let data = textures.into_iter().map(|texture| Some(TileData::from_tileset_index(texture))).collect();
        let middle = (corner.as_vec2() - CHUNK.as_vec2() / 2.0) * TILE;
        let (tile_display_size, tileset) = (UVec2::splat(TILE as u32), tileset.0.clone());
        commands.spawn((
            TilemapChunk { chunk_size: CHUNK, tile_display_size, tileset, ..default() },
            TilemapChunkTileData(data),
            Transform::from_translation(middle.extend(0.0)),
            // Texture → terrain class: floor costs 1, sludge 3, 0 is a wall.
            NavTilemap::from_textures([1, 1, 1, 1, 3, 3, 0, 0]),
            Gate(gate),
        ));
    }
    for start in [IVec2::new(1, 1), IVec2::new(1, 7)] {
        let at = (start.as_vec2() + 0.5 - CHUNK.as_vec2()) * TILE;
        let sprite = Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 2.0));
        let walk = (PathRequest::to_cell(opposite(start)), PathFollower::with_speed(4.0 * TILE));
        commands.spawn((sprite, Transform::from_translation(at.extend(1.0)), walk));
    }
}

/// The texture of a tile. Tile (0, 0) is at the lower left.
fn texture_at(tile: UVec2) -> u16 {
    match MAP[MAP.len() - 1 - tile.y as usize].as_bytes()[tile.x as usize] {
        b'~' => 4,
        b'#' => 6,
        b'+' => GATE,
        _ => FLOOR,
    }
}

/// The cell at the other end of a row.
pub const fn opposite(cell: IVec2) -> IVec2 {
    IVec2::new(2 * CHUNK.x as i32 - 1 - cell.x, cell.y)
}

/// An edit of the data is all that it takes: the map and the paths follow.
fn turn_gate(mut chunks: Query<(&Gate, &mut TilemapChunkTileData)>) {
    for (Gate(tiles), mut data) in &mut chunks {
        for &tile in tiles {
            let is_open = data[tile].is_some_and(|tile| tile.tileset_index == FLOOR);
            data[tile] = Some(TileData::from_tileset_index(if is_open { GATE } else { FLOOR }));
        }
    }
}

/// Sends an agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    if let &[PathTarget::Cell(goal)] = agents.get(reached.entity)?.targets() {
        commands.entity(reached.entity).insert(PathRequest::to_cell(opposite(goal)));
    }
    Ok(())
}

fn load_tileset(mut tileset: ResMut<Tileset>, assets: Res<AssetServer>) {
    let as_array = |settings: &mut ImageLoaderSettings| {
        settings.array_layout = Some(ImageArrayLayout::GridCount { columns: 4, rows: 40 });
    };
    tileset.0 = assets.load_builder().with_settings(as_array).load("tiles.png");
}
