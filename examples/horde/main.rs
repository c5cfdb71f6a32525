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
mod window;

use args::Args;
use board::Board;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::read();
    let board = Board::generate(args.seed);
    if args.headless {
        headless::run(&args, board)
    } else if has_display() {
        window::run(&args, board)
    } else {
        eprintln!("There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): running headless.");
        headless::run(&args, board)
    }
}

/// Whether a window can be opened, as far as that can be told beforehand.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
