//! Lines of cells along the directions of sweeps, with a bit for each cell that a sweep must look at.

use crate::ground::{DiagonalRule, Moves};

/// For each cell and each direction of sweeps: whether a sweep that comes to the cell must look at it. Sweeps go along diagonals, or up and
/// down columns if there are no diagonals. They skip all other cells, whole words at a time.
#[derive(Clone, Debug)]
pub(crate) struct SweepLines {
    /// Rising diagonals or columns, then falling diagonals. For 64 cells: the bits of sweeps up the line, then the bits of sweeps down the
    /// line. On hexagons: rows, columns, falling diagonals. Sweeps go only one way along each of these lines, so there is one word for 64
    /// cells.
    words: [Vec<u64>; 3],
    /// Whether sweeps go both ways.
    both_ways: bool,
    /// For each set of lines, the number of words of one line.
    strides: [usize; 3],
    /// On hexagons, the x + y of the first falling diagonal.
    first_slant: usize,
    moves: Moves,
    /// The number of cells of a column.
    height: usize,
    /// A mask for the number of a word in its line. On a wide map, a diagonal crosses few of the words of a row: only these words are
    /// stored, as a ring.
    ring: usize,
}

/// The set of lines, the line, the cell along it, and 0 for up or 1 for down.
struct LinePosition {
    lines: usize,
    line: usize,
    cell: usize,
    side: usize,
}

impl SweepLines {
    /// Lines over a rectangle of cells. Sweeps stop at every cell. On hexagons, `slants` is the x + y of the first falling diagonal, and
    /// the number of falling diagonals.
    pub(crate) fn new(width: usize, height: usize, moves: Moves, slants: (usize, usize)) -> Self {
        let (first_slant, slants) = slants;
        let both_ways = moves != Moves::Hex;
        let line = |lines: usize, length: usize| {
            vec![u64::MAX; (lines * length.div_ceil(64)) << u32::from(both_ways)]
        };
        if moves == Moves::Square(DiagonalRule::Never) {
            let strides = [height.div_ceil(64); 3];
            let words = [line(width, height), Vec::new(), Vec::new()];
            return Self { words, both_ways, strides, first_slant, moves, height, ring: usize::MAX };
        }
        if moves == Moves::Hex {
            let strides = [width, height, height].map(|length| length.div_ceil(64));
            let words = [line(height, width), line(width, height), line(slants, height)];
            return Self { words, both_ways, strides, first_slant, moves, height, ring: usize::MAX };
        }
        let (whole, crossed) = (width.div_ceil(64), (height.div_ceil(64) + 1).next_power_of_two());
        let (stride, ring) = if crossed < whole { (crossed, crossed - 1) } else { (whole, usize::MAX) };
        let diagonals = || line(width + height, stride * 64);
        Self {
            words: [diagonals(), diagonals(), Vec::new()],
            both_ways,
            strides: [stride; 3],
            first_slant,
            moves,
            height,
            ring,
        }
    }

