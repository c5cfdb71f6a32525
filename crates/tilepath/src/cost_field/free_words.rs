//! Which cells round a cell are free, for 64 cells at a time, and what follows from that for runs and sweeps.

use super::bit_words::{from_above, from_below};
use crate::ground::{
    DiagonalRule, Rule,
    directions::{between, opposite, parts},
};

/// The free cells of a row: a word, between the word before it and the word behind it.
pub(super) type RowPart = [u64; 3];

/// For each of the eight directions of which of 64 cells the neighbour is free.
pub(super) struct FreeAround([u64; 8]);

impl FreeAround {
    /// By the free cells of three rows, the lowest first.
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

    /// Whose neighbours are all free.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        self.0.iter().fold(u64::MAX, |all, free| all & free)
    }

    /// The neighbours of one cell that are free, as a set of directions.
    #[inline]
    pub(super) fn set_at(&self, bit: usize) -> u8 {
        let mut set = 0;
        for (direction, free) in self.0.iter().enumerate() {
            set |= ((free >> bit & 1) as u8) << direction;
        }
        set
    }

    /// At which free cells a run in a straight direction may have to turn, because an obstacle beside it ends.
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

    /// At which free cells round which costs are uniform a sweep in a direction stops or turns.
    #[inline]
    pub(super) const fn stops_sweep<R: Rule>(&self, direction: usize) -> u64 {
        let free = &self.0;
        if R::STRAIGHT_ONLY {
            return !free[direction];
        }
        let (row, column) = parts(direction);
        let illegal = !(free[direction] & R::RULE.allowed(free[row], free[column]));
        illegal | self.turns::<R>(row, opposite(column)) | self.turns::<R>(column, opposite(row))
    }

    /// Where a diagonal opens behind an obstacle that is passed.
    #[inline]
    const fn turns<R: Rule>(&self, along: usize, behind: usize) -> u64 {
        let free = &self.0;
        !free[behind] & free[between(along, behind)] & R::RULE.allowed(free[along], 0)
    }
}
