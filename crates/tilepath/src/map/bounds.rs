//! Changing the bounds of a map: a world that grows, or a window that moves over a world without end.

use super::nav_map::NavMap;
use crate::{
    ground::{CellRect, Grid, GridError},
    undo::Lasting,
};
use std::sync::Arc;

impl NavMap {
    /// Changes which cells the map has. Cells that it had before keep their coordinates, terrain, obstacles and danger. New cells have
    /// class 0, a wall, and the danger of the sources that reach them. What was on other cells is forgotten, but for danger sources.
    ///
    /// A game that loads its world in parts may declare the bounds of all parts beforehand, and never call this. A world without end moves
    /// its bounds with the player.
    ///
    /// Takes O(cells). Everything that was [prepared](NavMap::prepare) is dropped, and [`NavMap::changes_since`] reports that everything
    /// changed. Nothing happens if the map has these bounds already.
    ///
    /// ```
    /// use tilepath::{CellRect, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([8, 8].into(), 1)?, Topology::default());
    /// map.block([1, 1].into());
    /// // Eight more columns on the left.
    /// map.set_bounds(CellRect { min: [-8, 0].into(), max: [7, 7].into() })?;
    /// assert_eq!(map.grid().class([-1, 1].into()), Some(0));
    /// assert_eq!((map.obstacles([1, 1].into()), map.terrain([1, 1].into())), (1, Some(1)));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`Grid::check_bounds`]. The map is then unchanged.
    pub fn set_bounds(&mut self, bounds: CellRect) -> Result<(), GridError> {
        let before = self.grid.bounds();
        if bounds == before {
            return Ok(());
        }
        Grid::check_bounds(bounds)?;
        let classes = moved(self.grid.classes(), before, bounds);
        self.grid = self.grid.with_cells(bounds, classes);
        self.terrain = Lasting::new(moved(&self.terrain, before, bounds).into());
        self.obstacles = Lasting::new(moved(&self.obstacles, before, bounds).into());
        self.danger.iter_mut().for_each(|layer| *layer = layer.with_bounds(bounds));
        let corner = |cell: glam::IVec2| u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32);
        self.revision.advance([corner(bounds.min), corner(bounds.max)]);
        self.forget_prepared();
        Ok(())
    }

    /// Drops everything that was prepared, and notes that everything changed.
    pub(super) fn forget_prepared(&mut self) {
        self.regions.clear();
        self.cost_fields.clear();
        self.landmarks.clear();
        self.preparation = None;
        self.surveys.clear();
        let edits = Arc::make_mut(&mut self.edits);
        edits.record_everything(self.revision.number());
        edits.note(self.revision);
    }
}

/// The values of all cells in new bounds, row-major: those of the old cells, and otherwise the default.
fn moved<T: Copy + Default>(values: &[T], before: CellRect, now: CellRect) -> Vec<T> {
    let size = now.size();
    let mut all = vec![T::default(); size.x as usize * size.y as usize];
    let Some(both) = before.intersection(now) else { return all };
    let width = both.size().x as usize;
    for y in both.min.y..=both.max.y {
        let first = both.min.with_y(y);
        if let Some((from, to)) = before.index(first).zip(now.index(first)) {
            all[to..to + width].copy_from_slice(&values[from..from + width]);
        }
    }
    all
}
