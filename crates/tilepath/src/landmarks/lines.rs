//! The distances of every cell from all landmarks, side by side in memory.

use super::metric::UNKNOWN;
use crate::undo::{Image, Lasting, Mark, Undo, UndoLog, Visit};
use core::ops::Range;

/// The number of landmarks. The upper halves of their distances fill a quarter of a cache line.
pub(super) const COUNT: usize = 8;

/// One half of the distances of a cell.
pub(super) type Line = [u16; COUNT];

/// The upper half of the distance of a cell that was a wall when distances were measured.
pub(super) const UNREACHED: u16 = u16::MAX;

/// The number of bits of a distance below its upper half.
pub(super) const LOWER_BITS: u32 = u32::BITS - UNKNOWN.leading_zeros() - u16::BITS;

/// The greatest distance that is stored, as it is stored.
const GREATEST: u32 = ((UNREACHED as u32) << LOWER_BITS) - 1;

/// A line for each padded cell.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u16>,
    /// The number of words before the first line, chosen so that each line fits into one cache line.
    before: usize,
    log: UndoLog<Line>,
}

impl Clone for Table {
    fn clone(&self) -> Self {
        let mut table = Self::zeroed(self.all().len());
        table.all_mut().copy_from_slice(self.all());
        table
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::zeroed(0)
    }
}

impl Undo for Table {
    fn mark(&mut self) -> Mark {
        let Self { words, before, log } = self;
        log.mark(words[*before..].as_chunks().0)
    }

    fn undo(&mut self, mark: &Mark, changed: &mut dyn FnMut(Range<usize>)) {
        let Self { words, before, log } = self;
        log.undo(words[*before..].as_chunks_mut().0, mark, changed);
    }
}

impl Table {
    /// Lines of zeros. The system zeroes memory page by page, when a page is first written, so this takes no time.
    pub(super) fn zeroed(cells: usize) -> Self {
        let words = vec![0_u16; (cells + 1) * COUNT - 1];
        let before = words.as_ptr().align_offset(size_of::<Line>()).min(COUNT - 1);
        Self { words, before, log: UndoLog::default() }
    }

    #[inline]
    pub(super) fn all(&self) -> &[Line] {
        self.words[self.before..].as_chunks().0
    }

    /// The lines of all cells, to be written before the first snapshot.
    pub(super) fn all_mut(&mut self) -> &mut [Line] {
        self.words[self.before..].as_chunks_mut().0
    }

    #[inline]
    fn set(&mut self, cell: usize, lane: usize, word: u16) {
        if self.log.needs(cell) {
            self.log.note(self.words[self.before..].as_chunks().0, cell);
        }
        self.all_mut()[cell][lane] = word;
    }
}

/// For each padded cell its distance from each landmark.
///
/// Distances are stored times a power of two, so that the greatest one fills the bits there are. The upper halves of the distances of a cell
/// are in one line of memory, and the lower halves in another one: A* from cell to cell reads only the upper halves. A distance that does not
/// fit is stored as the greatest that fits. The bound stays valid: limiting two distances never makes their difference greater.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) upper: Lasting<Table>,
    pub(super) lower: Lasting<Table>,
    /// Distances are stored times two to this power.
    pub(super) scale: u32,
}

impl Image for Lines {
    fn visit(&mut self, visit: &mut Visit) {
        self.upper.visit(visit);
        self.lower.visit(visit);
    }
}

impl Lines {
    /// The bytes for each cell.
    pub(super) const BYTES: usize = 2 * size_of::<Line>();

    /// Lines of zeros.
    pub(super) fn zeroed(cells: usize) -> Self {
        let [upper, lower] = [(); 2].map(|()| Lasting::new(Table::zeroed(cells)));
        Self { upper, lower, scale: 0 }
    }

    /// The greatest scale on which this distance fits.
    pub(super) const fn scale_of(far: u32) -> u32 {
        let mut scale = 0;
        while scale < LOWER_BITS && (far as u64) << (scale + 1) <= GREATEST as u64 {
            scale += 1;
        }
        scale
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.upper.all().len()
    }

    /// The distances of a cell.
    #[inline]
    pub(super) fn line(&self, cell: usize) -> [u32; COUNT] {
        let (upper, lower) = (&self.upper.all()[cell], &self.lower.all()[cell]);
        core::array::from_fn(|lane| self.whole(upper[lane], lower[lane]))
    }

    /// The distance of a cell from the landmark of this number.
    #[inline]
    pub(super) fn get(&self, cell: usize, lane: usize) -> u32 {
        self.whole(self.upper.all()[cell][lane], self.lower.all()[cell][lane])
    }

    #[inline]
    fn whole(&self, upper: u16, lower: u16) -> u32 {
        (u32::from(upper) << LOWER_BITS | u32::from(lower)) >> self.scale
    }

    /// Stores the distance of a cell. [`UNKNOWN`] is that of a cell that was not reached.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, lane: usize, distance: u32) {
        let scaled = if distance == UNKNOWN {
            UNKNOWN
        } else {
            (u64::from(distance) << self.scale).min(u64::from(GREATEST)) as u32
        };
        self.upper.set(cell, lane, (scaled >> LOWER_BITS) as u16);
        self.lower.set(cell, lane, (scaled & ((1 << LOWER_BITS) - 1)) as u16);
    }

    /// Stores the upper half of a distance; the lower half becomes 0.
    pub(super) fn set_upper(&mut self, cell: usize, lane: usize, upper: u16) {
        self.upper.set(cell, lane, upper);
        self.lower.set(cell, lane, 0);
    }

    /// The number of the connected part of the map that a cell is in. It is stored in the place of the distance from the last landmark.
    #[inline]
    pub(super) fn part(&self, cell: usize) -> usize {
        usize::from(self.upper.all()[cell][COUNT - 1]) << u16::BITS
            | usize::from(self.lower.all()[cell][COUNT - 1])
    }

    /// Stores the number of the part that a cell is in.
    #[inline]
    pub(super) fn set_part(&mut self, cell: usize, part: usize) {
        self.upper.set(cell, COUNT - 1, (part >> u16::BITS) as u16);
        self.lower.set(cell, COUNT - 1, part as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_what_was_stored_up_to_the_greatest() {
        let mut random = fastrand::Rng::with_seed(4);
        for far in [0, 1, 70_000, 1 << 24, GREATEST] {
            let mut lines = Lines::zeroed(20);
            lines.scale = Lines::scale_of(far);
            for cell in 0..20 {
                let distance = random.u32(0..=far);
                lines.set(cell, cell % COUNT, distance);
                assert_eq!(lines.get(cell, cell % COUNT), distance, "far is {far}");
                assert_eq!(lines.line(cell)[cell % COUNT], distance);
            }
            lines.set(3, 0, far);
            assert!(far < 70_000 || lines.upper.all()[3][0] >= UNREACHED / 2 - 1);
            lines.set(3, 0, UNKNOWN - 1);
            assert!(lines.get(3, 0) >= far && lines.upper.all()[3][0] < UNREACHED);
            lines.set(3, 0, UNKNOWN);
            assert_eq!(lines.upper.all()[3][0], UNREACHED);
            lines.set_part(3, 700_000);
            assert_eq!(lines.part(3), 700_000);
        }
    }
}
