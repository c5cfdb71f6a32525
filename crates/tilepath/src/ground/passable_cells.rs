//! The cells of a grid that an agent may enter.

use super::{
    grid::Grid,
    profile::{ClassSet, CostProfile},
};
use core::ops::Range;
use glam::IVec2;

/// The cells of a grid that the agents of a profile may enter, whatever they cost.
///
/// Regions, placement checks and barriers ask only this type which cells are free. The size of a body would belong here: a cell would
/// be free if the agent may enter all cells that its body covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassableCells<'a> {
    grid: &'a Grid,
    classes: ClassSet,
}

impl<'a> PassableCells<'a> {
    /// The cells of these classes, and of the classes that stand for several of them.
    #[inline]
    pub(crate) fn new(grid: &'a Grid, classes: ClassSet) -> Self {
        Self { grid, classes: grid.mixes().join(classes) }
    }

    pub(crate) const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The classes that are free.
    pub(crate) const fn classes(&self) -> ClassSet {
        self.classes
    }

    /// Returns whether the cell at a row-major index is free. The index must be below [`Grid::len`].
    #[inline]
    pub(crate) fn is_free(&self, index: usize) -> bool {
        self.classes.contains(self.grid.classes()[index])
    }

    /// Returns whether a cell is on the map and free.
    pub(crate) fn is_free_cell(&self, cell: IVec2) -> bool {
        self.grid.index(cell).is_some_and(|index| self.is_free(index))
    }

    /// The free cells of up to 32 columns of a row, as bits.
    #[inline]
    pub(crate) fn row(&self, y: u32, columns: Range<u32>) -> u32 {
        let start = (y * self.grid.size().x) as usize;
        let classes = &self.grid.classes()[start + columns.start as usize..start + columns.end as usize];
        // Most rows are of one class.
        if classes.iter().all(|&class| class == classes[0]) {
            return if self.classes.contains(classes[0]) {
                (u64::MAX >> (64 - classes.len())) as u32
            } else {
                0
            };
        }
        let is_free = |class: u8| u32::from(self.classes.contains(class));
        classes.iter().enumerate().fold(0, |row, (x, &class)| row | is_free(class) << x)
    }
}

impl CostProfile {
    /// Returns whether agents of this profile may enter cells of a class.
    #[inline]
    pub(crate) fn enters(&self, class: u8) -> bool {
        self.cost(class) > 0
    }

    /// The classes that are free for the profile: all classes with a cost above 0.
    #[must_use]
    pub fn passable(&self) -> ClassSet {
        ClassSet::of(|class| self.enters(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn a_row_holds_the_free_cells_one_by_one() {
        let mut random = fastrand::Rng::with_seed(8);
        for round in 0..200 {
            let size = UVec2::new(random.u32(1..50), random.u32(1..4));
            let most = [1, 2, 9][round % 3];
            let grid = Grid::from_fn(size, |_| random.u8(0..most)).unwrap();
            let cells =
                PassableCells::new(&grid, CostProfile::default().with_cost(0, 3).with_cost(1, 0).passable());
            let (first, y) = (random.u32(0..size.x), random.u32(0..size.y));
            let last = random.u32(first + 1..=size.x.min(first + 32));
            let is_free = |x: u32| cells.is_free_cell(IVec2::new(x as i32, y as i32));
            let expected = (first..last).fold(0, |row, x| row | u32::from(is_free(x)) << (x - first));
            assert_eq!(cells.row(y, first..last), expected);
        }
    }
}
