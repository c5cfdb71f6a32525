//! The walls of a map, line by line, one bit per cell.

/// The walls of a map, line by line, 64 cells in a word. [`BitLines`](super::bit_lines::BitLines) hold the walls, too, but the words of a
/// line lie far apart there: a search that reads whole lines would wait for memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WallLines {
    words: Vec<u64>,
    /// The number of words of one line.
    stride: usize,
}

impl WallLines {
    /// `lines` lines of `length` cells, all of them walls.
    pub(super) fn new(lines: usize, length: usize) -> Self {
        let stride = length.div_ceil(64);
        Self { words: vec![u64::MAX; stride * lines], stride }
    }

    #[inline]
    pub(super) fn set(&mut self, line: usize, place: usize, is_wall: bool) {
        let word = &mut self.words[line * self.stride + place / 64];
        *word = *word & !(1 << (place % 64)) | u64::from(is_wall) << (place % 64);
    }

    /// The cells of a line, beginning at a place. The line and the place may be outside the map.
    #[inline]
    pub(super) fn from(&self, line: isize, place: isize) -> WallLine<'_> {
        let line = line as usize;
        let words = if line < self.words.len() / self.stride {
            &self.words[line * self.stride..][..self.stride]
        } else {
            &[]
        };
        WallLine { words, first: (place >> 6) as usize, shift: place as u32 % 64 }
    }
}

/// The cells of a line, beginning at some place, 64 cells in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallLine<'a> {
    words: &'a [u64],
    /// The stored word in which the first word begins. A very large number if the place is before the line.
    first: usize,
    /// The bit of this stored word at which the first word begins.
    shift: u32,
}

impl WallLine<'_> {
    /// A function that returns the free cells of word `word`, then of the next word, and so on. Cells outside the line are walls.
    #[inline(always)]
    pub(crate) fn free_words(self, word: usize) -> impl FnMut() -> u64 {
        let mut at = self.first.wrapping_add(word);
        let walls = move |at: usize| self.words.get(at).copied().unwrap_or(u64::MAX);
        let mut low = walls(at);
        move || {
            at = at.wrapping_add(1);
            let high = walls(at);
            let free = !(low >> self.shift | (high << 1) << (63 - self.shift));
            low = high;
            free
        }
    }
}
