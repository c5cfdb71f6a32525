//! Hexagons in the six layouts of `bevy_ecs_tilemap`: viruses walk from tile to tile, round a tower. Tab shows the next layout.

/// The shared parts that this example uses.
#[path = "shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod cell;
    pub mod display;
    pub mod fnv;
    pub mod headless;
    pub mod hexagons;
    pub mod screenshot;
    pub mod tile_art;
    pub mod tour;
    pub mod tour_headless;
    pub mod tour_look;
    pub mod tour_main;
    pub mod tour_window;
    pub mod wall_probe;
    pub mod window;
}

use shared::{hexagons::HEXAGONS, tour_main};
use std::process::ExitCode;

fn main() -> ExitCode {
    tour_main::run("Hexagons", &HEXAGONS)
}
