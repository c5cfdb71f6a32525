//! Every type of tilemap: cells, walks, obstacles and danger, against the tile centres of `bevy_ecs_tilemap`.

mod footprints;
mod geometry;
mod moving_maps;
mod tiles;
mod walks;

pub use tiles::TYPES;
