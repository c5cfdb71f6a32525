//! The part of a map that a budget can reach at most, and numbers for its cells.

use crate::ground::{Lattice, Shape};
use glam::{I64Vec2, IVec2};

/// A part of the lattice with lines of a power of two, so that the place of a number needs no division, and a step changes the number by
/// the same everywhere. The cells in reach stay close together in memory, however large the map is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ReachWindow {
    shape: Shape,
    min: I64Vec2,
    /// The length of the lines, and the number of lines.
    size: (usize, usize),
    shift: u32,
    /// The padded index of the first place, on the lattice of the map. It may be before the first cell.
    first: usize,
    stride: usize,
}

impl ReachWindow {
    /// A window of the cells up to `radius` steps from the start, and their neighbours. The start must be on the map.
    pub(super) fn new(lattice: &Lattice, start: IVec2, radius: u32) -> Self {
        let reach = radius as usize + 1;
        let ((x, y), extent) = (lattice.place(start), lattice.extent());
        // The x and y of a cell are at least 1.
        let (left, below) = (reach.min(x - 1), reach.min(y - 1));
        let right = reach.min(extent.0.saturating_sub(x + 2));
        let above = reach.min(extent.1.saturating_sub(y + 2));
        let size = (left + 1 + right, below + 1 + above);
        let stride = lattice.stride();
        Self {
            shape: lattice.shape(),
            min: lattice.shape().to_lattice(start) - I64Vec2::new(left as i64, below as i64),
            size,
            shift: size.0.next_power_of_two().ilog2(),
            first: lattice.of_inside(start).wrapping_sub(below * stride + left),
            stride,
        }
    }

    /// The number of places in the window, with unused places at the ends of lines.
    pub(super) const fn len(&self) -> usize {
        self.size.1 << self.shift
    }

    /// The number of a cell. `None` outside the window.
    #[inline]
    pub(super) fn index(&self, cell: IVec2) -> Option<usize> {
        let at = self.shape.to_lattice(cell) - self.min;
        let inside = at.min_element() >= 0 && (at.x as usize) < self.size.0 && (at.y as usize) < self.size.1;
        inside.then(|| (at.y as usize) << self.shift | at.x as usize)
    }

    /// The cell with a number. It may be outside the map.
    #[inline]
    pub(super) fn cell(&self, number: usize) -> Option<IVec2> {
        let (x, y) = self.coordinates(number);
        self.shape.from_lattice(self.min + I64Vec2::new(x as i64, y as i64))
    }

    /// The padded index on the lattice of the map for a number.
    #[inline]
    pub(super) const fn padded(&self, number: usize) -> usize {
        let (x, y) = self.coordinates(number);
        self.first.wrapping_add(y * self.stride + x)
    }

    #[inline]
    const fn coordinates(&self, number: usize) -> (usize, usize) {
        (number & ((1 << self.shift) - 1), number >> self.shift)
    }

    /// How the number changes by a step on the lattice.
    pub(super) const fn offset(&self, dx: isize, dy: isize) -> isize {
        dx + (dy << self.shift)
    }
}
