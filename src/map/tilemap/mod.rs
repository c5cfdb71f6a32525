//! Tilemaps of `bevy_ecs_tilemap`: which of them are navigable, and how their tiles become terrain.

mod changed_tiles;
mod layer;
mod nav_tile_plugin;
mod sync;
mod tile_index;
mod tile_log;

pub use nav_tile_plugin::NavTilePlugin;
pub(super) use sync::{NoTilemap, PARTS, add_systems};
