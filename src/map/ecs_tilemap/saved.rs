//! What a save holds of tilemaps.

use super::sync::TilemapSync;
use crate::{
    map::{
        layers::TileClasses,
        nav_grid::NavGrid,
        saved_tiles::{SavedTiles, TileSource},
    },
    rollback::Rename,
};
use bevy::prelude::*;

/// Whether tiles are being read.
pub(in crate::map) fn is_reading(world: &World) -> bool {
    world.get_resource::<TilemapSync>().is_some_and(TilemapSync::is_reading)
}

/// What is saved, if the map came from tilemaps.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<TilemapSync>().filter(|sync| sync.is_loaded)?;
    let first = sync.layers.chosen.first().copied();
    Some(SavedTiles { source: TileSource::Tilemaps, first, classes: sync.classes.saved(nav_grid) })
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
        sync.layers.chosen = saved.first.map(|first| names.now(first)).into_iter().collect();
        (sync.classes, sync.is_loaded, sync.was_saved) = (classes, true, true);
    }
}
