//! Lines of cells with a few bits each, scanned 64 cells at a time.

/// The bits of 64 cells of a line, side by side, so that a scan finds all of them together.
#[derive(Clone, Copy, Debug)]
struct LineWord<const KINDS: usize>([u64; KINDS]);

/// The kinds of bits, as indices into [`LineWord`].
pub(crate) mod kind {
    /// A run up the line must stop here.
    pub(crate) const STOP_UP: usize = 0;
    /// A wall.
    pub(crate) const WALL: usize = 1;
    /// The free cells among this one and its eight neighbours differ in weight.
    pub(crate) const MIXED: usize = 2;
    /// A run down the line must stop here.
    pub(crate) const STOP_DOWN: usize = 3;
}

/// The number of kinds of bits on lines along which runs go up and down.
pub(super) const BOTH_WAYS: usize = 4;
/// The number of kinds of bits on lines along which runs only go up.
pub(super) const UP_ONLY: usize = 3;

/// A rectangle of cells, line by line. The first and the last cell of every line are walls, so that every scan ends.
#[derive(Clone, Debug)]
pub(crate) struct BitLines<const KINDS: usize = BOTH_WAYS> {
    words: Vec<LineWord<KINDS>>,
    /// The number of words of one line.
    stride: usize,
    /// For each line, the words that hold a stop of a run up, and of a run down: one bit per word, so that 64 words are scanned at a time.
    stops: Vec<[u64; 2]>,
    /// The number of words of `stops` for one line.
    stops_stride: usize,
}

impl<const KINDS: usize> BitLines<KINDS> {
    /// `lines` lines of `length` cells, all of them walls.
    pub(crate) fn walls(lines: usize, length: usize) -> Self {
        let stride = length.div_ceil(64);
        let mut wall = [0; KINDS];
        for (kind, bits) in wall.iter_mut().enumerate() {
            let holds = matches!(kind, kind::STOP_UP | kind::STOP_DOWN | kind::WALL);
            *bits = if holds { u64::MAX } else { 0 };
        }
        let stops_stride = stride.div_ceil(64);
        let stops = vec![[u64::MAX; 2]; stops_stride * lines];
        Self { words: vec![LineWord(wall); stride * lines], stride, stops, stops_stride }
    }

    #[inline]
    const fn at(&self, line: usize, cell: usize) -> (usize, u32) {
        (line * self.stride + cell / 64, (cell % 64) as u32)
    }

    #[inline]
    pub(crate) fn set(&mut self, line: usize, cell: usize, kind: usize, value: bool) {
        let (word, bit) = self.at(line, cell);
        let word = &mut self.words[word].0[kind];
        *word = *word & !(1 << bit) | u64::from(value) << bit;
        if let kind::STOP_UP | kind::STOP_DOWN = kind {
            let any = u64::from(*word != 0);
            let (stops, bit) = (line * self.stops_stride + cell / 4096, cell / 64 % 64);
            let stops = &mut self.stops[stops][usize::from(kind == kind::STOP_DOWN)];
            *stops = *stops & !(1 << bit) | any << bit;
        }
    }

    /// The number of words of one line.
    pub(crate) const fn words_of_line(&self) -> usize {
        self.stride
    }

    /// The bits of 64 cells.
    #[inline]
    pub(crate) fn word(&self, line: usize, word: usize, kind: usize) -> u64 {
        self.words[line * self.stride + word].0[kind]
    }

    /// Sets the bits of 64 cells of lines along which runs go both ways: stops up and down, walls, mixed cells.
    #[inline]
    pub(crate) fn set_word(&mut self, line: usize, word: usize, bits: [u64; 4]) {
        let known = &mut self.words[line * self.stride + word].0;
        let kinds = [kind::STOP_UP, kind::STOP_DOWN, kind::WALL, kind::MIXED];
        kinds.into_iter().zip(bits).for_each(|(kind, bits)| known[kind] = bits);
        let stops = &mut self.stops[line * self.stops_stride + word / 64];
        for (stops, bits) in stops.iter_mut().zip(bits) {
            *stops = *stops & !(1 << (word % 64)) | u64::from(bits != 0) << (word % 64);
        }
    }

    /// The first word of a line, from `word` on, that holds a stop of this kind.
    #[inline]
    fn word_above(&self, line: usize, word: usize, kind: usize) -> Option<usize> {
        let stops = &self.stops[line * self.stops_stride..(line + 1) * self.stops_stride];
        let mut at = word / 64;
        let side = usize::from(kind == kind::STOP_DOWN);
        let mut bits = stops.get(at)?[side] & (u64::MAX << (word % 64));
        while bits == 0 {
            at += 1;
            bits = stops.get(at)?[side];
        }
        Some(at * 64 + bits.trailing_zeros() as usize)
    }

    /// The last word of a line, up to `word`, that holds a stop of this kind.
    #[inline]
    fn word_below(&self, line: usize, word: usize, kind: usize) -> Option<usize> {
        let stops = &self.stops[line * self.stops_stride..(line + 1) * self.stops_stride];
        let mut at = word / 64;
        let side = usize::from(kind == kind::STOP_DOWN);
        let mut bits = stops[at][side] & (u64::MAX >> (63 - word % 64));
        while bits == 0 {
            at = at.checked_sub(1)?;
            bits = stops[at][side];
        }
        Some(at * 64 + bits.ilog2() as usize)
    }

    #[inline]
    pub(crate) fn get(&self, line: usize, cell: usize, kind: usize) -> bool {
        let (word, bit) = self.at(line, cell);
        self.words[word].0[kind] >> bit & 1 == 1
    }

