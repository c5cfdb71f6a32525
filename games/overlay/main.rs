//! The debug overlay on a small game: terrain, danger, regions, goal fields, edits, waypoints, paths and searches, on tiles of every shape.
//!
//! F1 to F10 show and hide the layers, a click selects an agent. See `cargo run --features debug --example overlay -- --help`.

mod args;
mod bars;
mod extras;
mod headless;
mod layouts;
mod window;

use args::Args;
use kit::tour::{Layouts, Tour};
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
    if kit::window::opens_window(args.headless) { window::run(&args, tour) } else { headless::run(tour) }
}
