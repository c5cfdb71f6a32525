//! What a user puts on tilemaps and tiles: the terrain classes.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes a tilemap navigable: a table from texture index to terrain class.
///
/// Put it on the entity with the tilemap of `bevy_ecs_tilemap` (feature `tilemap`), of whatever type: square, hexagonal or isometric; or
/// with the `TilemapChunk` and its `TilemapChunkTileData` of Bevy (feature `tilemap_chunk`). Cells are the positions of tiles. A tile of the
/// former with [`NavTile`] has the class that it names. Cells without a tile are walls.
///
/// `Staggered` of `bevy_ecs_tilemap` is not the zigzag that Tiled calls staggered, but a sheared `Diamond`: its
/// [issue 622](https://github.com/StarArawn/bevy_ecs_tilemap/issues/622). Agents walk on what it draws.
///
/// Several tilemaps of one size at one place are layers of one map. [`LayerRule`](crate::LayerRule) says how they are merged: by default a
/// wall in any layer wins, otherwise the highest class. Leave `NavTilemap` off layers that say nothing about the ground, such as decoration.
/// A tilemap of another type, size or tile size or at another place than the first is left out, and the log names it and its value. The
/// first is the one with the lowest entity index when there was no map, and stays the first as long as it is navigable.
///
/// Chunks differ: each may have a size and a place of its own, side by side or on top of each other, as long as their tiles lie on one grid.
/// The map is the smallest rectangle around all of them, and is made anew if that grows or shrinks. (0, 0) is its lower left cell; use
/// positions instead of cells where chunks come and go. A tile without data says nothing, whatever its visibility. While a tilemap of
/// `bevy_ecs_tilemap` or a grid from [`NavGrid::from_grid`](crate::NavGrid::from_grid) is the map, chunks wait, and the log says so.
///
/// A tile outside its map is left out. Of two tiles on one cell of one tilemap a wall counts, otherwise the highest class. The log names
/// the first of each kind.
///
/// If the tilemap moves, turns or is scaled, agents that are its children move with it and go on with their step. All others stay where they
/// are in the world, as obstacles and danger sources do, and find another path from the tile in which they are then; in a wall they walk
/// out of it first.
///
/// The plugin follows the tiles as they are added, changed, moved and despawned, in the same frame; call nothing. Only the tiles of a new
/// tilemap may take several frames, if they are more than
/// [`load_cells_per_frame`](crate::PathfindingSettings::load_cells_per_frame). Meanwhile
/// [`NavGrid::is_loading`](crate::NavGrid::is_loading) is true, there is no map, and requests wait. If another layer comes or goes on such
/// a map, agents walk on the map as it was until all tiles are read; so it is with tiles that change meanwhile.
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
/// Insert it yourself, or let a [`DeriveNavTilePlugin`](crate::DeriveNavTilePlugin) derive it from another component of the tile.
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
    /// The classes of texture 0, 1, 2 and so on. Textures beyond the list are walls.
    #[must_use]
    pub fn from_textures(classes: impl IntoIterator<Item = u8>) -> Self {
        Self { classes: classes.into_iter().map(Some).collect(), other: Some(0) }
    }

    /// The classes that a function returns for the first `textures` textures. Tiles for whose texture it returns `None` say nothing about
    /// the ground, as if they were not there, and so do those of textures beyond.
    #[must_use]
    pub fn from_fn(textures: u32, class: impl FnMut(u32) -> Option<u8>) -> Self {
        Self { classes: (0..textures).map(class).collect(), other: None }
    }

    /// Every texture has this class.
    #[must_use]
    pub const fn uniform(class: u8) -> Self {
        Self { classes: Vec::new(), other: Some(class) }
    }

    /// No texture has a class: only tiles with [`NavTile`] count.
    #[must_use]
    pub const fn from_tiles() -> Self {
        Self { classes: Vec::new(), other: None }
    }

    /// Sets the class of all textures beyond the list.
    #[must_use]
    pub const fn with_others(mut self, class: u8) -> Self {
        self.other = Some(class);
        self
    }

    /// The class of a texture, by its index. `None` if tiles of this texture say nothing about the ground.
    #[must_use]
    pub fn class_of(&self, texture: u32) -> Option<u8> {
        self.classes.get(texture as usize).copied().unwrap_or(self.other)
    }
}
