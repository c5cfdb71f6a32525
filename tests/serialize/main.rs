//! What is saved and loaded again: components and resources by themselves, and whole games in mid-walk.

#[cfg(feature = "tilemap_chunk")]
mod chunks;
mod components;
mod example;
mod mid_walk;
mod moving_tiles;
mod named;
#[path = "../support/rolled_back_game.rs"]
mod rolled_back_game;
mod tiles;
