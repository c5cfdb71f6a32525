//! A map that a game edits while agents cross it: terrain, obstacles, danger and regions, kept in step.

mod readiness;

use crate::{
    changes::{Changes, EditKind},
    cost_field::CostField,
    danger::{DangerError, DangerLayer, DangerStamp},
    edit_log::EditLog,
    error::PathError,
    grid::{CellRect, Grid, GridError},
    landmarks::Landmarks,
    path::Path,
    path_task::{PathTask, find_path_into, find_path_on},
    priced_grid::PricedGrid,
    profile::{Aversion, CostProfile},
    query::PathQuery,
    regions::{Parts, Regions},
    search::{Search, Visitor},
    topology::Topology,
    unique_id::UniqueId,
};
use glam::IVec2;

/// A map with everything on it, and the place for every edit.
///
/// Obstacles lie over the terrain: a cell under one or more of them has class 0, and has its own class again when the last is gone.
///
/// ```
/// use tilepath::{CostProfile, DangerStamp, Falloff, Grid, NavMap, PathQuery, Search, Topology};
/// let mut map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
/// let tower = [10, 4].into();
/// map.block(tower);
/// map.add_danger(0, &DangerStamp::new(4.0, 3.0, Falloff::Linear)?, tower)?;
/// let query = PathQuery::new([0, 4].into(), [19, 4].into());
/// let path = map.find_path(&CostProfile::default(), query, &mut Search::new(), &mut ())?;
/// assert!(path.cells().iter().any(|cell| (cell.y - tower.y).abs() >= 3)); // it bends round the tower
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NavMap {
    id: UniqueId,
    grid: Grid,
    terrain: Vec<u8>,
    obstacles: Vec<u32>,
    danger: Vec<DangerLayer>,
    topology: Topology,
    regions: Vec<Regions>,
    /// Memory for the upkeep of regions.
    parts: Parts,
    fields: Vec<CostField>,
    landmarks: Vec<Landmarks>,
    edits: EditLog,
    revision: u64,
}

/// The class of a cell under an obstacle.
const OBSTACLE: u8 = 0;

impl NavMap {
    /// A map of this terrain, without obstacles or danger.
    #[must_use]
    pub fn new(grid: Grid, topology: Topology) -> Self {
        Self {
            id: UniqueId::next(),
            terrain: grid.classes().to_vec(),
            obstacles: vec![0; grid.len()],
            danger: Vec::new(),
            topology,
            regions: Vec::new(),
            parts: Parts::default(),
            fields: Vec::new(),
            landmarks: Vec::new(),
            edits: EditLog::default(),
            revision: 0,
            grid,
        }
    }

