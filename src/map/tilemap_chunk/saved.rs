//! What a save holds of chunks.

use super::{sync::ChunkSync, tiles::ChunkTiles};
use crate::{
    map::{
        layers::TileClasses,
        nav_grid::NavGrid,
        saved_tiles::{SavedTiles, TileSource},
    },
    rollback::Rename,
};
use bevy::prelude::*;
use std::sync::Arc;

/// What is saved, if there are chunks.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<ChunkSync>()?;
    let parts = (&sync.tiles.arrangement, &sync.shown);
    SavedTiles::of(TileSource::Chunks, parts, nav_grid, |chunk| !sync.tiles.unread.contains(&chunk))
}

/// Takes the state of a save.
pub(in crate::map) fn load_tiles(
    world: &mut World,
    saved: Option<&SavedTiles>,
    classes: TileClasses,
    names: &Rename,
) {
    let Some(mut sync) = world.get_resource_mut::<ChunkSync>() else { return };
    *sync = ChunkSync::default();
    let Some(saved) = saved.filter(|saved| saved.source == TileSource::Chunks) else { return };
    let unread = saved.tilemaps.iter().filter(|chunk| !chunk.is_read).map(|chunk| names.now(chunk.entity));
    sync.tiles = Arc::new(ChunkTiles::new(saved.arrangement(names), unread.collect()));
    (sync.shown, sync.was_saved) = (saved.shown(classes), true);
}
