//! The pieces of one chunk of the map: which of its cells hang together without leaving it.

use crate::bit_flood::flood;

/// Side of a chunk in cells.
pub(crate) const SIDE: u32 = 16;
/// Cells of a chunk.
pub(crate) const CELLS: usize = (SIDE * SIDE) as usize;
/// The most pieces that a chunk can have: every other cell alone.
pub(crate) const MOST: usize = CELLS / 2;
/// In place of the number of a piece.
pub(crate) const WALL: u8 = 0;

/// For each cell of a chunk, row-major, the number of its piece, counted from 1 in the order of their lowest cells.
pub(crate) type Pieces = [u8; CELLS];

/// The free cells of a chunk, a row of bits each.
pub(crate) type Rows = [u32; SIDE as usize];

/// The pieces that free cells make.
pub(crate) fn number(mut open: Rows, corners: bool) -> Pieces {
    let mut pieces = [WALL; CELLS];
    let mut number = WALL;
    while let Some(row) = open.iter().position(|&cells| cells != 0) {
        number += 1;
        let mut piece = [0; SIDE as usize];
        piece[row] = open[row] & open[row].wrapping_neg();
        flood(&open, &mut piece, corners);
        for (y, mut cells) in piece.into_iter().enumerate() {
            open[y] &= !cells;
            while cells != 0 {
                pieces[y * SIDE as usize + cells.trailing_zeros() as usize] = number;
                cells &= cells - 1;
            }
        }
    }
    pieces
}

/// The free cells of a chunk of these pieces.
pub(crate) fn rows(pieces: &Pieces) -> Rows {
    let mut rows = [0; SIDE as usize];
    for (row, pieces) in rows.iter_mut().zip(pieces.chunks_exact(SIDE as usize)) {
        for (x, &piece) in pieces.iter().enumerate() {
            *row |= u32::from(piece != WALL) << x;
        }
    }
    rows
}

/// How many pieces there are.
pub(crate) fn count(pieces: &Pieces) -> usize {
    usize::from(pieces.iter().copied().max().unwrap_or(WALL))
}
