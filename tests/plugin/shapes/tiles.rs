//! A tilemap, and the centres of its tiles as `bevy_ecs_tilemap` computes them. All else follows from distances between centres.

use crate::support::*;
use bevy::math::{Affine2, Vec3A};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// All types of tilemaps.
pub const TYPES: [TilemapType; 9] = [
    TilemapType::Square,
    TilemapType::Hexagon(HexCoordSystem::Row),
    TilemapType::Hexagon(HexCoordSystem::RowEven),
    TilemapType::Hexagon(HexCoordSystem::RowOdd),
    TilemapType::Hexagon(HexCoordSystem::Column),
    TilemapType::Hexagon(HexCoordSystem::ColumnEven),
    TilemapType::Hexagon(HexCoordSystem::ColumnOdd),
    TilemapType::Isometric(IsoCoordSystem::Diamond),
    TilemapType::Isometric(IsoCoordSystem::Staggered),
];

/// A tilemap and where it is.
#[derive(Clone, Copy)]
pub struct Tiles {
    pub size: TilemapSize,
    pub grid: TilemapGridSize,
    pub tile: TilemapTileSize,
    pub map_type: TilemapType,
    pub anchor: TilemapAnchor,
    pub transform: Transform,
}

/// √3 / 2.
const PITCH: f32 = 0.866_025_4;

impl Tiles {
    /// A map of this type at the origin, with tiles that are wider than high.
    pub fn new(map_type: TilemapType, width: u32, height: u32) -> Self {
        Self {
            size: TilemapSize::new(width, height),
            grid: TilemapGridSize::new(24.0, 16.0),
            tile: TilemapTileSize::new(24.0, 16.0),
            map_type,
            anchor: TilemapAnchor::None,
            transform: Transform::default(),
        }
    }

    pub fn bundle(&self) -> impl Bundle {
        (self.size, self.grid, self.tile, self.map_type, self.anchor, self.transform)
    }

    /// Spawns the map with a class for each cell, and shows it to the plugin.
    pub fn spawn(&self, app: &mut App, class: impl Fn(IVec2) -> u32) -> Entity {
        let map = app.world_mut().spawn((self.bundle(), NavTilemap::from_textures(0..=9))).id();
        for cell in self.cells() {
            spawn_tile(app, map, cell.x as u32, cell.y as u32, class(cell));
        }
        app.update();
        map
    }

    pub fn cells(&self) -> impl Iterator<Item = IVec2> + Clone + use<> {
        let Self { size, .. } = *self;
        (0..size.y).flat_map(move |y| (0..size.x).map(move |x| UVec2::new(x, y).as_ivec2()))
    }

    /// The centre of a tile in the world.
    pub fn center(&self, cell: IVec2) -> Vec2 {
        let tile = TilePos::new(cell.x as u32, cell.y as u32);
        let local = tile.center_in_world(&self.size, &self.grid, &self.tile, &self.map_type, &self.anchor);
        self.affine().transform_point2(local)
    }

    fn affine(&self) -> Affine2 {
        let affine = self.transform.compute_affine();
        let flat = |column: Vec3A| column.truncate();
        let [x, y] = [flat(affine.matrix3.x_axis), flat(affine.matrix3.y_axis)];
        Affine2::from_cols(x, y, flat(affine.translation))
    }

    /// A point of the world where tiles are regular and the centres of two that share an edge are 1 apart.
    pub fn in_tiles(&self, world: Vec2) -> Vec2 {
        let local = self.affine().inverse().transform_point2(world) / Vec2::new(self.grid.x, self.grid.y);
        match self.map_type {
            TilemapType::Square => local,
            TilemapType::Hexagon(_) if self.is_in_columns() => Vec2::new(local.x * PITCH / 0.75, local.y),
            TilemapType::Hexagon(_) => Vec2::new(local.x, local.y * PITCH / 0.75),
            TilemapType::Isometric(_) => Vec2::new(local.x - local.y, local.x + local.y),
        }
    }

    /// The distance between two points of the world in tiles.
    pub fn distance(&self, a: Vec2, b: Vec2) -> f32 {
        self.in_tiles(a).distance(self.in_tiles(b))
    }

    /// How far a point of the world is inside a tile, in tiles; below 0 outside.
    pub fn depth_in(&self, cell: IVec2, world: Vec2) -> f32 {
        let offset = self.in_tiles(world) - self.in_tiles(self.center(cell));
        let edges = match self.map_type {
            TilemapType::Hexagon(_) if self.is_in_columns() => {
                vec![Vec2::Y, Vec2::new(PITCH, 0.5), Vec2::new(PITCH, -0.5)]
            }
            TilemapType::Hexagon(_) => vec![Vec2::X, Vec2::new(0.5, PITCH), Vec2::new(0.5, -PITCH)],
            _ => vec![Vec2::X, Vec2::Y],
        };
        edges.into_iter().map(|edge| 0.5 - edge.dot(offset).abs()).fold(f32::MAX, f32::min)
    }

    pub const fn is_hex(&self) -> bool {
        matches!(self.map_type, TilemapType::Hexagon(_))
    }

    const fn is_in_columns(&self) -> bool {
        use HexCoordSystem::{Column, ColumnEven, ColumnOdd};
        matches!(self.map_type, TilemapType::Hexagon(Column | ColumnEven | ColumnOdd))
    }
}
