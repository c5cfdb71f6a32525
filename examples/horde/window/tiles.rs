//! Which tile of the tileset each cell shows.

use crate::board::{Board, all_cells};
use bevy::prelude::*;

/// The side of a tile in the tileset, in pixels.
pub const TILE: u32 = 32;
/// Plain floor, the plainest first.
const FLOOR: [u8; 7] = [0, 1, 2, 3, 25, 26, 27];
/// The first of 47 tiles of chips, and of pools of slow ground: one for each set of neighbours of the same kind.
const CHIP: u8 = 28;
const POOL: u8 = 75;
/// The opacity of a shallow pool over the floor.
const SHALLOW: u8 = 120;

/// The eight neighbours from the north clockwise, in the order of the bits of a mask.
const AROUND: [IVec2; 8] = [
    IVec2::new(0, 1),
    IVec2::new(1, 1),
    IVec2::new(1, 0),
    IVec2::new(1, -1),
    IVec2::new(0, -1),
    IVec2::new(-1, -1),
    IVec2::new(-1, 0),
    IVec2::new(-1, 1),
];

/// Four bytes of each cell, row by row from the bottom: the floor, the tile over it, the opacity of that, and 1 for a wall.
pub fn of_cells(board: &Board) -> Vec<u8> {
    let numbers = BlobNumbers::new();
    let mut dice = fastrand::Rng::with_seed(7);
    let class = |cell: IVec2| board.terrain.class(cell).unwrap_or(0);
    let tile = |cell: IVec2| {
        // Nine of ten cells are plain.
        let floor = if dice.u8(..10) > 0 { 0 } else { dice.choice(FLOOR).unwrap_or(0) };
        match class(cell) {
            0 => [floor, CHIP + numbers.of(|step| class(cell + step) == 0), u8::MAX, 1],
            1 => [floor, floor, 0, 0],
            depth => {
                let pool = POOL + numbers.of(|step| class(cell + step) >= 2);
                [floor, pool, if depth == 2 { SHALLOW } else { u8::MAX }, 0]
            }
        }
    };
    all_cells().flat_map(tile).collect()
}

/// The index of each mask of neighbours in a set of 47 tiles, which are in ascending order of their masks.
struct BlobNumbers([u8; 256]);

impl BlobNumbers {
    fn new() -> Self {
        let mut masks: Vec<u8> = (0..=u8::MAX).map(reduced).collect();
        masks.sort_unstable();
        masks.dedup();
        let number = |mask: usize| masks.binary_search(&reduced(mask as u8)).unwrap_or(0) as u8;
        Self(core::array::from_fn(number))
    }

    fn of(&self, is_same: impl Fn(IVec2) -> bool) -> u8 {
        let bits = AROUND.iter().enumerate().map(|(bit, &step)| u8::from(is_same(step)) << bit);
        self.0[usize::from(bits.sum::<u8>())]
    }
}

/// A corner counts only if both of its sides do.
fn reduced(mask: u8) -> u8 {
    let has = |bit: u32| mask & (1 << (bit % 8)) != 0;
    let corners = [1, 3, 5, 7].into_iter().filter(|&corner| !(has(corner - 1) && has(corner + 1)));
    corners.fold(mask, |mask, corner| mask & !(1 << corner))
}
