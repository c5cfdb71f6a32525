//! Bevy's own tilemap: four `TilemapChunk`s side by side are one map. Viruses cross it while a gate opens and closes.
//!
//! It needs no other tilemap crate. Run: `cargo run --example bevy_chunk --features tilemap_chunk`.

mod args;
mod board;
mod headless;
mod tally;
mod virus;
mod window;

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    if kit::window::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
