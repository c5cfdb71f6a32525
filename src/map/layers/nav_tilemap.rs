//! What a user puts on tilemaps and tiles: the terrain classes.

use super::tile_class::{InvalidTileClass, class_of_value};
use crate::nav_id::NavId;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt::Display;

/// Makes a tilemap navigable: says which terrain class each texture of its tiles has.
///
/// Insert the component into the entity that has one of these:
///
/// - a tilemap of `bevy_ecs_tilemap` of any type: square, hexagonal or isometric (feature `tilemap`)
/// - Bevy's `TilemapChunk` and `TilemapChunkTileData` (feature `tilemap_chunk`)
///
/// A cell of the map has the position of its tile in the first tilemap. A cell without a tile is a wall. In `bevy_ecs_tilemap`, a [`NavTile`] on a
/// tile replaces the class of the texture.
///
/// When tiles are added, changed, moved or despawned, the plugin updates the map in the same frame. You need not call a function.
///
/// # Layers and worlds
/// All navigable tilemaps make up one map. Where tilemaps overlap, they are layers: [`LayerRule`](crate::LayerRule) says how they are merged.
/// By default a cell is a wall if any layer has a wall there; otherwise the cell gets the highest class of its layers. Do not
/// insert `NavTilemap` into layers that say nothing about the ground, such as decoration.
///
/// Tilemaps may also lie side by side or far apart, and come and go at any time. Each may have its own size, but all tiles must lie on one
/// common grid, with cells of one shape. A tilemap that does not fit is left out, and the log names it and where it is.
///
/// - The cell of a tile follows from where it is in the world. The tilemap with the lowest [`NavId`] begins at cell (0, 0), or at its
///   [first cell](NavTilemap::with_first_cell). Cells keep their coordinates as long as any tilemap is left.
/// - The map is a rectangle around all tilemaps. It grows when tilemaps come, and does not shrink when they leave. When it grows, everything is
///   prepared again: a game that knows the bounds of its world declares them in
///   [`PathfindingSettings::bounds`](crate::PathfindingSettings::bounds), and a world without end moves them.
/// - Cells without a tilemap are walls. An agent that stands there because its tilemap has left waits until there is one again.
/// - A map has at most [`Grid::MAX_CELLS`](tilepath::Grid::MAX_CELLS) cells, with the cells between far-off tilemaps.
///
/// # Bevy's chunks
/// - `None` in the tile data means that there is no tile. `TileData::visible` makes no difference.
/// - The plugin ignores chunks while the map comes from `bevy_ecs_tilemap` or from
///   [`NavGrid::from_grid`](crate::NavGrid::from_grid). The log says so.
///
/// # Mistakes in tilemaps
/// The plugin ignores a tile outside its tilemap. If two tiles of one tilemap are on the same cell, a wall wins, otherwise the
/// higher class. The log names the first mistake of each kind in each tilemap.
///
/// # The plane
/// A tilemap lies in its own x/y plane, and its `GlobalTransform` says where that is in the world. It is projected to the
/// [plane](crate::Plane) of the settings. With [`Plane::Xz`](crate::Plane::Xz), turn the tilemap about the x axis by -90°. A tilemap that
/// stands perpendicular to the plane is left out, and the log names it.
///
/// # Moving the tilemap
/// If the tilemap is moved, rotated or scaled, agents that are its children move with it and walk on. All other agents, obstacles
/// and danger sources stay where they are in the world. These agents then get a new path, which begins at the tile where they are
/// now. An agent that is now in a wall first walks out of the wall.
///
/// # Large tilemaps
/// If a new tilemap has more than [`load_cells_per_frame`](crate::PathfindingSettings::load_cells_per_frame) tiles, the plugin
/// reads it over several frames. Until all tiles are read, there is no map, [`NavGrid::is_loading`](crate::NavGrid::is_loading)
/// is true, and requests wait. If there is a map already, agents walk on it as it was, and changes of tiles have no effect until then.
///
/// # Isometric maps
/// `Staggered` of `bevy_ecs_tilemap` is a sheared `Diamond`, and agents walk on it as it is drawn. It is not the zigzag layout
/// that Tiled calls staggered (see [issue 622](https://github.com/StarArawn/bevy_ecs_tilemap/issues/622)).
#[derive(Component, Clone, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(NavId)]
pub struct NavTilemap {
    classes: Vec<Option<u8>>,
    other: Option<u8>,
    /// The cell of its first tile, if it is the first tilemap of a map.
    #[reflect(default)]
    #[cfg_attr(feature = "serialize", serde(default))]
    first_cell: IVec2,
}

