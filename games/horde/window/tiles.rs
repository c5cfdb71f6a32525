//! Which tile of the tileset each cell shows.

use crate::board::{Board, all_cells};
use bevy::prelude::*;
use kit::blob::{mask_of, masks};

/// The side of a tile in the tileset, in pixels.
pub const TILE: u32 = 32;
/// Plain floor, the plainest first.
const FLOOR: [u8; 7] = [0, 1, 2, 3, 25, 26, 27];
/// The first of 47 tiles of chips, and of pools of slow ground: one for each set of neighbours of the same kind.
const CHIP: u8 = 28;
const POOL: u8 = 75;
/// The opacity of a shallow pool over the floor.
const SHALLOW: u8 = 120;

/// Four bytes of each cell, row by row from the bottom: the floor, the tile over it, the opacity of that, and 1 for a wall.
pub fn of_cells(board: &Board) -> Vec<u8> {
    let masks: Vec<u8> = masks().collect();
    let number_of = |mask: u8| masks.binary_search(&mask).unwrap_or(0) as u8;
    let mut dice = fastrand::Rng::with_seed(7);
    let class = |cell: IVec2| board.terrain.class(cell).unwrap_or(0);
    let tile = |cell: IVec2| {
        // Nine of ten cells are plain.
        let floor = if dice.u8(..10) > 0 { 0 } else { dice.choice(FLOOR).unwrap_or(0) };
        match class(cell) {
            0 => [floor, CHIP + number_of(mask_of(|step| class(cell + step) == 0)), u8::MAX, 1],
            1 => [floor, floor, 0, 0],
            depth => {
                let pool = POOL + number_of(mask_of(|step| class(cell + step) >= 2));
                [floor, pool, if depth == 2 { SHALLOW } else { u8::MAX }, 0]
            }
        }
    };
    all_cells().flat_map(tile).collect()
}
