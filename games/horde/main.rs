//! A horde on one map: tens of thousands of agents stream to a base, and take other paths wherever a tower is built or removed.
//!
//! Every agent is a `PathRequest` with a `PathFollower`, every tower a `NavObstacle` with a `DangerSource`. The window shows what that
//! costs in figures; `--headless` prints them. See `cargo run --example horde -- --help`.

mod agent;
mod args;
mod board;
mod figures;
mod generate;
mod headless;
mod meter;
mod orders;
mod overlay;
mod plugin;
mod rules;
mod script;
mod site;
mod state_hash;
mod tally;
mod tower;
mod window;

#[cfg(test)]
mod tests;

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    let board = generate::board(args.seed);
    if kit::window::opens_window(args.headless) {
        window::run(&args, board)
    } else {
        headless::run(&args, board)
    }
}
