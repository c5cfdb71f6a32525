//! Replaces the saves of tilemaps if the features `tilemap` and `tilemap_chunk` are off.

use super::saved_tiles::SavedTiles;
use crate::rollback::Rename;
use bevy::prelude::*;

/// No entity is a tilemap.
pub(crate) const fn is_tilemap(_: &World, _: Entity) -> bool {
    false
}

/// Nothing is saved.
pub(crate) const fn saved_tiles(_: &World) -> Option<SavedTiles> {
    None
}

/// Does nothing.
pub(crate) const fn load_tiles(_: &mut World, _: Option<&SavedTiles>, _: &Rename) {}
