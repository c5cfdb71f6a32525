//! A horde on one map: tens of thousands of agents stream to a base, and go other ways wherever towers are put up or taken down.
//!
//! Every agent is a `PathRequest` with a `PathFollower`, every tower a `NavObstacle` with a `DangerSource`. The figures of what that
//! takes are on the screen; `--headless` prints them. `cargo run --example horde -- --help` tells the rest.

mod agent;
mod args;
mod board;
mod figures;
mod generate;
mod headless;
mod meter;
mod noise;
mod orders;
mod probe;
mod rules;
mod script;
mod site;
mod state_hash;
mod tally;
mod tower;

use args::Args;
use board::Board;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::read();
    let board = Board::generate(args.seed);
    headless::run(&args, board)
}
