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

/// The shared parts that this example uses.
#[path = "../shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod cell;
    pub mod clock;
    pub mod display;
    pub mod fnv;
    pub mod headless;
    pub mod hud;
    pub mod screenshot;
    pub mod window;
}

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    if shared::display::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
