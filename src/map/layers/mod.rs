//! What holds for tilemaps of every kind: the classes of tiles, and how layers become one map.

mod cells;
mod layer_rule;
mod left_out;
mod merger;
mod nav_tilemap;

pub(super) use cells::{warn_of_walls, write_cells};
pub use layer_rule::LayerRule;
pub(super) use left_out::LeftOut;
pub(super) use merger::{CellTiles, Merger};
pub use nav_tilemap::{NavTile, NavTilemap};
