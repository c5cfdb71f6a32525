//! The distances of every cell from all landmarks, side by side in memory.

use super::metric::UNKNOWN;
use crate::undo::{Mark, Undo, UndoLog};
use core::ops::Range;
use smallvec::SmallVec;

/// The number of landmarks. Their distances fill half a cache line, and the upper halves a quarter.
pub(super) const COUNT: usize = 8;

/// A line of words for each padded cell.
#[derive(Clone, Debug)]
pub(super) struct Table<W> {
    words: Vec<W>,
    /// The number of words before the first line, chosen so that each line fits into one cache line.
    before: usize,
}

impl<W: Copy + Default> Table<W> {
    /// Lines of zeros. The system zeroes memory page by page, when a page is first written, so this takes no time.
    fn zeroed(cells: usize, words: fn(usize) -> Vec<W>) -> Self {
        let words = words((cells + 1) * COUNT - 1);
        let before = words.as_ptr().align_offset(COUNT * size_of::<W>()).min(COUNT - 1);
        Self { words, before }
    }

    #[inline]
    fn all(&self) -> &[[W; COUNT]] {
        self.words[self.before..].as_chunks().0
    }

    #[inline]
    pub(super) fn all_mut(&mut self) -> &mut [[W; COUNT]] {
        self.words[self.before..].as_chunks_mut().0
    }
}

/// For each padded cell its distance from each landmark.
///
/// Distances are stored times a power of two, so that the greatest one fills a word. Their upper halves are stored again: they are nearly
/// as exact, and take half the memory. A distance that does not fit is stored as the greatest that fits. The bound stays valid: limiting
/// two distances never makes their difference greater.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) whole: Table<u32>,
    pub(super) upper: Table<u16>,
    /// What was overwritten in `whole`.
    log: UndoLog<[u32; COUNT]>,
    pub(super) scale: u32,
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        let Self { whole, upper, scale, .. } = self;
        Self { whole: whole.clone(), upper: upper.clone(), log: UndoLog::default(), scale: *scale }
    }
}

/// The number of bits of a distance below its upper half.
pub(super) const LOWER_BITS: u32 = u32::BITS - UNKNOWN.leading_zeros() - u16::BITS;

/// The upper half of a distance as it is stored.
#[inline(always)]
pub(super) const fn upper(scaled: u32) -> u16 {
    (scaled >> LOWER_BITS) as u16
}

impl Default for Lines {
    fn default() -> Self {
        Self::zeroed(0)
    }
}

impl Undo for Lines {
    fn mark(&mut self) -> Mark {
        self.log.mark(self.whole.all())
    }

    fn undo(&mut self, mark: &Mark, changed: &mut dyn FnMut(Range<usize>)) {
        let Self { whole, upper: halves, log, .. } = self;
        let mut ranges: SmallVec<[Range<usize>; 8]> = SmallVec::new();
        log.undo(whole.all_mut(), mark, &mut |range| ranges.push(range));
        for range in ranges {
            for (halves, line) in halves.all_mut()[range.clone()].iter_mut().zip(&whole.all()[range.clone()])
            {
                *halves = line.map(upper);
            }
            changed(range);
        }
    }
}

impl Lines {
    /// The bytes for each cell.
    pub(super) const BYTES: usize = COUNT * (size_of::<u32>() + size_of::<u16>());

    /// Lines of zeros.
    pub(super) fn zeroed(cells: usize) -> Self {
        Self {
            whole: Table::zeroed(cells, |words| vec![0; words]),
            upper: Table::zeroed(cells, |words| vec![0; words]),
            log: UndoLog::default(),
            scale: 0,
        }
    }

    /// Chooses the scale so that the distance `far` fits. Call it before the first distance is stored.
    pub(super) fn fit(&mut self, far: u32) {
        self.note(0);
        self.scale = far.max(1).leading_zeros().saturating_sub(UNKNOWN.leading_zeros());
    }

    /// Goes back to where no scale is chosen yet.
    pub(super) fn forget_scale(&mut self) {
        self.scale = 0;
    }

    /// The scale: distances are stored times two to this power.
    pub(super) const fn scale(&self) -> u32 {
        self.scale
    }

    /// The distances of all cells as they are stored, at most [`UNKNOWN`].
    #[inline]
    pub(super) fn scaled(&self) -> &[[u32; COUNT]] {
        self.whole.all()
    }

    /// The upper halves of the stored distances.
    #[inline]
    pub(super) fn upper(&self) -> &[[u16; COUNT]] {
        self.upper.all()
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.scaled().len()
    }

    /// The distances of a cell.
    #[inline]
    pub(super) fn line(&self, cell: usize) -> [u32; COUNT] {
        self.scaled()[cell].map(|scaled| scaled >> self.scale)
    }

    /// The distance of a cell from the landmark of this number.
    #[inline]
    pub(super) fn get(&self, cell: usize, lane: usize) -> u32 {
        self.scaled()[cell][lane] >> self.scale
    }

    #[inline]
    pub(super) fn set(&mut self, cell: usize, lane: usize, distance: u32) {
        let scaled = distance.min(UNKNOWN >> self.scale) << self.scale;
        self.note(cell);
        self.whole.all_mut()[cell][lane] = scaled;
        self.upper.all_mut()[cell][lane] = upper(scaled);
    }

    /// Call this before a distance of a cell is overwritten.
    #[inline]
    fn note(&mut self, cell: usize) {
        if self.log.needs(cell) {
            self.log.note(self.whole.all(), cell);
        }
    }

    /// The number of the connected part of the map that a cell is in. It is stored in the place of the distance from the last landmark.
    #[inline]
    pub(super) fn part(&self, cell: usize) -> usize {
        self.scaled()[cell][COUNT - 1] as usize
    }

    /// Stores the number of the part that a cell is in.
    #[inline]
    pub(super) fn set_part(&mut self, cell: usize, part: usize) {
        self.note(cell);
        self.whole.all_mut()[cell][COUNT - 1] = part as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_what_was_stored_up_to_the_greatest() {
        let mut random = fastrand::Rng::with_seed(4);
        for far in [0, 1, 70_000, 1 << 24, UNKNOWN] {
            let mut lines = Lines::zeroed(20);
            lines.fit(far);
            for cell in 0..20 {
                let distance = random.u32(0..=far);
                lines.set(cell, cell % COUNT, distance);
                assert_eq!(lines.get(cell, cell % COUNT), distance, "far is {far}");
                assert_eq!(lines.upper()[cell], lines.scaled()[cell].map(upper));
            }
            lines.set(3, 0, far);
            assert!(far == 0 || lines.scaled()[3][0] > UNKNOWN / 2);
            lines.set(3, 0, UNKNOWN);
            assert!(lines.get(3, 0) >= far && lines.get(3, 0) <= UNKNOWN && lines.scaled()[3][0] <= UNKNOWN);
        }
    }
}
