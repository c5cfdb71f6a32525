//! The two isometric layouts of `bevy_ecs_tilemap`, `Diamond` and `Staggered`: viruses walk from tile to tile, round a tower. Tab shows
//! the other layout.

use kit::{diamonds::DIAMONDS, tour_main};
use std::process::ExitCode;

fn main() -> ExitCode {
    tour_main::run("Diamonds", &DIAMONDS)
}
