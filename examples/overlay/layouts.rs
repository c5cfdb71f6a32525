//! Tiles of every shape.

use crate::shared::tour::Layout;
use bevy::math::Vec2;
use bevy_ecs_tilemap::prelude::{HexCoordSystem, IsoCoordSystem, TilemapType};
use bevy_tilepath::{CellGeometry, tilepath::HexLayout};

pub const ALL: [Layout; 9] = [
    Layout {
        name: "Square",
        map_type: TilemapType::Square,
        tile: Vec2::splat(48.0),
        cell: |tile| CellGeometry::new(Vec2::ZERO, tile),
    },
    in_rows("RowOdd", HexCoordSystem::RowOdd),
    in_rows("RowEven", HexCoordSystem::RowEven),
    in_rows("Row", HexCoordSystem::Row),
    in_columns("ColumnOdd", HexCoordSystem::ColumnOdd),
    in_columns("ColumnEven", HexCoordSystem::ColumnEven),
    in_columns("Column", HexCoordSystem::Column),
    of_diamonds("Diamond", IsoCoordSystem::Diamond),
    of_diamonds("Staggered", IsoCoordSystem::Staggered),
];

const fn in_rows(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: Vec2::new(52.0, 60.0), cell }
}

const fn in_columns(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddColumns, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: Vec2::new(60.0, 52.0), cell }
}

const fn of_diamonds(name: &'static str, system: IsoCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::diamond(Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Isometric(system), tile: Vec2::new(64.0, 32.0), cell }
}
