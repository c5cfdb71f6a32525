//! What holds for tilemaps of every kind: the classes of tiles, and how layers become one map.

mod layer_rule;
mod log;
mod merger;
mod nav_tilemap;

pub use layer_rule::LayerRule;
pub(super) use log::{LeftOut, warn_of_walls};
pub(super) use merger::{CellTiles, Merger, write_cells};
pub use nav_tilemap::{NavTile, NavTilemap};
