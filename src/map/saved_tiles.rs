//! What a save holds of tilemaps of any kind. Games save the tiles themselves.

use bevy::prelude::*;

/// What a save holds of the tilemaps from which the map came, or comes.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedTiles {
    pub(super) source: TileSource,
    /// Whether the map in the grid came from these tilemaps.
    pub(super) is_loaded: bool,
    /// The tilemaps of `bevy_ecs_tilemap`. The first gave the map its cells.
    pub(super) layers: Vec<Entity>,
    /// The chunks of Bevy. The first gave the map its cells.
    pub(super) chunks: Vec<SavedChunk>,
    /// The shape of the map that the tiles make, and of the one in the grid.
    pub(super) shape: Option<SavedShape>,
    pub(super) shown: Option<SavedShape>,
    /// How many tiles are not read yet, if some are not.
    pub(super) unread: Option<u32>,
    /// The cells to which tiles have given another class than the terrain of the map: the game has edited it since. `None` if tiles have
    /// written no cell.
    pub(super) classes: Option<Vec<(u32, Option<u8>)>>,
}

/// The shape of a map of tiles.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedShape {
    pub(super) size: UVec2,
    pub(super) cell_size: Vec2,
    /// The number of the type of tilemap.
    pub(super) kind: u8,
}

/// A chunk of the map.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedChunk {
    pub(super) entity: Entity,
    pub(super) at: UVec2,
    pub(super) size: UVec2,
    /// Whether its tiles are read.
    pub(super) is_read: bool,
}

/// The kind of tilemap from which a map came.
#[derive(Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) enum TileSource {
    /// Tilemaps of `bevy_ecs_tilemap`.
    Tilemaps,
    /// Chunks of Bevy.
    Chunks,
}
