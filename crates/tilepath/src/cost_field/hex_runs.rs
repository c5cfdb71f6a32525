//! Reading the runs between hexagons.

use super::{bit_lines::kind, field::CostField};

impl CostField {
    /// A run between hexagons from padded coordinates in a secondary direction: the number of steps to its stop, and whether the stop is a
    /// wall.
    #[inline]
    pub(crate) fn hex_run(&self, x: usize, y: usize, direction: usize) -> (usize, bool) {
        let (lines, line, along) = self.hex_line(x, y, direction);
        self.hex_lines[lines].run_up(line, along)
    }

    /// Returns whether a run between hexagons in a secondary direction stops at anything but a wall.
    #[inline]
    pub(crate) fn is_hex_live(&self, x: usize, y: usize, direction: usize) -> bool {
        let (lines, line, along) = self.hex_line(x, y, direction);
        self.hex_lines[lines].get(line, along, kind::LIVE_UP)
    }

    /// The line of a hexagon along which runs go up in a secondary direction: the set of lines, the line, and the place of the cell on it.
    /// The sets are columns from south to north, rows from east to west, and falling diagonals from north-west to south-east.
    #[inline]
    pub(super) const fn hex_line(&self, x: usize, y: usize, direction: usize) -> (usize, usize, usize) {
        let [width, height] = self.hex_extent;
        match direction {
            1 => (0, x, y),
            2 => (1, y, width - 1 - x),
            _ => (2, x + y - self.first_slant, height - 1 - y),
        }
    }

    /// The cell at a place of such a line: the inverse of [`CostField::hex_line`].
    pub(super) const fn hex_cell(&self, lines: usize, line: usize, along: usize) -> (usize, usize) {
        let [width, height] = self.hex_extent;
        match lines {
            0 => (line, along),
            1 => (width - 1 - along, line),
            _ => (line + self.first_slant + along + 1 - height, height - 1 - along),
        }
    }
}
