//! What holds for tilemaps of every kind: the classes of tiles, and how layers become one map.

mod arrangement;
mod layer_rule;
mod log;
mod map_of_tiles;
mod merger;
mod nav_tilemap;
#[cfg(feature = "serialize")]
mod saved;
#[cfg(feature = "serialize")]
mod saved_arrangement;
mod shown_map;
mod tile_class;
mod tile_classes;

pub(super) use arrangement::{Arrangement, Candidate, Candidates, Lookup, Rearranged, TilemapPlaces};
pub use layer_rule::LayerRule;
pub(super) use log::{LeftOut, warn_of_walls, why_flat};
pub(super) use merger::{CellTiles, Merger};
pub use nav_tilemap::{NavTile, NavTilemap};
pub(super) use shown_map::{MapShape, ShownMap, are_declared};
pub use tile_class::{IntoTileClass, InvalidTileClass};
#[cfg(feature = "serialize")]
pub(super) use tile_classes::TileClasses;
