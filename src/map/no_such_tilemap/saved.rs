//! Nothing to save.

use crate::{
    map::{layers::TileClasses, nav_grid::NavGrid, saved_tiles::SavedTiles},
    rollback::Rename,
};
use bevy::prelude::*;

/// No map came from such tilemaps.
pub(in crate::map) const fn saved_tiles(_: &World, _: &NavGrid) -> Option<SavedTiles> {
    None
}

/// Does nothing.
pub(in crate::map) fn load_tiles(_: &mut World, _: Option<&SavedTiles>, _: TileClasses, _: &Rename) {}
