//! A tower defence for two players with rollback netcode, by bevy_ggrs. Both players run in this program, each with an app and a world of its
//! own, and send each other nothing but clicks, which are late. The window shows both games side by side.
//!
//! Every click takes effect at once in the game of its own player. When it arrives at the other one, that game goes back to the frame of the
//! click, paths, danger and crowds with it, and plays again up to the present. See
//! `cargo run -p netcode --example netcode -- --help`.
//!
//! What a game of your own needs is in `player.rs`.

mod args;
mod board;
mod bot;
mod build;
mod duel;
mod enemy;
mod game;
mod headless;
mod input;
mod player;
mod plugin;
mod tower;
mod view;
mod window;

#[cfg(test)]
mod tests;

use args::Args;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    if kit::window::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
