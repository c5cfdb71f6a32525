//! What the log says of tilemaps on which nobody can walk.

use crate::{names::Names, plane::Plane};
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use tilepath::Grid;

/// Tilemaps that are left out and whose reason is in the log.
#[derive(Clone, Default)]
pub(in crate::map) struct LeftOut(EntityHashSet);

impl LeftOut {
    /// Logs once why a tilemap is left out.
    pub(in crate::map) fn log(&mut self, tilemap: Entity, reason: &str, names: &Names) {
        if self.0.insert(tilemap) {
            error!("tilemap {} is not navigable: {reason}", names.of(tilemap));
        }
    }

    /// The tilemap is not left out. If it is again, that is logged again.
    pub(in crate::map) fn forget(&mut self, tilemap: Entity) {
        self.0.remove(&tilemap);
    }
}

/// Why a tilemap has no cells in the plane.
pub(in crate::map) fn why_flat(plane: Plane) -> String {
    format!(
        "its transform is missing or not finite, or flattens it in Plane::{plane:?}, the plane of PathfindingSettings"
    )
}

/// Logs that nobody can walk on a map.
pub(in crate::map) fn warn_of_walls(grid: &Grid, tilemap: Entity, names: &Names) {
    if grid.count(0) as usize == grid.len() {
        warn!(
            "every cell of the map of {} has class 0, a wall: does the table of NavTilemap name the textures of its tiles, and have tiles \
             that are entities TilePos and TilemapId?",
            names.of(tilemap)
        );
    }
}
