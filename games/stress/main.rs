//! A stress test of agents: a horde on one goal field, among towers that come and go, and the test scenes for crowds: corridors, doors,
//! crossings, rings, and jams in narrow places.
//!
//! Every agent is a `PathRequest` with a `PathFollower`, every tower a `NavObstacle` with a `DangerSource`. With `CrowdAgent` each agent keeps
//! its cell to itself and gives way; without it all walk through each other. Arrows or clicks choose the scene and the number of agents. See
//! `cargo run --example stress -- --help`.

mod agent;
mod arena;
mod args;
mod choice;
mod figures;
mod headless;
mod horde;
mod overlay;
mod plugin;
mod stage;
mod systems;
#[cfg(test)]
mod tests;
mod window;

use args::Args;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    if kit::window::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
