//! A small real-time strategy on a tilemap: select units, send them, let workers gather from the nearest mine.
//!
//! Every unit is a `PathRequest` with a `PathFollower` and `CrowdAgent`, every building and mine a `NavObstacle`. See
//! `cargo run --example rts -- --help` for how to run it without a window.

mod args;
mod board;
mod gather;
mod generate;
mod headless;
mod orders;
mod plugin;
mod script;
mod site;
mod tally;
mod tiles;
mod trouble;
mod unit;
mod window;

#[cfg(test)]
mod tests;

use args::Args;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    let board = generate::board(args.seed);
    if kit::window::opens_window(args.headless) {
        window::run(&args, board)
    } else {
        headless::run(&args, board)
    }
}
