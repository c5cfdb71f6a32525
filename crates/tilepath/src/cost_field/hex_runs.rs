//! Reading the runs between hexagons.

use super::field::CostField;

impl CostField {
    /// A run between hexagons from padded coordinates in a secondary direction: the number of steps to its stop, and whether the stop is a
    /// wall.
    #[inline]
    pub(crate) fn hex_run(&self, x: usize, y: usize, direction: usize) -> (usize, bool) {
        let (lines, line, along) = self.hex_line(x, y, direction);
        self.hex_lines[lines].run_up(line, along)
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
}
