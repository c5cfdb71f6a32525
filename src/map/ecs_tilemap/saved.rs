//! What a save holds of tilemaps.

use super::{
    sync::{TilemapSync, Unread},
    tile_index::TileIndex,
};
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

impl Unread {
    /// How many tiles are not read yet.
    const fn left(&self) -> u32 {
        (self.end - self.next) as u32
    }

    fn load(left: u32) -> Self {
        Self { tiles: Vec::new(), next: 0, end: left as usize }
    }
}

/// What is saved, if there are tilemaps.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<TilemapSync>()?;
    let parts = (&sync.tiles.arrangement, &sync.shown);
    let saved = SavedTiles::of(TileSource::Tilemaps, parts, nav_grid, |_| true)?;
    Some(SavedTiles { unread: sync.unread.as_ref().map(Unread::left), ..saved })
}

/// Takes the state of a save.
pub(in crate::map) fn load_tiles(
    world: &mut World,
    saved: Option<&SavedTiles>,
    classes: TileClasses,
    names: &Rename,
) {
    let Some(mut sync) = world.get_resource_mut::<TilemapSync>() else { return };
    *sync = TilemapSync::default();
    if let Some(saved) = saved.filter(|saved| saved.source == TileSource::Tilemaps) {
        sync.tiles = Arc::new(TileIndex::new(saved.arrangement(names)));
        (sync.shown, sync.was_saved) = (saved.shown(classes), true);
        sync.unread = saved.unread.map(Unread::load);
    }
}