    /// The directions of sweeps: north and south, or the four diagonals, or on hexagons the primary directions.
    pub(crate) const fn directions(&self) -> &'static [usize] {
        match self.moves {
            Moves::Hex => &[0, 3, 5],
            Moves::Square(DiagonalRule::Never) => &[1, 3],
            Moves::Square(_) => &[4, 5, 6, 7],
        }
    }

    /// The directions of the sweeps that send runs to a side.
    pub(crate) const fn crossing(&self, side: usize) -> &'static [usize] {
        match (self.moves, side) {
            (Moves::Hex, 1) => &[0, 5],
            (Moves::Hex, 2) => &[3, 5],
            (Moves::Hex, 7) => &[0, 3],
            (Moves::Hex, _) => &[],
            (Moves::Square(DiagonalRule::Never), 0 | 2) => &[1, 3],
            (Moves::Square(DiagonalRule::Never), _) => &[],
            (_, 0) => &[4, 7],
            (_, 1) => &[4, 5],
            (_, 2) => &[5, 6],
            _ => &[6, 7],
        }
    }

    #[inline]
    const fn place(&self, x: usize, y: usize, direction: usize) -> LinePosition {
        match direction {
            0 => LinePosition { lines: 0, line: y, cell: x, side: 0 },
            3 if matches!(self.moves, Moves::Hex) => LinePosition { lines: 1, line: x, cell: y, side: 1 },
            5 if matches!(self.moves, Moves::Hex) => {
                LinePosition { lines: 2, line: x + y - self.first_slant, cell: y, side: 0 }
            }
            1 => LinePosition { lines: 0, line: x, cell: y, side: 0 },
            3 => LinePosition { lines: 0, line: x, cell: y, side: 1 },
            4 => LinePosition { lines: 0, line: x + self.height - y, cell: x, side: 0 },
            6 => LinePosition { lines: 0, line: x + self.height - y, cell: x, side: 1 },
            7 => LinePosition { lines: 1, line: x + y, cell: x, side: 0 },
            _ => LinePosition { lines: 1, line: x + y, cell: x, side: 1 },
        }
    }

    /// Sets the bits of 64 cells of a line. `lines` is 0 for rising diagonals and columns, 1 for falling diagonals. `side` is 0 for sweeps
    /// up the line, 1 for sweeps down the line. At least one of the cells must be on the map.
    #[inline]
    pub(crate) fn set_side(&mut self, lines: usize, line: usize, word: usize, side: usize, bits: u64) {
        let at = self.at(lines, line, word, side);
        self.words[lines][at] = bits;
    }

    /// The index of a word of a line in `words`.
    #[inline(always)]
    const fn at(&self, lines: usize, line: usize, word: usize, side: usize) -> usize {
        let word = line * self.strides[lines] + (word & self.ring);
        if self.both_ways { 2 * word + side } else { word }
    }

    pub(crate) fn set(&mut self, x: usize, y: usize, direction: usize, value: bool) {
        let LinePosition { lines, line, cell, side } = self.place(x, y, direction);
        let at = self.at(lines, line, cell / 64, side);
        let word = &mut self.words[lines][at];
        *word = *word & !(1 << (cell % 64)) | u64::from(value) << (cell % 64);
    }

    /// The number of steps of a sweep from a cell to the next cell that it must look at, at least 1.
    #[inline]
    pub(crate) fn steps(&self, x: usize, y: usize, direction: usize) -> usize {
        let LinePosition { lines, line, cell, side } = self.place(x, y, direction);
        let (bits, start) = (&self.words[lines], line * self.strides[lines]);
        let (shift, place) = if self.both_ways { (1, side) } else { (0, 0) };
        let words = |word: usize| bits[((start + (word & self.ring)) << shift) + place];
        let mut word = cell / 64;
        let here = words(word);
        let bit = (cell % 64) as u32;
        if side == 0 {
            let above = (here >> bit) >> 1;
            if above != 0 {
                return above.trailing_zeros() as usize + 1;
            }
            let mut passed = 64 - bit as usize;
            loop {
                word += 1;
                let above = words(word);
                if above != 0 {
                    return passed + above.trailing_zeros() as usize;
                }
                passed += 64;
            }
        }
        let below = (here << (63 - bit)) << 1;
        if below != 0 {
            return below.leading_zeros() as usize + 1;
        }
        let mut passed = bit as usize + 1;
        loop {
            word -= 1;
            let below = words(word);
            if below != 0 {
                return passed + below.leading_zeros() as usize;
            }
            passed += 64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::directions::{hex_sides, sides};

    #[test]
    fn sweeps_cross_the_sides_that_they_run_off_to() {
        let squares = [DiagonalRule::Never, DiagonalRule::Always].map(|rule| (Moves::Square(rule), 0..4));
        for (moves, runs) in squares.into_iter().chain([(Moves::Hex, 0..8)]) {
            let lines = SweepLines::new(5, 5, moves, (0, 10));
            for side in runs {
                let sides = if moves == Moves::Hex { hex_sides } else { sides };
                let crossing =
                    lines.directions().iter().filter(|&&direction| sides(direction).contains(&side));
                assert!(crossing.eq(lines.crossing(side)));
            }
        }
    }

    #[test]
    fn sweeps_stop_where_a_walk_along_their_line_stops() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..60 {
            let (width, height) = (random.usize(3..400), random.usize(3..150));
            let moves = [Moves::Square(DiagonalRule::Never), Moves::Square(DiagonalRule::Always), Moves::Hex]
                [round % 3];
            let mut lines = SweepLines::new(width, height, moves, (0, width + height));
            let mut stops = vec![[true; 8]; width * height];
            for y in 1..height - 1 {
                for x in 1..width - 1 {
                    for &direction in lines.directions() {
                        let stop = random.u8(0..30) == 0;
                        stops[y * width + x][direction] = stop;
                        lines.set(x, y, direction, stop);
                    }
                }
            }
            for _ in 0..200 {
                let (x, y) = (random.usize(1..width - 1), random.usize(1..height - 1));
                for (direction, dx, dy) in
                    [(0, 1, 0), (1, 0, 1), (3, 0, -1), (4, 1, 1), (5, -1, 1), (6, -1, -1), (7, 1, -1)]
                {
                    if lines.directions().contains(&direction) {
                        let stops = |step: &usize| {
                            let step = *step as isize;
                            let at = (y as isize + dy * step) * width as isize + x as isize + dx * step;
                            stops[at as usize][direction]
                        };
                        assert_eq!(lines.steps(x, y, direction), (1..).find(stops).unwrap());
                    }
                }
            }
        }
    }
}
