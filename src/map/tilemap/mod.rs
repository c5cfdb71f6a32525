//! Tilemaps of `bevy_ecs_tilemap`: which of them are navigable, and how their tiles become terrain.

mod changed_tiles;
mod layer;
mod sync;
mod tile_index;

pub(crate) use sync::add_tilemap_systems;
