//! Bevy's own tilemap: four `TilemapChunk`s side by side are one map. Viruses cross it while a gate opens and closes.
//!
//! It needs no other tilemap crate: `cargo run --example bevy_chunk --no-default-features --features tilemap_chunk`.

mod args;
mod board;
mod headless;
mod tally;
mod virus;
mod window;

/// The shared parts that this example uses.
#[path = "../shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod cell;
    pub mod display;
    pub mod fnv;
    pub mod headless;
    pub mod screenshot;
    pub mod window;
}

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    if shared::display::opens_window(args.headless) { window::run(&args) } else { headless::run(&args) }
}
