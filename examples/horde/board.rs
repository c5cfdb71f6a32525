//! The board: its terrain, where agents come from, and what they are after.

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The side of a cell in world units.
pub const CELL: f32 = 8.0;
/// Cells from side to side and from the bottom to the top: twice as wide as high, as the part of the window that shows it.
pub const SIZE: UVec2 = UVec2::new(512, 256);

/// Where agents come in.
#[derive(Clone)]
pub struct Spawn {
    /// The cell in its middle.
    pub middle: IVec2,
    /// All cells on which agents appear.
    pub cells: Vec<IVec2>,
}

impl Spawn {
    /// How far it reaches, in cells.
    pub const RADIUS: i32 = 9;
}

/// A map and what is where on it.
#[derive(Resource, Clone)]
pub struct Board {
    /// Class 0 is a wall, class n costs n.
    pub terrain: Grid,
    pub spawns: Vec<Spawn>,
    /// The middles of the gates between districts.
    pub gates: Vec<IVec2>,
    /// The cell in the middle of the base.
    pub base: IVec2,
}

impl Board {
    /// How many cells on each side of its middle the base covers.
    pub const BASE_RADIUS: i32 = 4;
    /// How near an agent comes to the middle of the base before it is in, in cells: beside the base.
    pub const BASE_RANGE: f32 = 6.5;
    /// How far towers must keep from the middle of the base, in cells.
    pub const BASE_CLEARANCE: i32 = 9;

    /// How cells lie in the world: the board round the origin.
    pub fn geometry() -> CellGeometry {
        let origin = -(SIZE.as_vec2() - 1.0) / 2.0 * CELL;
        CellGeometry::new(origin, Vec2::splat(CELL)).expect("cells have a size")
    }

    /// What the plugin finds ways on.
    pub fn nav_grid(&self) -> NavGrid {
        NavGrid::from_grid(self.terrain.clone(), Self::geometry())
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
