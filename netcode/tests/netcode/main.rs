//! Games of the plugin that bevy_ggrs takes back.

mod app;
#[path = "../../../tests/support/rolled_back_game.rs"]
mod rolled_back_game;
mod sync_test;
mod two_players;
