//! The map: four chunks, and the gate in its middle.

use bevy::{
    image::{ImageArrayLayout, ImageLoaderSettings},
    prelude::*,
    sprite_render::{TileData, TilemapChunk, TilemapChunkTileData},
};
use bevy_tilepath::prelude::*;

/// Width and height of a chunk, in tiles.
const CHUNK: UVec2 = UVec2::new(10, 6);
/// The side of a tile, in world units.
pub const TILE: f32 = 32.0;
/// Seconds that the gate stays open or shut.
const GATE_SECONDS: f32 = 4.0;

/// The map, top row first: `.` floor, `~` sludge, `#` wall, `+` the gate.
const MAP: [&str; 12] = [
    ".........##.........",
    ".........##..~~~....",
    "...##....##.~~~~~...",
    "...##....##..~~~....",
    "...##...............",
    "...##..........##...",
    ".........##....##...",
    ".........##....##...",
    "..~~~....##.........",
    "..~~~~...##...~~....",
    "...~~....++.........",
    ".........##.........",
];

const FLOOR: u16 = 0;
const SLUDGE: u16 = 4;
const CHIP: u16 = 6;
const GATE: u16 = 7;

/// The texture of a tile; (0, 0) is at the lower left.
fn texture_at(tile: UVec2) -> u16 {
    match MAP[MAP.len() - 1 - tile.y as usize].as_bytes()[tile.x as usize] {
        b'~' => SLUDGE,
        b'#' => CHIP,
        b'+' => GATE,
        _ => FLOOR,
    }
}

/// The place of a tile in the world. The four chunks meet at the origin.
pub fn center_of(tile: IVec2) -> Vec2 {
    (tile.as_vec2() + 0.5 - CHUNK.as_vec2()) * TILE
}

/// Tiles of the gate in a chunk, as indices of its data.
#[derive(Component)]
pub struct Gate(Vec<usize>);

/// Spawns the four chunks. `tileset` is the picture of all tiles.
pub fn spawn(commands: &mut Commands, tileset: &Handle<Image>) {
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let corner = UVec2::new(x, y) * CHUNK;
        let tiles =
            (0..CHUNK.element_product()).map(|index| corner + UVec2::new(index % CHUNK.x, index / CHUNK.x));
        let textures: Vec<u16> = tiles.map(texture_at).collect();
        let gate = (0..textures.len()).filter(|&index| textures[index] == GATE).collect();
        let middle = center_of(corner.as_ivec2()) + (CHUNK.as_vec2() - 1.0) * TILE / 2.0;
        commands.spawn((
            TilemapChunk {
                chunk_size: CHUNK,
                tile_display_size: UVec2::splat(TILE as u32),
                tileset: tileset.clone(),
                ..default()
            },
            TilemapChunkTileData(
                textures.into_iter().map(|it| Some(TileData::from_tileset_index(it))).collect(),
            ),
            Transform::from_translation(middle.extend(0.0)),
            // Texture → terrain class: floor costs 1, sludge 3, 0 is a wall.
            NavTilemap::from_textures([1, 1, 1, 1, 3, 3, 0, 0]),
            Gate(gate),
        ));
    }
}

/// The picture of all tiles, as an array of textures.
pub fn load_tileset(assets: &AssetServer) -> Handle<Image> {
    let as_array = |settings: &mut ImageLoaderSettings| {
        settings.array_layout = Some(ImageArrayLayout::GridCount { columns: 4, rows: 40 });
    };
    assets.load_builder().with_settings(as_array).load("tiles.png")
}

/// Opens and shuts the gate. An edit of the data is all that it takes.
pub fn turn_gate(mut chunks: Query<(&Gate, &mut TilemapChunkTileData)>, time: Res<Time>) {
    let is_open = (time.elapsed_secs() / GATE_SECONDS) as u32 % 2 == 1;
    let texture = if is_open { FLOOR } else { GATE };
    for (Gate(tiles), mut data) in &mut chunks {
        let shown = tiles.first().and_then(|&tile| data[tile]).map(|tile| tile.tileset_index);
        if shown.is_some_and(|shown| shown != texture) {
            for &tile in tiles {
                data[tile] = Some(TileData::from_tileset_index(texture));
            }
        }
    }
}
