//! Lines of cells with one bit each: which are walls.

/// Which cells are walls, line by line, 64 in a word. Beside [`BitLines`](super::bit_lines::BitLines), where the words of a line lie so far
/// apart that searches which read whole lines would wait for memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WallLines {
    words: Vec<u64>,
    /// Words of one line.
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

    /// The cells of a line from a place on. There may be no such line, or no such place on it.
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

/// Cells of a line from a place on, 64 in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallLine<'a> {
    words: &'a [u64],
    /// The word of the line in which the first word begins; before the line it is a very great number.
    first: usize,
    /// The bit at which it begins.
    shift: u32,
}

impl WallLine<'_> {
    /// The free cells of words from `word` on, one word after the other. Beyond the line are walls.
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
