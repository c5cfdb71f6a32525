//! The distances of every cell from all landmarks, side by side in memory.

use super::metric::Metric;

/// The number of landmarks. Their distances fill half a cache line, or a quarter if they are short.
pub(super) const COUNT: usize = 8;

/// A distance as it is stored. What is further than it can hold counts as being just there: of distances whose difference is no more than
/// the length of a step, those that are limited to something differ by no more.
pub(crate) trait Distance: Copy + Default {
    fn of(distance: u32) -> Self;
    fn get(self) -> u32;
}

impl Distance for u32 {
    #[inline(always)]
    fn of(distance: u32) -> Self {
        distance
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self
    }
}

impl Distance for u16 {
    #[inline(always)]
    fn of(distance: u32) -> Self {
        distance.min(Self::MAX.into()) as Self
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self.into()
    }
}

/// For each padded cell its distance from each landmark.
#[derive(Clone, Debug)]
pub(super) struct Table<D> {
    words: Vec<D>,
    /// Words before the first line, so that no line is in two cache lines.
    before: usize,
}

impl<D: Distance> Table<D> {
    #[inline]
    pub(super) fn all(&self) -> &[[D; COUNT]] {
        self.words[self.before..].as_chunks().0
    }

    #[inline]
    pub(super) fn all_mut(&mut self) -> &mut [[D; COUNT]] {
        self.words[self.before..].as_chunks_mut().0
    }
}

/// For each padded cell its distance from each landmark, in four bytes or in two.
#[derive(Clone, Debug)]
pub(super) enum Lines {
    Long(Table<u32>),
    Short(Table<u16>),
}

impl Lines {
    /// Lines of zeros for distances by a metric. The system provides zeroed memory page by page, when it is first written: this takes no
    /// time.
    pub(super) fn zeroed(metric: Metric, cells: usize) -> Self {
        let words = (cells + 1) * COUNT - 1;
        match metric {
            Metric::Costs(_) => {
                let words = vec![0_u32; words];
                let before = words.as_ptr().align_offset(COUNT * size_of::<u32>()).min(COUNT - 1);
                Self::Long(Table { words, before })
            }
            Metric::Weights(_) => {
                let words = vec![0_u16; words];
                let before = words.as_ptr().align_offset(COUNT * size_of::<u16>()).min(COUNT - 1);
                Self::Short(Table { words, before })
            }
        }
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Long(table) => table.all().len(),
            Self::Short(table) => table.all().len(),
        }
    }

    /// The distances of a cell.
    #[inline]
    pub(super) fn line(&self, cell: usize) -> [u32; COUNT] {
        match self {
            Self::Long(table) => table.all()[cell],
            Self::Short(table) => table.all()[cell].map(u32::from),
        }
    }

    /// The distance of a cell from the landmark of this number.
    #[inline]
    pub(super) fn get(&self, cell: usize, lane: usize) -> u32 {
        match self {
            Self::Long(table) => table.all()[cell][lane],
            Self::Short(table) => table.all()[cell][lane].get(),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, cell: usize, lane: usize, distance: u32) {
        match self {
            Self::Long(table) => table.all_mut()[cell][lane] = distance,
            Self::Short(table) => table.all_mut()[cell][lane] = u16::of(distance),
        }
    }
}
