//! Hexagons in the six layouts of `bevy_ecs_tilemap`: viruses walk from tile to tile, round a tower. Tab shows the next layout.

use kit::{hexagons::HEXAGONS, tour_main};
use std::process::ExitCode;

fn main() -> ExitCode {
    tour_main::run("Hexagons", &HEXAGONS)
}
