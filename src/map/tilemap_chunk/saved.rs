//! What a save holds of chunks.

use super::{layout::PlacedChunk, sync::ChunkSync};
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

/// Whether chunks are being read.
pub(in crate::map) fn is_reading(world: &World) -> bool {
    world.get_resource::<ChunkSync>().is_some_and(|sync| sync.waits)
}

/// What is saved, if the map came from chunks.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<ChunkSync>()?;
    sync.shown.filter(|&(id, _)| nav_grid.id() == Some(id))?;
    let first = sync.tiles.layout.chunks.first().map(|chunk| chunk.entity);
    Some(SavedTiles { source: TileSource::Chunks, first, classes: sync.classes.saved(nav_grid) })
}

/// Takes the state of a save.
pub(in crate::map) fn load_tiles(
    world: &mut World,
    saved: Option<&SavedTiles>,
    classes: TileClasses,
    names: &Rename,
) {
    let shown = world.get_resource::<NavGrid>().and_then(|grid| Some((grid.id()?, grid.size())));
    let Some(mut sync) = world.get_resource_mut::<ChunkSync>() else { return };
    *sync = ChunkSync::default();
    if let Some(saved) = saved.filter(|saved| saved.source == TileSource::Chunks) {
        // The next arrangement of chunks begins with the first of the last one.
        let first = |entity| PlacedChunk { entity, at: UVec2::ZERO, size: UVec2::ZERO, height: 0.0 };
        Arc::make_mut(&mut sync.tiles).layout.chunks.extend(saved.first.map(|it| first(names.now(it))));
        (sync.shown, sync.classes, sync.is_stale, sync.was_saved) = (shown, classes, true, true);
    }
}