    /// A number that no other map has, not even a copy of this one. It says that a map was put in place of another.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id.get()
    }

    /// A number that every edit raises: as long as it is the same, so is the map.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The classes as searches see them, with obstacles.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The shape of the map.
    #[must_use]
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Changes the diagonal rule or the step lengths.
    pub fn set_topology(&mut self, topology: Topology) {
        if self.topology != topology {
            self.topology = topology;
            self.revision += 1;
            self.regions.clear();
            self.fields.clear();
            self.landmarks.clear();
            self.edits.record_everything(self.revision);
        }
    }

    /// The class of the terrain below all obstacles, or `None` outside the map.
    #[must_use]
    pub fn terrain(&self, cell: IVec2) -> Option<u8> {
        self.grid.index(cell).map(|index| self.terrain[index])
    }

    /// Gives the terrain of a cell another class.
    ///
    /// # Errors
    /// [`GridError::Outside`] where the cell is not on the map.
    pub fn set_terrain(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        let index = self.grid.index(cell).ok_or(GridError::Outside { cell, size: self.grid.size() })?;
        self.terrain[index] = class;
        self.show(index);
        Ok(())
    }

    /// Puts an obstacle on a cell, over those that are there already. Outside the map it blocks nothing.
    pub fn block(&mut self, cell: IVec2) {
        if let Some(index) = self.grid.index(cell) {
            self.obstacles[index] += 1;
            self.show(index);
        }
    }

    /// Takes one obstacle off a cell. Without one, or outside the map, nothing happens.
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
                    regions.update(&self.grid, cell, &mut self.parts);
                }
            }
            let rect = CellRect::of_cell(cell);
            self.revision += 1;
            self.edits.record(rect, EditKind::Terrain { from: old, to: class }, self.revision);
            self.keep_ready(rect);
        }
    }

    /// The danger layers; there are none before the first stamp.
    #[must_use]
    pub fn danger_layers(&self) -> &[DangerLayer] {
        &self.danger
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

    /// Takes away a danger stamp that was added to this layer at this cell.
    ///
    /// # Errors
    /// [`DangerError::NoLayer`] where nothing was ever added to the layer.
    ///
    /// # Panics
    /// Where no such stamp lies there.
    pub fn remove_danger(
        &mut self,
        layer: usize,
        stamp: &DangerStamp,
        cell: IVec2,
    ) -> Result<(), DangerError> {
        self.danger.get_mut(layer).ok_or(DangerError::NoLayer(layer))?.remove(stamp, cell);
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

    /// What was edited after a [revision](NavMap::revision) of this map. Everything, where that was more than
    /// [`Changes::MAX_EDITS`] edits ago, or where the map has not come to the revision yet.
    ///
    /// Any number of readers may ask, each with the revision that it has seen. A revision is one of this map, not of a
    /// [copy](NavMap::id).
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

    /// Keeps later edits apart from those that were made so far, so that a reader that has seen these gets none of them again.
    ///
    /// Without it, neighbouring edits become one: [`NavMap::changes_since`] may then tell of more cells than were edited since, never
    /// of fewer.
    pub const fn seal_changes(&mut self) {
        self.edits.seal();
    }

    /// The map as an agent of this profile prices it.
    #[must_use]
    pub fn priced(&self, profile: &CostProfile) -> PricedGrid<'_> {
        PricedGrid::new(&self.grid, self.topology, profile, &self.danger)
    }

    /// Whether a cell is on the map and free to agents of this profile.
    #[must_use]
    pub fn is_free(&self, profile: &CostProfile, cell: IVec2) -> bool {
        self.grid.class(cell).is_some_and(|class| profile.cost(class) > 0)
    }

    /// Whether an agent of this profile may step from one cell to the other now.
    #[must_use]
    pub fn allows_step(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let free = |cell| self.is_free(profile, cell);
        free(from) && free(to) && self.topology.step_length(from, to, free).is_some()
    }

    /// The cheapest way, searched in one go.
    ///
    /// # Errors
    /// [`PathError`] tells the reasons apart.
    pub fn find_path(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
        visitor: &mut impl Visitor,
    ) -> Result<Path, PathError> {
        find_path_on(&self.view(profile), query, search, visitor)
    }

    /// As [`NavMap::find_path`], into a path whose memory is used again. Where there is no way the path is left empty.
    ///
    /// On a map that is [prepared](NavMap::prepare) a query for one goal allocates nothing once the scratch and the path have grown
    /// to the size that the map needs.
    ///
    /// # Errors
    /// As [`NavMap::find_path`].
    pub fn find_path_into(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
        path: &mut Path,
    ) -> Result<(), PathError> {
        find_path_into(&self.view(profile), query, search, &mut (), path)
    }

    /// Checks a query and begins a search that is driven in slices.
    ///
    /// # Errors
    /// Whatever can be told before any expansion: all of [`PathError`] but `OverBudget` and `TooCostly`.
    pub fn begin_path(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
    ) -> Result<PathTask, PathError> {
        PathTask::begin(&self.view(profile), query, search)
    }

    /// As [`NavMap::begin_path`], for a visitor that sees every expansion: the search then goes cell by cell.
    ///
    /// # Errors
    /// As [`NavMap::begin_path`].
    pub fn begin_path_watched<V: Visitor>(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut Search,
    ) -> Result<PathTask<V>, PathError> {
        PathTask::begin(&self.view(profile), query, search)
    }

    /// Goes on with a search for at most `slice` expansions. `None` means that the slice is used up and the search is not done.
    ///
    /// The map, the profile and the scratch must be the same as when it was begun, and the visitor of the type that it was begun for:
    /// `()` after [`NavMap::begin_path`].
    ///
    /// # Errors
    /// The answer may be [`PathError::Unreachable`], [`PathError::OverBudget`] or [`PathError::TooCostly`].
    pub fn run_path<V: Visitor>(
        &self,
        profile: &CostProfile,
        task: &mut PathTask<V>,
        search: &mut Search,
        slice: u32,
        visitor: &mut V,
    ) -> Option<Result<Path, PathError>> {
        let mut path = Path::default();
        let answer = task.run(&self.view(profile), search, slice, visitor, &mut path);
        answer.map(|found| found.map(|()| path))
    }

    /// The free cell nearest to a cell, by distance between centres, then by row and column; `None` where every cell is a wall.
    ///
    /// Looks at O(d²) cells for a distance of d.
    #[must_use]
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<IVec2> {
        let priced = self.priced(profile);
        if priced.cheapest() == 0 {
            return None;
        }
        let last = self.grid.size().as_ivec2() - 1;
        let inside = cell.clamp(IVec2::ZERO, last);
        let squared = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let distance = |at: IVec2| squared(at.x, cell.x).saturating_add(squared(at.y, cell.y));
        let mut nearest: Option<(u64, i32, i32)> = None;
        for ring in 0..=last.max_element() {
            // Every cell of this ring is at least this far away, as its clamped middle is the nearest cell of the map.
            let least = distance(inside).saturating_add(u64::from(ring.unsigned_abs()).pow(2));
            if nearest.is_some_and(|(found, ..)| found < least) {
                break;
            }
            let best = CellRect::of_cell(inside)
                .grown(ring)
                .edge()
                .filter(|&at| priced.is_free_cell(at))
                .map(|at| (distance(at), at.y, at.x))
                .min();
            nearest = nearest.into_iter().chain(best).min();
        }
        nearest.map(|(_, y, x)| IVec2::new(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::danger::Falloff;

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
        map.set_topology(Topology::square(crate::DiagonalRule::Never));
        assert!(map.changes_since(1).rects().is_none() && copy.changes_since(1).rects().is_some());
        assert_eq!(map.add_danger(64, &stamp, IVec2::ONE), Err(DangerError::NoLayer(64)));
        assert_eq!(map.remove_danger(7, &stamp, IVec2::ONE), Err(DangerError::NoLayer(7)));
    }

    #[test]
    fn a_copy_is_another_map() {
        let map = map();
        let copy = map.clone();
        assert_ne!(map.id(), copy.id());
        assert_eq!(map.grid(), copy.grid());
    }

    #[test]
    fn nearest_free_agrees_with_looking_at_every_cell() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let size = glam::UVec2::new(random.u32(1..9), random.u32(1..9));
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(..6) == 0)).unwrap();
            let map = NavMap::new(grid, Topology::default());
            let cell = IVec2::new(random.i32(-4..12), random.i32(-4..12));
            let expected = (0..map.grid().len())
                .filter(|&index| map.grid().classes()[index] > 0)
                .map(|index| map.grid().cell(index).distance_squared(cell))
                .min();
            let found = map.nearest_free(&CostProfile::default(), cell);
            assert_eq!(found.map(|at| at.distance_squared(cell)), expected);
        }
    }
}
