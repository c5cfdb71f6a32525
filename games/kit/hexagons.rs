//! Hexagons in the six layouts of `bevy_ecs_tilemap`.

use super::tour::Layout;
use bevy::math::Vec2;
use bevy_ecs_tilemap::prelude::{HexCoordSystem, TilemapType};
use bevy_tilepath::{CellGeometry, tilepath::HexLayout};

/// Hexagons in rows have a corner up, those in columns an edge.
const IN_ROWS: Vec2 = Vec2::new(52.0, 60.0);
const IN_COLUMNS: Vec2 = Vec2::new(60.0, 52.0);

/// All six layouts, by their names in `bevy_ecs_tilemap`.
pub const HEXAGONS: [Layout; 6] = [
    in_rows("RowOdd", HexCoordSystem::RowOdd),
    in_rows("RowEven", HexCoordSystem::RowEven),
    in_rows("Row", HexCoordSystem::Row),
    in_columns("ColumnOdd", HexCoordSystem::ColumnOdd),
    in_columns("ColumnEven", HexCoordSystem::ColumnEven),
    in_columns("Column", HexCoordSystem::Column),
];

const fn in_rows(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: IN_ROWS, cell }
}

const fn in_columns(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddColumns, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: IN_COLUMNS, cell }
}
