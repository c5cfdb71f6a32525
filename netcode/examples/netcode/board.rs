//! The board: where rocks are, where enemies come from, and where they go.

use bevy::prelude::*;
use bevy_tilepath::{NavGrid, prelude::*};

/// The top row comes first. `#` is rock.
const MAP: [&[u8; 22]; 18] = [
    b"......................",
    b"......................",
    b"....##.......##.......",
    b"....##.......##.......",
    b"......................",
    b".........##...........",
    b".........##......#....",
    b"....#............#....",
    b"....#......##.........",
    b"....#......##.........",
    b"....#............#....",
    b".........##......#....",
    b".........##...........",
    b"......................",
    b"....##.......##.......",
    b"....##.......##.......",
    b"......................",
    b"......................",
];

/// The side of a tile, in world units.
pub const TILE: f32 = 28.0;
/// The number of tiles.
pub const SIZE: UVec2 = UVec2::new(22, 18);
/// The tile that enemies walk to.
pub const BASE: IVec2 = IVec2::new(20, 9);
/// The tiles on which enemies come in.
pub const SPAWNS: [IVec2; 2] = [IVec2::new(0, 13), IVec2::new(0, 4)];
/// The routes that towers must leave open.
pub const ROUTES: [Route; 2] = [Route::new(SPAWNS[0], BASE), Route::new(SPAWNS[1], BASE)];

/// Where the tiles are: the middle of the board is at the origin.
pub fn geometry() -> CellGeometry {
    CellGeometry::squares(TILE).expect("tiles with a size").centered(SIZE)
}

/// The map that enemies walk on.
pub fn nav_grid() -> NavGrid {
    let grid =
        Grid::from_rows(MAP.map(|row| row.map(|tile| u8::from(tile != b'#')))).expect("rows of one length");
    NavGrid::from_grid(grid, geometry())
}

/// All tiles, in rows from the bottom.
pub fn cells() -> impl Iterator<Item = IVec2> {
    (0..SIZE.y as i32).flat_map(|y| (0..SIZE.x as i32).map(move |x| IVec2::new(x, y)))
}
