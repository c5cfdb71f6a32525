//! Agents on a graph of waypoints: a town whose streets a grid helper lays, country roads, some of them one-way or muddy.
//!
//! The window shows what the last search of the white agent examined in red and its path in white. `--headless` runs it without a window
//! and checks it. See `cargo run --example waypoints -- --help`.

mod agents;
mod args;
mod comparison;
mod headless;
mod network;
mod roads;
mod window;

use args::Args;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    if kit::window::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
