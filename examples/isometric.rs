//! The two isometric layouts of `bevy_ecs_tilemap`, `Diamond` and `Staggered`: viruses walk from tile to tile, round a tower. Tab shows
//! the other layout.

/// The shared parts that this example uses.
#[path = "shared"]
mod shared {
    pub mod args;
    pub mod assets;
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

use bevy::math::Vec2;
use bevy_ecs_tilemap::prelude::{IsoCoordSystem, TilemapType};
use bevy_tilepath::CellGeometry;
use shared::{tour::Layout, tour_main};
use std::process::ExitCode;

const LAYOUTS: [Layout; 2] = [
    of_diamonds("Diamond", IsoCoordSystem::Diamond),
    // Not the zigzag that Tiled calls staggered: each row starts half a tile further right.
    of_diamonds("Staggered", IsoCoordSystem::Staggered),
];

const fn of_diamonds(name: &'static str, system: IsoCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::diamond(Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Isometric(system), tile: Vec2::new(64.0, 32.0), cell }
}

fn main() -> ExitCode {
    tour_main::run("Diamonds", &LAYOUTS)
}
