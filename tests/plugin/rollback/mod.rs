//! Games that go back by some frames and play them again, as netcode does it, are the games that never went back. And games in which everything
//! happens are the same in every schedule.

#[cfg(feature = "tilemap_chunk")]
mod chunks;
mod fixed_update;
mod games;
mod left_futures;
mod library;
mod planes;
#[path = "../../support/rolled_back_game.rs"]
mod rolled_back_game;
mod tiles;

#[cfg(feature = "serialize")]
pub use games::game_with as game_in_which_all_happens;
#[cfg(feature = "serialize")]
pub use library::Game;
