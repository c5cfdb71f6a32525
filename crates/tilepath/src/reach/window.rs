//! The part of a map that a budget can reach at most, and numbers for its cells.

use glam::{IVec2, UVec2};

/// A rectangle of cells whose rows are a power of two long, so that a number gives its cell without a division. The cells in reach stay
/// close together in memory, however large the map is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Window {
    min: UVec2,
    size: UVec2,
    shift: u32,
}

impl Window {
    /// The cells of a map up to `radius` from the start, and those beside them.
    pub(super) fn new(start: UVec2, radius: u32, map: UVec2) -> Self {
        let min = start.saturating_sub(UVec2::splat(radius.saturating_add(1)));
        let max = start.saturating_add(UVec2::splat(radius.saturating_add(1))).min(map - 1);
        let size = max - min + 1;
        Self { min, size, shift: size.x.next_power_of_two().ilog2() }
    }

    /// The number of numbers.
    pub(super) const fn len(&self) -> usize {
        (self.size.y as usize) << self.shift
    }

    /// The number of a cell; `None` outside the window.
    pub(super) fn index(&self, cell: IVec2) -> Option<usize> {
        let at = cell - self.min.as_ivec2();
        let inside = at.cmpge(IVec2::ZERO).all() && at.as_uvec2().cmplt(self.size).all();
        inside.then(|| (at.y as usize) << self.shift | at.x as usize)
    }

    /// The coordinates of a cell on the map.
    #[inline]
    pub(super) const fn coordinates(&self, index: usize) -> (usize, usize) {
        let x = index & ((1 << self.shift) - 1);
        (self.min.x as usize + x, self.min.y as usize + (index >> self.shift))
    }

    /// How the number changes by a step.
    pub(super) const fn offset(&self, dx: isize, dy: isize) -> isize {
        dx + (dy << self.shift)
    }
}
