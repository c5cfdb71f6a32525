//! Lines of the log about tiles that are not where they should be, one for each tilemap and mistake.

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;

/// Which tilemaps have been logged.
#[derive(Default)]
pub(super) struct TileLog {
    outside: EntityHashSet,
    crowded: EntityHashSet,
}

impl TileLog {
    /// Logs the first tile of a tilemap that is outside the map.
    pub(super) fn outside(&mut self, tilemap: Entity, tile: Entity, position: UVec2, size: UVec2) {
        if self.outside.insert(tilemap) {
            warn!(
                "tile {tile} of tilemap {tilemap} is at {position}, outside its map of {} × {} cells: such tiles are left out",
                size.x, size.y
            );
        }
    }

    /// Logs the first two tiles of a tilemap that are on one cell.
    pub(super) fn crowded(&mut self, tilemap: Entity, tiles: [Entity; 2], cell: UVec2) {
        if self.crowded.insert(tilemap) {
            let [a, b] = tiles;
            warn!(
                "tiles {a} and {b} of tilemap {tilemap} are both at {cell}: a wall among them counts, otherwise the highest class"
            );
        }
    }
}
