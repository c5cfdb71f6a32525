//! What a save holds of tilemaps of any kind. Games save the tiles themselves.

use bevy::prelude::*;

/// What a save holds of the tilemaps from which the map came.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedTiles {
    pub(super) source: TileSource,
    /// The tilemap that gave the map its cells.
    pub(super) first: Option<Entity>,
    /// The cells to which tiles have given another class than the terrain of the map: the game has edited it since. `None` if tiles have
    /// written no cell.
    pub(super) classes: Option<Vec<(u32, Option<u8>)>>,
}

/// The kind of tilemap from which a map came.
#[derive(Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) enum TileSource {
    /// Tilemaps of `bevy_ecs_tilemap`.
    Tilemaps,
    /// Chunks of Bevy.
    Chunks,
}
