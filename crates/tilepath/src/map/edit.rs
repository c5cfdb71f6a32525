//! Edits of a map. Each edit updates everything that the map keeps ready.

use super::nav_map::NavMap;
use crate::ground::{
    Aversion, CellRect, Changes, DangerError, DangerLayer, DangerStamp, Edit, EditKind, GridError, Topology,
};
use glam::IVec2;

/// The class of a cell under an obstacle.
const OBSTACLE: u8 = 0;

impl NavMap {
    /// Changes the diagonal rule or the step lengths.
    pub fn set_topology(&mut self, topology: Topology) {
        if self.topology != topology {
            self.topology = topology;
            self.revision += 1;
            self.regions.clear();
            self.cost_fields.clear();
            self.landmarks.clear();
            self.edits.record_everything(self.revision);
        }
    }

    /// Gives the terrain of a cell another class.
    ///
    /// # Errors
    /// [`GridError::Outside`] if the cell is not on the map.
    pub fn set_terrain(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        let index = self.grid.index(cell).ok_or(GridError::Outside { cell, size: self.grid.size() })?;
        self.terrain[index] = class;
        self.show(index);
        Ok(())
    }

    /// Puts one more obstacle on a cell. Outside the map it blocks nothing.
    pub fn block(&mut self, cell: IVec2) {
        if let Some(index) = self.grid.index(cell) {
            self.obstacles[index] += 1;
            self.show(index);
        }
    }

    /// Removes one obstacle from a cell. Without one, or outside the map, nothing happens.
    pub fn unblock(&mut self, cell: IVec2) {
        if let Some(index) = self.grid.index(cell) {
            self.obstacles[index] = self.obstacles[index].saturating_sub(1);
            self.show(index);
        }
    }

    /// Brings the class that searches see in step with terrain and obstacles.
    fn show(&mut self, index: usize) {
        let class = if self.obstacles[index] > 0 { OBSTACLE } else { self.terrain[index] };
        let cell = self.grid.cell(index);
        let old = self.grid.set_class(cell, class).unwrap_or(class);
        if old != class {
            for regions in &mut self.regions {
                if regions.passable().contains(old) != regions.passable().contains(class) {
                    regions.update(&self.grid, cell, &mut self.split);
                }
            }
            let rect = CellRect::of_cell(cell);
            self.revision += 1;
            self.edits.record(rect, EditKind::Terrain { from: old, to: class }, self.revision);
            self.keep_ready(rect);
        }
    }

    /// Adds a danger stamp with its middle on a cell.
    ///
    /// # Errors
    /// [`DangerError::NoLayer`] for a layer of [`Aversion::MAX_LAYERS`] or above, [`DangerError::TooManyStamps`] for a full one.
    pub fn add_danger(&mut self, layer: usize, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        if layer >= Aversion::MAX_LAYERS {
            return Err(DangerError::NoLayer(layer));
        }
        while self.danger.len() <= layer {
            self.danger.push(DangerLayer::new(self.grid.size()));
        }
        self.danger[layer].add(stamp, cell)?;
        self.record_danger(stamp, cell, EditKind::DangerAdded);
        Ok(())
    }

    /// Removes a danger stamp that was added to this layer at this cell.
    ///
    /// # Errors
    /// [`DangerError::NoLayer`] if nothing was ever added to the layer, [`DangerError::NotThere`] if no such stamp was added to it at
    /// this cell. The map is unchanged then.
    pub fn remove_danger(
        &mut self,
        layer: usize,
        stamp: &DangerStamp,
        cell: IVec2,
    ) -> Result<(), DangerError> {
        self.danger.get_mut(layer).ok_or(DangerError::NoLayer(layer))?.remove(stamp, cell)?;
        self.record_danger(stamp, cell, EditKind::DangerRemoved);
        Ok(())
    }

