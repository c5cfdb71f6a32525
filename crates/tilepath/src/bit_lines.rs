//! Lines of cells with a few bits each, scanned 64 cells at a time.

/// The bits of 64 cells of a line, side by side, so that what a scan finds is in the cache line that it looked at.
pub(crate) type Bits = [u64; 4];

/// The kinds of bits, as indices into [`Bits`].
pub(crate) mod kind {
    /// A run up the line must stop here.
    pub(crate) const STOP_UP: usize = 0;
    /// A run down the line must stop here.
    pub(crate) const STOP_DOWN: usize = 1;
    /// A wall.
    pub(crate) const WALL: usize = 2;
    /// The free cells here and round about differ in weight.
    pub(crate) const MIXED: usize = 3;
}

/// A rectangle of cells, line by line, with a margin round it in which all bits are set, so that every scan ends.
#[derive(Clone, Debug)]
pub(crate) struct BitLines {
    words: Vec<Bits>,
    /// Words of one line.
    stride: usize,
}

/// Cells before the first of a line.
const MARGIN: usize = 64;

impl BitLines {
    /// `lines` lines of `length` cells, all bits set.
    pub(crate) fn all_set(lines: usize, length: usize) -> Self {
        let stride = (MARGIN + length).div_ceil(64) + 1;
        Self { words: vec![[u64::MAX; 4]; stride * lines], stride }
    }

    #[inline]
    const fn at(&self, line: usize, cell: usize) -> (usize, u32) {
        let bit = cell + MARGIN;
        (line * self.stride + bit / 64, (bit % 64) as u32)
    }

    #[inline]
    pub(crate) fn set(&mut self, line: usize, cell: usize, kind: usize, value: bool) {
        let (word, bit) = self.at(line, cell);
        let word = &mut self.words[word][kind];
        *word = *word & !(1 << bit) | u64::from(value) << bit;
    }

    #[inline]
    pub(crate) fn get(&self, line: usize, cell: usize, kind: usize) -> bool {
        let (word, bit) = self.at(line, cell);
        self.words[word][kind] >> bit & 1 == 1
    }

    /// How far up the line the next stop is, at least 1, and whether it is a wall.
    #[inline]
    pub(crate) fn run_up(&self, line: usize, cell: usize) -> (usize, bool) {
        let (mut word, bit) = self.at(line, cell);
        let mut here = &self.words[word];
        // The cells above this one, the next being bit 0.
        let above = (here[kind::STOP_UP] >> bit) >> 1;
        if above != 0 {
            let steps = above.trailing_zeros() + 1;
            return (steps as usize, here[kind::WALL] >> (bit + steps) & 1 == 1);
        }
        let mut passed = 64 - bit as usize;
        loop {
            word += 1;
            here = &self.words[word];
            if here[kind::STOP_UP] != 0 {
                let stop = here[kind::STOP_UP].trailing_zeros();
                return (passed + stop as usize, here[kind::WALL] >> stop & 1 == 1);
            }
            passed += 64;
        }
    }

    /// How far down the line the next stop is, at least 1, and whether it is a wall.
    #[inline]
    pub(crate) fn run_down(&self, line: usize, cell: usize) -> (usize, bool) {
        let (mut word, bit) = self.at(line, cell);
        let mut here = &self.words[word];
        // The cells below this one, the next being the highest bit.
        let below = (here[kind::STOP_DOWN] << (63 - bit)) << 1;
        if below != 0 {
            let steps = below.leading_zeros() + 1;
            return (steps as usize, here[kind::WALL] >> (bit - steps) & 1 == 1);
        }
        let mut passed = bit as usize + 1;
        loop {
            word -= 1;
            here = &self.words[word];
            if here[kind::STOP_DOWN] != 0 {
                let skipped = here[kind::STOP_DOWN].leading_zeros();
                return (passed + skipped as usize, here[kind::WALL] << skipped >> 63 == 1);
            }
            passed += 64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_stop_where_a_walk_stops() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let (lines, length) = (random.usize(1..4), random.usize(1..300));
            let density = random.u8(1..60);
            let cells: Vec<Vec<[bool; 4]>> = (0..lines)
                .map(|_| (0..length).map(|_| [(); 4].map(|()| random.u8(0..100) < density)).collect())
                .collect();
            let mut scanned = BitLines::all_set(lines, length);
            for (line, cells) in cells.iter().enumerate() {
                for (at, bits) in cells.iter().enumerate() {
                    (0..4).for_each(|kind| scanned.set(line, at, kind, bits[kind]));
                }
            }
            for _ in 0..50 {
                let (line, cell) = (random.usize(0..lines), random.usize(0..length));
                let is_wall = |at: usize| cells[line].get(at).is_none_or(|bits| bits[kind::WALL]);
                let up = (cell + 1..length).find(|&at| cells[line][at][kind::STOP_UP]).unwrap_or(length);
                assert_eq!(scanned.run_up(line, cell), (up - cell, is_wall(up)));
                let down = (0..cell).rev().find(|&at| cells[line][at][kind::STOP_DOWN]);
                let steps = down.map_or(cell + 1, |at| cell - at);
                assert_eq!(scanned.run_down(line, cell), (steps, down.is_none_or(is_wall)));
                assert_eq!(scanned.get(line, cell, kind::MIXED), cells[line][cell][kind::MIXED]);
            }
        }
    }
}
