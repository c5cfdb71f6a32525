//! What holds for tilemaps of every kind: the classes of tiles, and how layers become one map.

mod layer_rule;
mod merger;
mod nav_tilemap;
mod tile_log;

pub use layer_rule::LayerRule;
pub(super) use merger::{CellTiles, Merger};
pub use nav_tilemap::{NavTile, NavTilemap};
pub(super) use tile_log::TileLog;
