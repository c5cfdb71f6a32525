//! The distances of every cell from all landmarks, side by side in memory.

/// The number of landmarks. Their distances fill half a cache line.
pub(super) const COUNT: usize = 8;

/// For each padded cell its distance from each landmark.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    words: Vec<u32>,
    /// Words before the first line, so that no line is in two cache lines.
    before: usize,
}

impl Lines {
    /// Lines of zeros. The system provides zeroed memory page by page, when it is first written: this takes no time.
    pub(super) fn zeroed(cells: usize) -> Self {
        let words = vec![0_u32; (cells + 1) * COUNT - 1];
        let before = words.as_ptr().align_offset(COUNT * size_of::<u32>()).min(COUNT - 1);
        Self { words, before }
    }

    #[inline]
    pub(super) fn all(&self) -> &[[u32; COUNT]] {
        self.words[self.before..].as_chunks().0
    }

    #[inline]
    pub(super) fn all_mut(&mut self) -> &mut [[u32; COUNT]] {
        self.words[self.before..].as_chunks_mut().0
    }
}
