//! Games that go back by some frames and play them again, as netcode does it, are the games that never went back.

#[cfg(feature = "tilemap_chunk")]
mod chunks;
mod games;
mod library;
#[path = "../../support/rolled_back_game.rs"]
mod rolled_back_game;
mod tiles;
