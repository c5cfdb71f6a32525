//! What a save holds of tilemaps of any kind. Games save the tiles themselves.

use crate::nav_id::NavId;
use bevy::prelude::*;
use tilepath::{CellGeometry, CellRect};

/// What a save holds of the tilemaps from which the map came, or comes.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedTiles {
    pub(super) source: TileSource,
    /// Whether the map in the grid came from these tilemaps.
    pub(super) is_loaded: bool,
    /// Whether the plugin must make a new map, and whether the grid waits for it.
    pub(super) wants_map: bool,
    pub(super) waits: bool,
    /// The tilemaps, and the one that says where cells are.
    pub(super) tilemaps: Vec<SavedTilemap>,
    pub(super) reference: Option<Entity>,
    /// A rectangle around all tilemaps that there were.
    pub(super) bounds: Option<CellRect>,
    /// Where cells are by the reference, and by the one before it.
    pub(super) same_cells: Option<[CellGeometry; 2]>,
    /// How many tiles are not read yet, if some are not.
    pub(super) unread: Option<u32>,
    /// The cells to which tiles have given another class than the terrain of the map: the game has edited it since. `None` if tiles have
    /// written no cell.
    pub(super) classes: Option<Vec<(u32, Option<u8>)>>,
}

/// A tilemap of the map.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedTilemap {
    pub(super) id: NavId,
    pub(super) entity: Entity,
    pub(super) rect: CellRect,
    pub(super) height: f32,
    /// Whether its tiles are read. Always for `bevy_ecs_tilemap`, of which single tiles are counted.
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
