//! Tiles of an area that join: which of 47 shapes a tile has, by those of its eight neighbours that belong to the area, too.

use bevy::math::IVec2;

/// The neighbours of a cell by the bits of a mask, clockwise from above.
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

/// The mask of a cell whose neighbours, by their offsets, are the same or not.
pub fn mask_of(is_same: impl Fn(IVec2) -> bool) -> u8 {
    let bits = AROUND.iter().enumerate().map(|(bit, &offset)| u8::from(is_same(offset)) << bit);
    reduced(bits.sum())
}

/// All masks, ascending.
pub fn masks() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|&mask| reduced(mask) == mask)
}

/// A corner counts only if both sides beside it do.
fn reduced(mask: u8) -> u8 {
    let has = |bit: u32| mask & (1 << (bit % 8)) != 0;
    let corners = [1, 3, 5, 7].into_iter().filter(|&corner| !(has(corner - 1) && has(corner + 1)));
    corners.fold(mask, |mask, corner| mask & !(1 << corner))
}
