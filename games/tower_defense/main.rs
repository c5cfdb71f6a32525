//! Motherboard, a tower defence inside a computer: viruses cross it to its processor, round the towers of the player.
//!
//! Every virus is a `PathRequest` with a `PathFollower`; every tower is a `NavObstacle` with a `DangerSource`. The rest is a game.
//! See `cargo run --example tower_defense -- --help` for how to run it without a window or let it play by itself.

mod args;
mod board;
mod bullet;
mod demo;
mod difficulty;
mod game;
mod headless;
mod hunt;
mod orders;
mod overlay;
mod plugin;
mod probe;
mod records;
mod script;
mod site;
mod summary;
mod toll;
mod tower;
mod virus;
mod waves;
mod window;

#[cfg(test)]
mod tests;

use args::Args;
use board::Board;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    let board = match Board::load(args.map) {
        Ok(board) => board,
        Err(reason) => return platform::fail(&reason),
    };
    if kit::window::opens_window(args.headless) {
        window::run(&args, board)
    } else {
        headless::run(&args, board)
    }
}