    /// The number of steps up the line to the next stop, at least 1, and whether this stop is a wall.
    #[inline]
    pub(crate) fn run_up(&self, line: usize, cell: usize) -> (usize, bool) {
        let (word, bit) = self.at(line, cell);
        let here = &self.words[word].0;
        // The cells above this one, the next being bit 0.
        let above = (here[kind::STOP_UP] >> bit) >> 1;
        if above != 0 {
            let steps = above.trailing_zeros() + 1;
            return (steps as usize, here[kind::WALL] >> (bit + steps) & 1 == 1);
        }
        // The last cell of the line is a wall.
        let word = self.word_above(line, cell / 64 + 1, kind::STOP_UP).unwrap_or_default();
        let here = &self.words[line * self.stride + word].0;
        let stop = here[kind::STOP_UP].trailing_zeros();
        (word * 64 + stop as usize - cell, here[kind::WALL] >> stop & 1 == 1)
    }

    /// The number of steps down the line to the next stop, at least 1, and whether this stop is a wall.
    #[inline]
    pub(crate) fn run_down(&self, line: usize, cell: usize) -> (usize, bool) {
        let (word, bit) = self.at(line, cell);
        let here = &self.words[word].0;
        // The cells below this one, the next being the highest bit.
        let below = (here[kind::STOP_DOWN] << (63 - bit)) << 1;
        if below != 0 {
            let steps = below.leading_zeros() + 1;
            return (steps as usize, here[kind::WALL] >> (bit - steps) & 1 == 1);
        }
        // The first cell of the line is a wall.
        let word = self.word_below(line, cell / 64 - 1, kind::STOP_DOWN).unwrap_or_default();
        let here = &self.words[line * self.stride + word].0;
        let stop = here[kind::STOP_DOWN].ilog2();
        (cell - (word * 64 + stop as usize), here[kind::WALL] >> stop & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [usize; 3] = [kind::STOP_UP, kind::STOP_DOWN, kind::WALL];

    /// Random lines with walls at both ends, cell by cell: stop up, stop down, wall.
    fn random_cells(random: &mut fastrand::Rng, length: usize) -> Vec<[bool; 3]> {
        let density = random.u8(0..60) / random.u8(1..20);
        let mut cells: Vec<[bool; 3]> =
            (0..length).map(|_| [(); 3].map(|()| random.u8(0..100) < density)).collect();
        for cell in &mut cells {
            cell[0] |= cell[2];
            cell[1] |= cell[2];
        }
        cells[0] = [true; 3];
        cells[length - 1] = [true; 3];
        cells
    }

    fn check(scanned: &BitLines, line: usize, cells: &[[bool; 3]]) {
        for cell in 1..cells.len() - 1 {
            let up = (cell + 1..cells.len()).find(|&at| cells[at][0]).unwrap();
            let down = (0..cell).rev().find(|&at| cells[at][1]).unwrap();
            assert_eq!(scanned.run_up(line, cell), (up - cell, cells[up][2]));
            assert_eq!(scanned.run_down(line, cell), (cell - down, cells[down][2]));
        }
    }

    /// Checks that a line set word by word answers as one set cell by cell.
    fn check_words(scanned: &BitLines, line: usize, cells: &[[bool; 3]]) {
        let mut by_words: BitLines = BitLines::walls(line + 1, cells.len());
        for word in 0..scanned.words_of_line() {
            let kinds = [kind::STOP_UP, kind::STOP_DOWN, kind::WALL, kind::MIXED];
            by_words.set_word(line, word, kinds.map(|kind| scanned.word(line, word, kind)));
        }
        check(&by_words, line, cells);
        let stops = line * scanned.stops_stride..(line + 1) * scanned.stops_stride;
        assert_eq!(by_words.stops[stops.clone()], scanned.stops[stops]);
    }

    #[test]
    fn lines_that_keep_one_way_answer_as_those_that_keep_both() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..100 {
            let length = random.usize(3..300);
            let (mut both, mut up): (BitLines, BitLines<UP_ONLY>) =
                (BitLines::walls(1, length), BitLines::walls(1, length));
            for (at, bits) in random_cells(&mut random, length).into_iter().enumerate() {
                for (kind, bit) in [(kind::STOP_UP, bits[0]), (kind::WALL, bits[2])] {
                    both.set(0, at, kind, bit);
                    up.set(0, at, kind, bit);
                }
            }
            for cell in 1..length - 1 {
                assert_eq!(up.run_up(0, cell), both.run_up(0, cell));
            }
        }
    }

    #[test]
    fn runs_stop_where_a_walk_stops_whatever_is_edited() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..200 {
            let longest = if round % 20 == 0 { 9000 } else { 300 };
            let (lines, length) = (random.usize(1..4), random.usize(3..longest));
            let mut scanned: BitLines = BitLines::walls(lines, length);
            for line in 0..lines {
                let mut cells = random_cells(&mut random, length);
                for (at, bits) in cells.iter().enumerate() {
                    (0..3).for_each(|place| scanned.set(line, at, KINDS[place], bits[place]));
                }
                check(&scanned, line, &cells);
                check_words(&scanned, line, &cells);
                for _ in 0..20 {
                    let first = random.usize(1..length - 1);
                    let last = random.usize(first..length - 1).min(first + 5);
                    let other = random_cells(&mut random, length);
                    for at in first..=last {
                        cells[at] = other[at];
                        (0..3).for_each(|place| scanned.set(line, at, KINDS[place], cells[at][place]));
                    }
                    check(&scanned, line, &cells);
                }
            }
        }
    }
}
