//! Sets of blocks of a [`BlockClock`].

use super::block_clock::{BlockClock, BlockRect, MOST_BLOCKS};

/// A set of blocks.
#[derive(Clone, Debug)]
pub(crate) enum BlockSet {
    Empty,
    /// One block, as column and row.
    One([u8; 2]),
    /// A set of bits for each row of blocks.
    Rows(Box<BlockRows>),
}

#[derive(Clone, Debug)]
pub(crate) struct BlockRows {
    rows: [u64; MOST_BLOCKS],
    /// The lowest and the highest row that is not empty.
    low: u8,
    high: u8,
}

impl BlockSet {
    /// The blocks of cells at padded coordinates.
    pub(crate) fn of_cells(clock: &BlockClock, cells: &[[u32; 2]]) -> Self {
        let block = |&[x, y]: &[u32; 2]| clock.block(x as usize, y as usize);
        match cells {
            [] => Self::Empty,
            [cell] => Self::One(block(cell)),
            _ => {
                let mut set = BlockRows { rows: [0; MOST_BLOCKS], low: u8::MAX, high: 0 };
                for [column, row] in cells.iter().map(block) {
                    set.rows[usize::from(row)] |= 1 << column;
                    (set.low, set.high) = (set.low.min(row), set.high.max(row));
                }
                Self::Rows(Box::new(set))
            }
        }
    }

    /// Returns whether any block of a rectangle is in the set.
    #[inline(always)]
    pub(crate) fn touches(&self, rect: BlockRect) -> bool {
        let BlockRect([left, low, right, high]) = rect;
        match self {
            Self::Empty => false,
            Self::One([column, row]) => left <= *column && *column <= right && low <= *row && *row <= high,
            Self::Rows(set) => set.touch(rect),
        }
    }
}

impl BlockRows {
    #[inline(never)]
    fn touch(&self, BlockRect([left, low, right, high]): BlockRect) -> bool {
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
            let cell = |random: &mut fastrand::Rng| [random.usize(..width), random.usize(..height)];
            let cells = [cell(&mut random), cell(&mut random), cell(&mut random)];
            let (a, b) = (cell(&mut random), cell(&mut random));
            let (min, max) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
            let rect = clock.blocks(min, max);
            let count = random.usize(0..=3);
            let cells = &cells.map(|cell| cell.map(|at| at as u32))[..count];
            let set = BlockSet::of_cells(&clock, cells);
            let BlockRect([left, low, right, high]) = rect;
            let expected = cells
                .iter()
                .map(|&[x, y]| clock.block(x as usize, y as usize))
                .any(|[column, row]| (left..=right).contains(&column) && (low..=high).contains(&row));
            assert_eq!(set.touches(rect), expected);
            touched += usize::from(expected);
        }
        assert!((300..1700).contains(&touched), "{touched}");
    }
}
