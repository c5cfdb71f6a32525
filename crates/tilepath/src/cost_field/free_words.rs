//! Which neighbours of a cell are free, for 64 cells at a time, and what follows for runs.

use super::bit_words::{from_above, from_below};
use crate::ground::{
    DiagonalRule, Rule,
    directions::{between, opposite},
};

/// The free cells of a row: the previous word, the word itself and the next word.
pub(super) type RowPart = [u64; 3];

/// For each of the eight directions, the cells of a word whose neighbour in this direction is free.
pub(super) struct FreeAround([u64; 8]);

impl FreeAround {
    /// From the free cells of three rows, the lowest first.
    #[inline]
    pub(super) const fn new([low, here, high]: [RowPart; 3]) -> Self {
        const fn east([_, word, above]: RowPart) -> u64 {
            from_above(word, above)
        }
        const fn west([below, word, _]: RowPart) -> u64 {
            from_below(below, word)
        }
        Self([east(here), high[1], west(here), low[1], east(high), west(high), west(low), east(low)])
    }

    /// The cells whose neighbours are all free.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        self.0.iter().fold(u64::MAX, |all, free| all & free)
    }

    /// The free neighbours of one cell, as a set of directions.
    #[inline]
    pub(super) fn set_at(&self, bit: usize) -> u8 {
        let mut set = 0;
        for (direction, free) in self.0.iter().enumerate() {
            set |= ((free >> bit & 1) as u8) << direction;
        }
        set
    }

    /// The free cells at which a run in a straight direction may have to turn, because an obstacle beside it ends (forced neighbours).
    #[inline]
    pub(super) const fn forced<R: Rule>(&self, direction: usize) -> u64 {
        let [left, right] = [(direction + 1) % 4, (direction + 3) % 4];
        self.forced_to::<R>(direction, left) | self.forced_to::<R>(direction, right)
    }

    #[inline]
    const fn forced_to<R: Rule>(&self, ahead: usize, side: usize) -> u64 {
        let free = &self.0;
        let corner = free[between(ahead, side)];
        // No run comes out of a wall.
        let arrives = free[opposite(ahead)];
        match R::RULE {
            // The turn is taken after the corner.
            DiagonalRule::Never | DiagonalRule::OnlyWhenNoObstacles => {
                arrives & free[side] & !free[between(opposite(ahead), side)]
            }
            // The corner is cut.
            DiagonalRule::IfAtMostOneObstacle => arrives & !free[side] & corner & free[ahead],
            DiagonalRule::Always => arrives & !free[side] & corner,
        }
    }
}
