//! Diamonds in the two layouts of `bevy_ecs_tilemap`.

use super::tour::Layout;
use bevy::math::Vec2;
use bevy_ecs_tilemap::prelude::{IsoCoordSystem, TilemapType};
use bevy_tilepath::CellGeometry;

/// Both layouts, by their names in `bevy_ecs_tilemap`.
pub const DIAMONDS: [Layout; 2] = [
    of_diamonds("Diamond", IsoCoordSystem::Diamond),
    // Not the zigzag that Tiled calls staggered: each row starts half a tile further right.
    of_diamonds("Staggered", IsoCoordSystem::Staggered),
];

const fn of_diamonds(name: &'static str, system: IsoCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::diamond(Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Isometric(system), tile: Vec2::new(64.0, 32.0), cell }
}
