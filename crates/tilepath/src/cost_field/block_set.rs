//! Sets of blocks, as a [`BlockClock`] counts them.

use super::block_clock::{BlockClock, BlockRect, MOST_BLOCKS};

/// A set of blocks: a row of bits for each row of blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockSet {
    rows: [u64; MOST_BLOCKS],
    /// The lowest and the highest row that is not empty.
    low: u8,
    high: u8,
}

impl BlockSet {
    /// No block.
    pub(crate) const EMPTY: Self = Self { rows: [0; MOST_BLOCKS], low: u8::MAX, high: 0 };

    /// The blocks of cells at padded coordinates.
    pub(crate) fn of_cells(clock: &BlockClock, cells: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let mut set = Self::EMPTY;
        for [x, y] in cells {
            let [column, row] = clock.block(x, y);
            set.rows[usize::from(row)] |= 1 << column;
            (set.low, set.high) = (set.low.min(row), set.high.max(row));
        }
        set
    }

    /// Returns whether any block of a rectangle is in the set.
    #[inline(always)]
    pub(crate) fn touches(&self, BlockRect([left, low, right, high]): BlockRect) -> bool {
        let (low, high) = (low.max(self.low), high.min(self.high));
        let columns = u64::MAX << left & u64::MAX >> (MOST_BLOCKS as u8 - 1 - right);
        (low..=high).any(|row| self.rows[usize::from(row)] & columns != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_touches_the_set_if_it_holds_any_of_its_blocks() {
        let mut random = fastrand::Rng::with_seed(31);
        let mut touched = 0;
        for _ in 0..2000 {
            let (width, height) = (random.usize(3..400), random.usize(3..400));
            let clock = BlockClock::new(width, height);
            let mut cell = || [random.usize(..width), random.usize(..height)];
            let cells = [cell(), cell(), cell()];
            let (a, b) = (cell(), cell());
            let (min, max) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
            let rect = clock.blocks(min, max);
            let set = BlockSet::of_cells(&clock, cells);
            let BlockRect([left, low, right, high]) = rect;
            let blocks = cells.map(|[x, y]| clock.block(x, y));
            let expected = blocks
                .iter()
                .any(|[column, row]| (left..=right).contains(column) && (low..=high).contains(row));
            assert_eq!(set.touches(rect), expected);
            assert!(!BlockSet::EMPTY.touches(rect));
            touched += usize::from(expected);
        }
        assert!((400..1600).contains(&touched), "{touched}");
    }
}
