//! Changing the bounds of a map: a world that grows, or a window that moves over a world without end.

use super::{input::MapInput, nav_map::NavMap, piles::Counts};
use crate::{
    ground::{CellRect, Grid, GridError},
    undo::Lasting,
};
use std::{collections::BTreeMap, sync::Arc};

impl NavMap {
    /// Changes which cells the map has. Cells that it had before keep their coordinates, terrain, obstacles and danger. New cells have
    /// class 0, a wall, with the obstacles that were put there and the danger of the sources that reach them. The terrain of cells that the
    /// map no longer has is forgotten.
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
        self.journal.note(|| MapInput::SetBounds(bounds));
        self.leave_outside(bounds);
        let classes = before.carry_over(self.grid.classes(), bounds);
        self.grid = self.grid.with_cells(bounds, classes);
        self.bodies.clear();
        self.terrain = Lasting::new(before.carry_over(&self.terrain, bounds).into());
        self.obstacles = Lasting::new(before.carry_over(&self.obstacles, bounds).into());
        self.danger.iter_mut().for_each(|layer| *layer = layer.with_bounds(bounds));
        let corner = |cell: glam::IVec2| u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32);
        self.revision.advance([corner(bounds.min), corner(bounds.max)]);
        self.forget_prepared();
        self.take_from_outside();
        Ok(())
    }

    /// Remembers the obstacles on cells that the map will not have.
    fn leave_outside(&mut self, bounds: CellRect) {
        let Self { grid, obstacles, piles, outside, .. } = self;
        for (index, &pile) in obstacles.iter().enumerate().filter(|&(_, &pile)| pile > 0) {
            let cell = grid.cell(index);
            if !bounds.contains(cell) {
                Arc::make_mut(outside).insert(cell.to_array(), piles.counts(pile));
            }
        }
    }

    /// Puts the remembered obstacles on cells that the map has now.
    fn take_from_outside(&mut self) {
        let bounds = self.grid.bounds();
        let is_inside = |cell: &[i32; 2]| bounds.contains((*cell).into());
        if !self.outside.keys().any(is_inside) {
            return;
        }
        let (inside, outside) = self
            .outside
            .iter()
            .map(|(&cell, counts)| (cell, counts.clone()))
            .partition(|(cell, _)| is_inside(cell));
        self.outside = Arc::new(outside);
        let inside: BTreeMap<[i32; 2], Counts> = inside;
        self.edit(|edits| {
            inside.into_iter().for_each(|(cell, counts)| edits.put_obstacles(cell.into(), counts));
        });
    }

    /// Drops everything that was prepared, and notes that everything changed.
    pub(super) fn forget_prepared(&mut self) {
        self.regions.clear();
        self.cost_fields.clear();
        self.landmarks.clear();
        self.preparation = None;
        let edits = Arc::make_mut(&mut self.edits);
        edits.record_everything(self.revision.number());
        edits.note(self.revision);
    }
}
