//! Tilemaps of `bevy_ecs_tilemap`: which of them are navigable, and how their tiles become terrain.

mod changed_tiles;
mod derive_nav_tile;
mod layer;
#[cfg(feature = "serialize")]
mod saved;
mod sync;
mod tile_index;

pub use derive_nav_tile::DeriveNavTilePlugin;
#[cfg(feature = "serialize")]
pub(super) use saved::{load_tiles, saved_tiles};
pub(super) use sync::{Missing, PARTS, add_systems};
