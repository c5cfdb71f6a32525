//! Mistakes with Bevy's own tilemap chunks.

use crate::capture::{assert_line, lines_of};
use bevy::prelude::*;
use bevy::sprite_render::{TileData, TilemapChunk, TilemapChunkTileData};
use bevy_tilepath::prelude::*;

/// Spawns a chunk of 2 × 1 tiles of a size with its middle at x, and returns its name in the log.
fn spawn_chunk(app: &mut App, tile: u32, tiles: usize, x: f32) -> String {
    let chunk =
        TilemapChunk { chunk_size: UVec2::new(2, 1), tile_display_size: UVec2::splat(tile), ..default() };
    let tiles = TilemapChunkTileData(vec![Some(TileData::default()); tiles]);
    let place = Transform::from_xyz(x, 0.0, 0.0);
    // The data comes last: Bevy then makes no mesh, for which a renderer would be needed.
    app.world_mut().spawn((chunk, place, NavTilemap::uniform(1))).insert(tiles).id().to_string()
}

#[test]
fn chunks_that_do_not_fit() {
    let mut chunks = Vec::new();
    let lines = lines_of(|app| {
        spawn_chunk(app, 10, 2, 0.0);
        chunks = [(10, 2, 23.0), (10, 2, 1e7), (10, 2, f32::NAN), (10, 3, 20.0), (0, 2, 20.0), (5, 2, 20.0)]
            .map(|(tile, tiles, x)| spawn_chunk(app, tile, tiles, x))
            .to_vec();
    });
    let words = [
        "2.3, 0]",
        "[999999.94, 0] in tiles",
        "not finite",
        "3 tiles",
        "tile_display_size [0, 0]",
        "2.2499998",
    ];
    for (chunk, word) in chunks.iter().zip(words) {
        assert_line(&lines, &[&format!("{chunk} is not navigable"), word]);
    }
    assert_eq!(lines.len(), chunks.len(), "{lines:#?}");
}

#[test]
fn chunks_with_names() {
    let name = |app: &mut App, name: &'static str| {
        let mut chunks = app.world_mut().query_filtered::<Entity, (With<TilemapChunk>, Without<Name>)>();
        let chunk = chunks.single(app.world()).unwrap();
        app.world_mut().entity_mut(chunk).insert(Name::new(name));
    };
    let lines = lines_of(|app| {
        spawn_chunk(app, 10, 2, 0.0);
        name(app, "Meadow");
        spawn_chunk(app, 10, 2, 23.0);
        name(app, "Island");
    });
    assert_line(&lines, &["tilemap Island (", "in tiles of Meadow ("]);
}

#[test]
fn a_chunk_without_its_tiles() {
    let lines = lines_of(|app| {
        app.world_mut().spawn((TilemapChunk::default(), NavTilemap::uniform(1)));
    });
    assert_line(&lines, &["NavTilemap but is no tilemap", "TilemapSize", "TilemapChunkTileData"]);
}

#[test]
fn chunks_on_a_grid_that_has_a_map() {
    let lines = lines_of(|app| {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::ONE, 1).unwrap(), geometry));
        spawn_chunk(app, 10, 2, 0.0);
    });
    assert_line(&lines, &["there is only one map", "NavGrid::from_grid"]);
}
