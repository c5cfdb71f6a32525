//! Edits of a map. Each edit updates everything that the map keeps ready.

use super::{edits::MapEdits, input::MapInput, nav_map::NavMap};
use crate::ground::{
    Changes, DangerError, DangerStamp, EdgeWall, EdgeWallError, Edit, GridError, LinkError, MapRevision,
    NavLink, Topology,
};
use glam::IVec2;
use std::sync::Arc;

impl NavMap {
    /// Changes the shape of the cells, the diagonal rule and the step lengths.
    ///
    /// If the new topology differs, everything that was [prepared](NavMap::prepare) is dropped, and [`NavMap::changes_since`]
    /// reports that everything changed.
    pub fn set_topology(&mut self, topology: Topology) {
        if self.topology != topology {
            self.journal.note(|| MapInput::SetTopology(topology));
            self.topology = topology;
            self.bodies.clear();
            self.danger.iter_mut().for_each(|layer| layer.set_shape(topology.shape()));
            self.revision.advance_to(topology);
            self.forget_prepared();
        }
    }

    /// Makes many edits at once. The map updates its [prepared](NavMap::prepare) data once, when the closure returns.
    ///
    /// A large edit takes no longer than preparing the map again. An edit of a few cells is as fast as one call per cell.
    ///
    /// ```
    /// use tilepath::{CellRect, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([90, 90].into(), 1)?, Topology::default());
    /// let lake = CellRect { min: [20, 20].into(), max: [60, 50].into() };
    /// map.edit(|edits| lake.cells().try_for_each(|cell| edits.set_terrain(cell, 7)))?;
    /// assert_eq!(map.grid().count(7), 41 * 31);
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut MapEdits) -> T) -> T {
        // It brings the map in step as it is dropped, whatever happens.
        edit(&mut MapEdits::new(self))
    }

    /// Changes the class of a cell's terrain. Searches see the new class as soon as no obstacle is on the cell.
    ///
    /// # Errors
    /// - [`GridError::Outside`] if the cell is not on the map.
    /// - [`GridError::TooManyClasses`] if the class stands for obstacles of several classes on a cell, and terrain and obstacles use all 256.
    pub fn set_terrain(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        self.edit(|edits| edits.set_terrain(cell, class))
    }

    /// Adds one obstacle of class 0 to a cell: a wall, for agents of the default profile. The cell has class 0 until [`NavMap::unblock`] has
    /// removed all its obstacles. On a cell outside the map it counts as soon as the map [has the cell](NavMap::set_bounds).
    pub fn block(&mut self, cell: IVec2) {
        self.edit(|edits| edits.block(cell));
    }

    /// Removes one obstacle of class 0 from a cell. Does nothing if the cell has none.
    pub fn unblock(&mut self, cell: IVec2) {
        self.edit(|edits| edits.unblock(cell));
    }

    /// Adds one obstacle of a class to a cell: a door, a gate, a wall that can be broken. Each profile prices the class, as it prices terrain.
    /// Obstacles cover the terrain. If a cell has obstacles of several classes, the dearest for a profile counts, and a class that the
    /// profile can't enter is the dearest. On a cell outside the map the obstacle counts as soon as the map
    /// [has the cell](NavMap::set_bounds).
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
    /// const DOOR: u8 = 30;
    /// let mut map = NavMap::new(Grid::from_rows([[1, 0, 1], [1, 1, 1], [1, 0, 1]])?, Topology::default());
    /// map.block_as([1, 1].into(), DOOR)?;
    /// let query = || PathQuery::new([0, 1].into(), [2, 1].into());
    /// let [guard, thief, rat] = [1, 12, 0].map(|turns| CostProfile::default().with_cost(DOOR, turns));
    /// let mut search = SearchScratch::new();
    /// let costs = [&guard, &thief, &rat].map(|profile| {
    ///     let path = map.find_path(profile, query(), &mut search, &mut ()).ok()?;
    ///     Some(map.topology().lengths().in_tiles(path.cost()))
    /// });
    /// assert_eq!(costs, [Some(2.0), Some(13.0), None]);
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::TooManyClasses`] if the cell has obstacles of several classes, and terrain and obstacles use all 256 classes.
    pub fn block_as(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        self.edit(|edits| edits.block_as(cell, class))
    }

    /// Removes one obstacle of a class from a cell. Does nothing if the cell has none.
    pub fn unblock_as(&mut self, cell: IVec2, class: u8) {
        self.edit(|edits| edits.unblock_as(cell, class));
    }

    /// Adds a danger stamp, centred on a cell, to the danger layer of this number. The cell may be outside the map.
    ///
    /// # Errors
    /// - [`DangerError::NoLayer`] if `layer` is [`Aversion::MAX_LAYERS`](crate::Aversion::MAX_LAYERS) or greater.
    /// - [`DangerError::TooManyStamps`] if the layer already has [`DangerLayer::MAX_STAMPS`](crate::DangerLayer::MAX_STAMPS)
    ///   stamps.
    pub fn add_danger(&mut self, layer: usize, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        self.edit(|edits| edits.add_danger(layer, stamp, cell))
    }

    /// Removes one danger stamp that [`NavMap::add_danger`] added to this layer at this cell.
    ///
    /// # Errors
    /// - [`DangerError::NoLayer`] if no danger was ever added to this layer or to a layer with a higher number.
    /// - [`DangerError::NotThere`] if the layer has no such stamp at this cell.
    ///
    /// On an error the map is unchanged.
    pub fn remove_danger(
        &mut self,
        layer: usize,
        stamp: &DangerStamp,
        cell: IVec2,
    ) -> Result<(), DangerError> {
        self.edit(|edits| edits.remove_danger(layer, stamp, cell))
    }

    /// See [`MapEdits::link`].
    ///
    /// # Errors
    /// The same as [`MapEdits::link`].
    pub fn link(&mut self, link: NavLink) -> Result<(), LinkError> {
        self.edit(|edits| edits.link(link))
    }

    /// See [`MapEdits::build_edge_wall`].
    ///
    /// # Errors
    /// The same as [`MapEdits::build_edge_wall`].
    pub fn build_edge_wall(&mut self, wall: EdgeWall) -> Result<(), EdgeWallError> {
        self.edit(|edits| edits.build_edge_wall(wall))
    }

    /// See [`MapEdits::remove_edge_wall`].
    pub fn remove_edge_wall(&mut self, wall: EdgeWall) -> bool {
        self.edit(|edits| edits.remove_edge_wall(wall))
    }

    /// See [`MapEdits::unlink`].
    pub fn unlink(&mut self, link: NavLink) -> bool {
        self.edit(|edits| edits.unlink(link))
    }

    /// The edits of this map after a [revision](NavMap::revision). Any number of readers can call this: each reader passes the
    /// last revision that it has seen.
    ///
    /// Everything counts as changed in three cases:
    /// - More than [`Changes::MAX_EDITS`] edits were made after the revision.
    /// - [`NavMap::set_topology`] changed the topology after the revision.
    /// - The map was never in this revision: it is a revision of another map, or of a copy that was edited differently.
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
    pub fn changes_since(&self, revision: MapRevision) -> Changes {
        self.edits.since(revision, self.grid.mixes())
    }

    /// Borrows the edits after a revision, except edits that only agents with own obstacles see. `None` if everything counts as
    /// changed.
    pub(crate) fn edits_since(&self, revision: MapRevision) -> Option<impl Iterator<Item = &Edit>> {
        let edits = self.edits.edits_since(revision)?;
        Some(edits.filter(|edit| !edit.is_hidden_from(&[])))
    }

    /// Returns whether the map looks the same as at a revision to an agent with obstacles of its own on these cells.
    pub(crate) fn looks_as_at(&self, revision: MapRevision, own: &[IVec2]) -> bool {
        let edits = || self.edits.edits_since(revision);
        revision == self.revision
            || edits().is_some_and(|mut edits| edits.all(|edit| edit.is_hidden_from(own)))
    }

    /// Keeps the next edit separate from the edits so far. Call this after [`NavMap::changes_since`], so that the next call of
    /// `changes_since` reports only newer edits.
    ///
    /// Without this call, the map merges neighbouring edits of the same kind. Then `changes_since` may also report cells that
    /// were edited before the given revision, but it never misses an edited cell.
    pub fn seal_changes(&mut self) {
        if !self.edits.is_sealed() {
            self.journal.note(|| MapInput::SealChanges);
            Arc::make_mut(&mut self.edits).seal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{CellRect, DiagonalRule, Falloff, Grid};

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
    fn what_obstacles_cover_counts_as_an_edit() {
        let mut map = map();
        let (free, wall) = (IVec2::new(2, 2), IVec2::new(4, 1));
        map.set_terrain(wall, 0).unwrap();
        map.block(free);
        type NamedEdit = (&'static str, fn(&mut MapEdits));
        let edits: [NamedEdit; 6] = [
            ("one more obstacle", |map| map.block(IVec2::new(2, 2))),
            ("other terrain below", |map| map.set_terrain(IVec2::new(2, 2), 7).unwrap()),
            ("one less, of two", |map| map.unblock(IVec2::new(2, 2))),
            ("an obstacle on a wall", |map| map.block(IVec2::new(4, 1))),
            ("none on the wall", |map| map.unblock(IVec2::new(4, 1))),
            ("another obstacle, and one less", |map| {
                map.unblock(IVec2::new(2, 2));
                map.set_terrain(IVec2::new(2, 2), 3).unwrap();
                map.block(IVec2::new(2, 2));
            }),
        ];
        for (name, edit) in edits {
            let (before, seen) =
                (map.revision(), (map.grid().clone(), map.obstacles(free), map.terrain(free)));
            map.seal_changes();
            map.edit(edit);
            assert_eq!(*map.grid(), seen.0, "{name}: the classes stay the same");
            assert!(map.revision().number() > before.number(), "{name}");
            let rects: Vec<CellRect> = map.changes_since(before).rects().unwrap().collect();
            assert!(rects == [CellRect::of_cell(free)] || rects == [CellRect::of_cell(wall)], "{name}");
        }
        let before = map.revision();
        map.edit(|map| {
            map.unblock(free);
            map.block(free);
            map.block(wall);
            map.unblock(wall);
            map.unblock(IVec2::ZERO);
        });
        assert_eq!(map.revision(), before, "in the end nothing has changed");
    }

    #[test]
    fn edits_are_read_by_the_revision_that_a_reader_has_seen() {
        let mut map = map();
        let first = map.revision();
        assert!(map.changes_since(first).is_empty());
        map.block(IVec2::ONE);
        let second = map.revision();
        let stamp = DangerStamp::new(1.0, 1.0, Falloff::Flat).unwrap();
        map.add_danger(1, &stamp, IVec2::ONE).unwrap();
        map.remove_danger(1, &stamp, IVec2::ONE).unwrap();
        assert_eq!(map.changes_since(first).rects().unwrap().count(), 3);
        assert_eq!(map.changes_since(second).rects().unwrap().count(), 2);
        assert!(map.changes_since(map.revision()).is_empty());
        let copy = map.clone();
        assert_eq!(copy.changes_since(second), map.changes_since(second));
        map.set_topology(Topology::square(DiagonalRule::Never));
        assert!(map.changes_since(second).rects().is_none() && copy.changes_since(second).rects().is_some());
        assert_eq!(map.add_danger(64, &stamp, IVec2::ONE), Err(DangerError::NoLayer(64)));
        assert_eq!(map.remove_danger(7, &stamp, IVec2::ONE), Err(DangerError::NoLayer(7)));
        let revision = map.revision();
        assert_eq!(map.remove_danger(1, &stamp, IVec2::ONE), Err(DangerError::NotThere(IVec2::ONE)));
        assert_eq!(map.revision(), revision);
    }
}
