//! Tiles of every shape: squares, the six layouts of hexagons and the two isometric ones of `bevy_ecs_tilemap`. Viruses walk from tile to
//! tile, round a tower. Tab shows the next layout.
//!
//! With `--features debug` the debug overlay of the plugin is on show: F1 to F10 show and hide its layers, a click selects an agent. See
//! `cargo run --example layouts -- --help`.

mod args;
mod crates;
mod headless;
mod layout;
mod look;
#[cfg(feature = "debug")]
mod overlay;
#[cfg(not(feature = "debug"))]
#[path = "plain.rs"]
mod overlay;
mod tour;
mod window;

use args::Args;
use kit::platform;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = platform::args();
    if kit::window::opens_window(args.headless) { window::run(args) } else { headless::run(&args) }
}