/// The terrain class of one tile of `bevy_ecs_tilemap`. It replaces the class that [`NavTilemap`] gives to the texture of the
/// tile.
///
/// Insert the component yourself, or let [`DeriveNavTilePlugin`](crate::DeriveNavTilePlugin) derive it from another component of
/// the tile.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
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

impl Default for NavTile {
    /// Class 1: plain ground in the default profile.
    fn default() -> Self {
        Self(1)
    }
}

impl Default for NavTilemap {
    /// A table that assigns class 1 (plain ground in the default profile) to every texture.
    fn default() -> Self {
        Self::uniform(1)
    }
}

impl NavTilemap {
    /// A table from a list: the first class is for texture index 0, the second for texture index 1, and so on. Textures beyond
    /// the list are walls.
    #[must_use]
    pub fn from_textures(classes: impl IntoIterator<Item = u8>) -> Self {
        Self::new(classes.into_iter().map(Some).collect(), Some(0))
    }

    /// A table from a function, which is called for the texture indices 0 to `textures - 1`. If the function returns `None`,
    /// tiles with this texture are ignored, as if they were not there. Tiles with a texture index from `textures` up are ignored,
    /// too.
    #[must_use]
    pub fn from_fn(textures: u32, class: impl FnMut(u32) -> Option<u8>) -> Self {
        Self::new((0..textures).map(class).collect(), None)
    }

    /// A table from a property that a map editor gives to the tiles of a tileset. The function is called for the texture indices 0 to
    /// `textures - 1`, and returns the value of the property, as a number or as text. If it returns `None`, the tile has no such property, and
    /// is ignored, as if it was not there.
    ///
    /// ```
    /// use bevy_tilepath::prelude::*;
    /// let costs = [Some("1"), None, Some("3")];
    /// let table = NavTilemap::from_property("move_cost", 3, |tile| costs[tile as usize])?;
    /// assert_eq!([0, 1, 2].map(|tile| table.class_of(tile)), [Some(1), None, Some(3)]);
    ///
    /// let error = NavTilemap::from_property("move_cost", 3, |_| Some("fast")).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"the property "move_cost" of tile 0 is "fast": a class is a whole number from 0 to 255"#
    /// );
    /// # Ok::<(), bevy_tilepath::InvalidTileClass>(())
    /// ```
    ///
    /// # Errors
    /// The first value that is no class, with its tile.
    pub fn from_property<V: Display>(
        property: &str,
        textures: u32,
        mut value: impl FnMut(u32) -> Option<V>,
    ) -> Result<Self, InvalidTileClass> {
        let class_of = |tile| value(tile).map(|value| class_of_value(property, tile, &value)).transpose();
        Ok(Self::new((0..textures).map(class_of).collect::<Result<_, _>>()?, None))
    }

    /// A table that gives this class to every texture.
    #[must_use]
    pub const fn uniform(class: u8) -> Self {
        Self::new(Vec::new(), Some(class))
    }

    /// A table without classes: tiles without a [`NavTile`] are ignored, as if they were not there.
    #[must_use]
    pub const fn from_tiles() -> Self {
        Self::new(Vec::new(), None)
    }

    const fn new(classes: Vec<Option<u8>>, other: Option<u8>) -> Self {
        Self { classes, other, first_cell: IVec2::ZERO }
    }

    /// Sets which cell the first tile of this tilemap is, (0, 0) by default. It counts if a map is made, for the tilemap with the lowest
    /// [`NavId`]: the places of all other tilemaps follow from where they are in the world. A game whose tilemaps are parts of one world gives
    /// each of them its cell, so that it does not matter which comes first.
    #[must_use]
    pub const fn with_first_cell(mut self, cell: IVec2) -> Self {
        self.first_cell = cell;
        self
    }

    /// Which cell the first tile of this tilemap is, if the tilemap is the first of a map.
    #[must_use]
    pub const fn first_cell(&self) -> IVec2 {
        self.first_cell
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
