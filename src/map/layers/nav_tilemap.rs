//! What a user puts on tilemaps and tiles: the terrain classes.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes a tilemap navigable: a table from texture index to terrain class.
///
/// Put it on the entity that has
///
/// - the tilemap of `bevy_ecs_tilemap` (feature `tilemap`) of any type: square, hexagonal or isometric; or
/// - Bevy's `TilemapChunk` with its `TilemapChunkTileData` (feature `tilemap_chunk`).
///
/// Cells are the positions of tiles. A cell without a tile is a wall. A tile of `bevy_ecs_tilemap` with [`NavTile`] has the class of its
/// `NavTile`.
///
/// `Staggered` of `bevy_ecs_tilemap` is not the zigzag that Tiled calls staggered, but a sheared `Diamond` (see its [issue
/// 622](https://github.com/StarArawn/bevy_ecs_tilemap/issues/622)). Agents walk on what it draws.
///
/// Tilemaps of the same size at the same place are layers of one map. [`LayerRule`](crate::LayerRule) says how they are merged: by default
/// a wall in any layer wins, otherwise the highest class. Leave `NavTilemap` off layers that say nothing about the ground, such as
/// decoration. A tilemap is left out if its type, size, tile size or place differs from that of the first tilemap; the log names the
/// tilemap and the value. The first tilemap is the one with the lowest entity index when there was no map. It stays the first as long as it
/// is navigable.
///
/// Chunks differ: each may have its own size and place, side by side or on top of each other, as long as their tiles lie on one grid. The
/// map is the smallest rectangle around all chunks, and is made again if this rectangle grows or shrinks. Its lower left cell is (0, 0); if
/// chunks come and go, use positions instead of cells. A tile without data says nothing, whatever its visibility. Chunks wait while the map
/// is a tilemap of `bevy_ecs_tilemap` or a grid from [`NavGrid::from_grid`](crate::NavGrid::from_grid), and the log says so.
///
/// A tile outside its map is left out. If two tiles of one tilemap are on the same cell, a wall counts, otherwise the highest class. The
/// log names the first of each such mistake.
///
/// If the tilemap moves, turns or is scaled, agents that are its children move with it and go on with their step. All other agents,
/// obstacles and danger sources stay where they are in the world. Agents then find another path from the tile in which they are; if this is
/// a wall, they walk out of it first.
///
/// The plugin follows the tiles as they are added, changed, moved and despawned, in the same frame: there is no function to call. Only a
/// new tilemap may take several frames, if it has more than [`load_cells_per_frame`](crate::PathfindingSettings::load_cells_per_frame)
/// tiles. Meanwhile there is no map, [`NavGrid::is_loading`](crate::NavGrid::is_loading) is true, and requests wait. If another layer is
/// added to such a map or removed from it, agents walk on the old map until all tiles are read. A tile that changes meanwhile also takes
/// effect only then.
#[derive(Component, Clone, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct NavTilemap {
    classes: Vec<Option<u8>>,
    other: Option<u8>,
}

/// The terrain class of one tile. It replaces the class of the tile's texture.
///
/// Insert it yourself, or let [`DeriveNavTilePlugin`](crate::DeriveNavTilePlugin) derive it from another component of the tile.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct NavTile(
    /// The class; 0 is a wall in the default profile.
    pub u8,
);

impl NavTilemap {
    /// A table from a list: the first class is for texture index 0, the second for texture index 1, and so on. Textures beyond
    /// the list are walls.
    #[must_use]
    pub fn from_textures(classes: impl IntoIterator<Item = u8>) -> Self {
        Self { classes: classes.into_iter().map(Some).collect(), other: Some(0) }
    }

    /// A table from a function, which is called for the texture indices 0 to `textures - 1`. If the function returns `None`,
    /// tiles with this texture are ignored, as if they were not there. Tiles with a texture index from `textures` up are ignored,
    /// too.
    #[must_use]
    pub fn from_fn(textures: u32, class: impl FnMut(u32) -> Option<u8>) -> Self {
        Self { classes: (0..textures).map(class).collect(), other: None }
    }

    /// A table that gives this class to every texture.
    #[must_use]
    pub const fn uniform(class: u8) -> Self {
        Self { classes: Vec::new(), other: Some(class) }
    }

    /// A table without classes: tiles without a [`NavTile`] are ignored, as if they were not there.
    #[must_use]
    pub const fn from_tiles() -> Self {
        Self { classes: Vec::new(), other: None }
    }

    /// Sets the class of all texture indices beyond the end of the table.
    #[must_use]
    pub const fn with_others(mut self, class: u8) -> Self {
        self.other = Some(class);
        self
    }

    /// The class for a texture index. `None` means that tiles with this texture are ignored, as if they were not there.
    #[must_use]
    pub fn class_of(&self, texture: u32) -> Option<u8> {
        self.classes.get(texture as usize).copied().unwrap_or(self.other)
    }
}
