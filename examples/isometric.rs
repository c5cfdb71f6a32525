//! The two isometric layouts of `bevy_ecs_tilemap`, `Diamond` and `Staggered`: viruses walk from tile to tile, round a tower. Tab shows
//! the other layout.

/// The shared parts that this example uses.
#[path = "shared"]
mod shared {
    pub mod args;
    pub mod assets;
    pub mod cell;
    pub mod diamonds;
    pub mod display;
    pub mod fnv;
    pub mod headless;
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

use shared::{diamonds::DIAMONDS, tour_main};
use std::process::ExitCode;

fn main() -> ExitCode {
    tour_main::run("Diamonds", &DIAMONDS)
}
