//! The debug overlay on a small game: terrain, danger, regions, goal fields, edits, waypoints, paths and searches, on tiles of every shape.
//!
//! F1 to F10 show and hide the layers, a click selects an agent. See `cargo run --features debug --example overlay -- --help`.

mod args;
mod bars;
mod extras;
mod headless;
mod layouts;
mod window;

/// The shared parts that this example uses.
#[path = "../shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod cell;
    pub mod diamonds;
    pub mod display;
    pub mod fnv;
    pub mod headless;
    pub mod hexagons;
    pub mod screenshot;
    pub mod size;
    pub mod tile_art;
    pub mod tour;
    pub mod tour_look;
    pub mod window;
}

use args::Args;
use shared::tour::{Layouts, Tour};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Args = argh::from_env();
    let layouts = match Layouts::named(&layouts::ALL, &args.layout) {
        Ok(layouts) => layouts,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let tour = Tour { layouts, send: None };
    if shared::display::opens_window(args.headless) { window::run(&args, tour) } else { headless::run(tour) }
}
