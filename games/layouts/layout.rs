//! Tilemaps of every type: squares, hexagons in six layouts, diamonds in two.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{CellGeometry, CellGeometryError, tilepath::HexLayout};
use kit::tilemap::Tiles;
use std::str::FromStr;

/// A type of tilemap, and the size of its tiles in world units.
pub struct Layout {
    /// The name in `bevy_ecs_tilemap`.
    pub name: &'static str,
    /// The type of tilemap.
    pub map_type: TilemapType,
    /// The size of a tile in world units.
    pub tile: Vec2,
    /// A cell at the origin.
    pub cell: fn(Vec2) -> Result<CellGeometry, CellGeometryError>,
}

/// Which of the layouts is on show.
#[derive(Resource, Clone, Default)]
pub struct Layouts {
    shown: usize,
}

/// The size of the map in tiles.
pub const SIZE: UVec2 = UVec2::new(24, 14);
/// Hexagons in rows have a corner up, those in columns an edge.
const IN_ROWS: Vec2 = Vec2::new(52.0, 60.0);
const IN_COLUMNS: Vec2 = Vec2::new(60.0, 52.0);

/// All layouts.
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
    // Not the zigzag that Tiled calls staggered: each row starts half a tile further right.
    of_diamonds("Staggered", IsoCoordSystem::Staggered),
];

const fn in_rows(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: IN_ROWS, cell }
}

const fn in_columns(name: &'static str, system: HexCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::hex(HexLayout::OddColumns, Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Hexagon(system), tile: IN_COLUMNS, cell }
}

const fn of_diamonds(name: &'static str, system: IsoCoordSystem) -> Layout {
    let cell = |tile| CellGeometry::diamond(Vec2::ZERO, tile);
    Layout { name, map_type: TilemapType::Isometric(system), tile: Vec2::new(64.0, 32.0), cell }
}

impl Layouts {
    /// The layout on show.
    pub fn shown(&self) -> &'static Layout {
        &ALL[self.shown]
    }

    /// Shows the next layout, after the last the first.
    pub fn show_next(&mut self) {
        self.shown = (self.shown + 1) % ALL.len();
    }
}

impl FromStr for Layouts {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let shown = ALL.iter().position(|layout| layout.name.eq_ignore_ascii_case(name));
        let names = || ALL.each_ref().map(|layout| layout.name).join(", ");
        shown
            .map(|shown| Self { shown })
            .ok_or_else(|| format!("there is no layout {name:?}: give one of {}", names()))
    }
}

impl Layout {
    /// The tiles of the map.
    pub const fn tiles(&self) -> Tiles {
        Tiles { size: SIZE, tile: self.tile, map_type: self.map_type }
    }

    /// The cell (0, 0), with its centre at the origin.
    pub fn cell(&self) -> CellGeometry {
        (self.cell)(self.tile).expect("tiles have a size")
    }

    /// The centre of a tile, by the tilemap.
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        self.tiles().center_of(cell)
    }

    /// The width and height of the whole map.
    pub fn extent(&self) -> Vec2 {
        let far = SIZE.as_ivec2() - 1;
        let corners = [IVec2::ZERO, far, far.with_x(0), far.with_y(0)].map(|cell| self.center_of(cell).abs());
        corners.into_iter().fold(Vec2::ZERO, Vec2::max) * 2.0 + self.tile * 2.0
    }
}
