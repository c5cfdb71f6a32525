//! Tiles of every shape.

use bevy::math::Vec2;
use bevy_ecs_tilemap::prelude::TilemapType;
use bevy_tilepath::CellGeometry;
use kit::{diamonds::DIAMONDS, hexagons::HEXAGONS, tour::Layout};

const SQUARES: Layout = Layout {
    name: "Square",
    map_type: TilemapType::Square,
    tile: Vec2::splat(48.0),
    cell: |tile| CellGeometry::new(Vec2::ZERO, tile),
};

pub const ALL: [Layout; 9] = {
    let ([a, b, c, d, e, f], [g, h]) = (HEXAGONS, DIAMONDS);
    [SQUARES, a, b, c, d, e, f, g, h]
};