    fn record_danger(&mut self, stamp: &DangerStamp, cell: IVec2, kind: EditKind) {
        let reach = IVec2::splat(stamp.reach());
        let rect = CellRect {
            min: cell.saturating_sub(reach).max(IVec2::ZERO),
            max: cell.saturating_add(reach).min(self.grid.size().as_ivec2() - 1),
        };
        if rect.min.cmple(rect.max).all() {
            self.revision += 1;
            self.edits.record(rect, kind, self.revision);
            self.keep_ready(rect);
        }
    }

    /// What was edited after a [revision](NavMap::revision) of this map. Everything counts as changed if there were more than
    /// [`Changes::MAX_EDITS`] edits since, or if the map has not come to the revision yet.
    ///
    /// Any number of readers may call this, each with the revision that it has seen. The revisions of a [copy](NavMap::id) are not those of
    /// this map.
    ///
    /// ```
    /// use tilepath::{CellRect, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([9, 9].into(), 1)?, Topology::default());
    /// let seen = map.revision();
    /// map.block([4, 4].into());
    /// let edited: Vec<CellRect> = map.changes_since(seen).rects().unwrap().collect();
    /// assert_eq!(edited, [CellRect::of_cell([4, 4].into())]);
    /// assert!(map.changes_since(map.revision()).is_empty());
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub fn changes_since(&self, revision: u64) -> Changes {
        self.edits.since(revision, self.revision)
    }

    /// The edits after a revision without a copy of them; `None` where everything counts as changed.
    pub(crate) fn edits_since(&self, revision: u64) -> Option<impl Iterator<Item = &Edit>> {
        self.edits.edits_since(revision, self.revision)
    }

    /// Keeps later edits apart from the edits so far, so that a reader that has seen these does not get them again.
    ///
    /// Otherwise neighbouring edits become one, and [`NavMap::changes_since`] may list more cells than were edited since, never fewer.
    pub const fn seal_changes(&mut self) {
        self.edits.seal();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Falloff, Grid};

    fn map() -> NavMap {
        NavMap::new(Grid::new([6, 4].into(), 1).unwrap(), Topology::default())
    }

    #[test]
    fn obstacles_pile_up_and_give_the_terrain_back() {
        let mut map = map();
        let cell = IVec2::new(2, 2);
        map.block(cell);
        map.block(cell);
        map.set_terrain(cell, 5).unwrap();
        assert_eq!((map.grid().class(cell), map.terrain(cell)), (Some(0), Some(5)));
        map.unblock(cell);
        assert_eq!(map.grid().class(cell), Some(0));
        map.unblock(cell);
        map.unblock(cell);
        assert_eq!(map.grid().class(cell), Some(5));
        map.block(IVec2::new(-3, 99));
        assert!(map.set_terrain(IVec2::new(6, 0), 1).is_err());
    }

    #[test]
    fn edits_are_read_by_the_revision_that_a_reader_has_seen() {
        let mut map = map();
        assert!(map.changes_since(0).is_empty());
        map.block(IVec2::ONE);
        let stamp = DangerStamp::new(1.0, 1.0, Falloff::Flat).unwrap();
        map.add_danger(1, &stamp, IVec2::ONE).unwrap();
        map.remove_danger(1, &stamp, IVec2::ONE).unwrap();
        assert_eq!(map.changes_since(0).rects().unwrap().count(), 3);
        assert_eq!(map.changes_since(1).rects().unwrap().count(), 2);
        assert!(map.changes_since(map.revision()).is_empty());
        let copy = map.clone();
        assert_eq!(copy.changes_since(1), map.changes_since(1));
        map.set_topology(Topology::square(DiagonalRule::Never));
        assert!(map.changes_since(1).rects().is_none() && copy.changes_since(1).rects().is_some());
        assert_eq!(map.add_danger(64, &stamp, IVec2::ONE), Err(DangerError::NoLayer(64)));
        assert_eq!(map.remove_danger(7, &stamp, IVec2::ONE), Err(DangerError::NoLayer(7)));
        let revision = map.revision();
        assert_eq!(map.remove_danger(1, &stamp, IVec2::ONE), Err(DangerError::NotThere(IVec2::ONE)));
        assert_eq!(map.revision(), revision);
    }
}
