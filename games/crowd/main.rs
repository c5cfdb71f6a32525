//! Crowds in the arrangements that games test: corridors, doors, crossings, rings. With `CrowdAgent` each agent keeps its cell to itself and
//! gives way; without it all walk through each other. O switches between the two. C lets crowds count as danger, K lets several share a cell.
//!
//! Arrows or clicks choose the arrangement and the number of agents. See `cargo run --example crowd -- --help`.

mod agent;
mod args;
mod choice;
mod figures;
mod headless;
mod plugin;
mod stage;
#[cfg(test)]
mod tests;
mod window;

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    if kit::window::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
