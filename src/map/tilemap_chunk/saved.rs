//! What a save holds of chunks.

use super::{
    layout::{Layout, PlacedChunk},
    sync::ChunkSync,
    tiles::ChunkTiles,
};
use crate::{
    map::{
        layers::TileClasses,
        nav_grid::NavGrid,
        saved_tiles::{SavedChunk, SavedShape, SavedTiles, TileSource},
    },
    rollback::Rename,
};
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::Grid;

/// A map of chunks of this size.
const fn shape_of(size: UVec2) -> SavedShape {
    SavedShape { size, cell_size: Vec2::ONE, kind: 0 }
}

impl ChunkTiles {
    /// Whether a chunk does not wait to be read.
    fn is_read(&self, chunk: Entity) -> bool {
        !self.unread.contains(&chunk)
    }

    /// Takes the layout of a save.
    fn take_up(&mut self, layout: Layout, unread: Vec<Entity>) {
        self.arrange(layout);
        self.unread = unread.into();
    }
}

/// What is saved, if there are chunks.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<ChunkSync>()?;
    let shown = sync.shown.filter(|&(id, _)| nav_grid.id() == Some(id)).map(|(_, size)| shape_of(size));
    let layout = &sync.tiles.layout;
    if shown.is_none() && layout.chunks.is_empty() {
        return None;
    }
    let chunk = |&PlacedChunk { entity, at, size, .. }: &PlacedChunk| SavedChunk {
        entity,
        at,
        size,
        is_read: sync.tiles.is_read(entity),
    };
    Some(SavedTiles {
        source: TileSource::Chunks,
        is_loaded: sync.waits,
        layers: Vec::new(),
        chunks: layout.chunks.iter().map(chunk).collect(),
        shape: Some(shape_of(layout.size)),
        shown,
        unread: None,
        classes: sync.classes.saved(nav_grid),
    })
}

/// Takes the state of a save.
pub(in crate::map) fn load_tiles(
    world: &mut World,
    saved: Option<&SavedTiles>,
    classes: TileClasses,
    names: &Rename,
) {
    let id = world.get_resource::<NavGrid>().and_then(NavGrid::id);
    let Some(mut sync) = world.get_resource_mut::<ChunkSync>() else { return };
    *sync = ChunkSync::default();
    let Some(saved) = saved.filter(|saved| saved.source == TileSource::Chunks) else { return };
    if let Some((layout, unread)) = layout(saved, names) {
        Arc::<ChunkTiles>::make_mut(&mut sync.tiles).take_up(layout, unread);
    }
    sync.shown = id.zip(saved.shown.map(|shape| shape.size));
    (sync.classes, sync.is_stale, sync.waits, sync.was_saved) = (classes, true, saved.is_loaded, true);
}

/// The layout of a save, and the chunks that are not read yet. `None` if there is no such layout.
fn layout(saved: &SavedTiles, names: &Rename) -> Option<(Layout, Vec<Entity>)> {
    let size = saved.shape?.size;
    Grid::check_size(size).ok()?;
    let mut chunks = Vec::new();
    let mut unread = Vec::new();
    for &SavedChunk { entity, at, size: cells, is_read } in &saved.chunks {
        let room = size.checked_sub(at)?;
        if cells.cmpgt(room).any() || cells.min_element() == 0 {
            return None;
        }
        let entity = names.now(entity);
        chunks.push(PlacedChunk { entity, at, size: cells, height: 0.0 });
        unread.extend((!is_read).then_some(entity));
    }
    Some((Layout::new(size, chunks), unread))
}
