//! The board: its terrain, the spawns of the agents, and their base.

use crate::{choice::TILE, stage::Piece};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Width and height in cells: twice as wide as high, about like the part of the window that shows the board.
pub const SIZE: UVec2 = UVec2::new(512, 256);

/// Where agents come in.
#[derive(Clone)]
pub struct Spawn {
    /// The cell at its center.
    pub middle: IVec2,
    /// All cells on which agents appear.
    pub cells: Vec<IVec2>,
}

impl Spawn {
    /// Its radius in cells.
    pub const RADIUS: i32 = 9;
}

/// The goal of the horde.
#[derive(Component)]
#[require(Piece)]
pub struct Base;

/// A map, with its gates, spawns and base.
#[derive(Resource, Clone)]
pub struct Board {
    /// Class 0 is a wall, class n costs n.
    pub terrain: Grid,
    pub spawns: Vec<Spawn>,
    /// The center cells of the gates between districts.
    pub gates: Vec<IVec2>,
    /// The center cell of the base.
    pub base: IVec2,
}

impl Board {
    /// Cells that the base covers on each side of its center.
    pub const BASE_RADIUS: i32 = 4;
    /// How near to the center of the base an agent has reached it, in cells: beside the base.
    pub const BASE_RANGE: f32 = 6.5;
    /// How far towers must keep from the center of the base, in cells.
    pub const BASE_CLEARANCE: i32 = 9;

    /// How cells lie in the world. The board is centered on the origin.
    pub fn geometry() -> CellGeometry {
        let origin = -(SIZE.as_vec2() - 1.0) / 2.0 * TILE;
        CellGeometry::new(origin, Vec2::splat(TILE)).expect("cells have a size")
    }

    /// The map for the plugin.
    pub fn nav_grid(&self) -> NavGrid {
        NavGrid::from_grid(self.terrain.clone(), Self::geometry())
    }

    /// The components of the base.
    pub fn base_bundle(&self) -> impl Bundle {
        let side = (2 * Self::BASE_RADIUS + 1) as f32;
        let at = Self::geometry().center_of(self.base).extend(0.0);
        (Base, Transform::from_translation(at), NavObstacle::rect(Vec2::splat(side)))
    }

    /// The routes that must stay open: from each spawn to the nearest cell south of the base.
    pub fn routes(&self) -> impl Iterator<Item = Route> {
        let goal = self.base - IVec2::new(0, Self::BASE_RADIUS + 1);
        self.spawns.iter().map(move |spawn| Route::new(spawn.middle, goal))
    }
}

/// All cells of the board, row by row from the bottom.
pub fn all_cells() -> impl Iterator<Item = IVec2> {
    let size = SIZE.as_ivec2();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
}
