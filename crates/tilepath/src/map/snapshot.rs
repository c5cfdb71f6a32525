//! Snapshots of a map, and going back to them.

use super::{
    bodies::Layers,
    edited_rects::EditRuns,
    input::MapInput,
    nav_map::NavMap,
    piles::{self, Outside, Piles},
    preparation::PreparedProfile,
};
use crate::{
    cost_field::EngineTrial,
    ground::{
        CellRect, ClassSet, CostProfile, DangerLayer, EditLog, Grid, Links, MapRevision, Mixes, Topology,
    },
    landmarks::Landmarks,
    undo::{Image, Lasting, RestoreError, Timeline, UndoArray, Visit},
};
use core::ops::Range;
use glam::IVec2;
use std::sync::Arc;

/// A state of a [`NavMap`] to which the map can go back: see [`NavMap::snapshot`].
///
/// A snapshot is no copy. From the time when it is taken, the map keeps what edits overwrite, until the snapshot is dropped.
#[derive(Clone, Debug)]
pub struct MapSnapshot {
    id: u64,
    bounds: CellRect,
    terrain: Lasting<UndoArray<u8>>,
    obstacles: Lasting<UndoArray<u32>>,
    piles: Piles,
    outside: Outside,
    mixes: Mixes,
    links: Links,
    danger: Vec<DangerLayer>,
    topology: Topology,
    /// The classes and sizes of bodies for which the map has regions, and the profiles for which it has cost fields, the oldest first.
    regions: Vec<(ClassSet, u8)>,
    cost_fields: Vec<(CostProfile, EngineTrial)>,
    landmarks: Vec<Landmarks>,
    preparation: Option<Arc<PreparedProfile>>,
    edits: Arc<EditLog>,
    revision: MapRevision,
    timeline: Lasting<Timeline>,
}

/// A map and its snapshots have the same lasting values.
macro_rules! impl_image {
    ($($state:ty),+) => {
        $(impl Image for $state {
            fn visit(&mut self, visit: &mut Visit) {
                self.timeline.visit(visit);
                self.terrain.visit(visit);
                self.obstacles.visit(visit);
                self.danger.iter_mut().for_each(|layer| layer.visit(visit));
                self.landmarks.iter_mut().for_each(|landmarks| landmarks.visit(visit));
            }
        })+
    };
}

impl_image!(NavMap, MapSnapshot);

impl NavMap {
    /// Takes a snapshot of the map, to which [`NavMap::restore`] can go back.
    ///
    /// - The time does not grow with the size of the map. As long as snapshots exist, edits take a little longer, and the map
    ///   keeps what they overwrite.
    /// - Dropped snapshots free their memory when the next snapshot is taken.
    /// - A clone of the map knows no snapshots.
    ///
    /// ```
    /// use tilepath::{Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([90, 90].into(), 1)?, Topology::default());
    /// let (before, snapshot) = (map.revision(), map.snapshot());
    /// map.block([4, 4].into());
    /// map.restore(&snapshot)?;
    /// assert_eq!((map.revision(), map.grid().class([4, 4].into())), (before, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&mut self) -> MapSnapshot {
        self.visit(&mut Visit::Mark);
        let snapshot = MapSnapshot {
            id: self.id,
            bounds: self.grid.bounds(),
            terrain: self.terrain.clone(),
            obstacles: self.obstacles.clone(),
            piles: self.piles.clone(),
            outside: self.outside.clone(),
            mixes: self.grid.mixes().clone(),
            links: self.grid.links().clone(),
            danger: self.danger.clone(),
            topology: self.topology,
            regions: self
                .regions
                .iter()
                .map(|regions| (regions.passable(), regions.size_of_bodies()))
                .collect(),
            cost_fields: self.cost_fields().map(|field| (field.profile().clone(), field.trial)).collect(),
            landmarks: self.landmarks.clone(),
            preparation: self.preparation.clone(),
            edits: self.edits.clone(),
            revision: self.revision,
            timeline: self.timeline.clone(),
        };
        self.visit(&mut Visit::Unmark);
        snapshot
    }

    /// Takes the map back to the state in which a snapshot of it was taken. Later snapshots can't be restored any more.
    ///
    /// - The map is then as it was, with its revision, and what it had prepared. Edits that are undone are no edits: no reader of
    ///   [`NavMap::changes_since`] finds them.
    /// - The time grows with what was edited since, not with the size of the map, unless a class number changed its meaning since (see
    ///   [`NavMap::grid`]). If the map was replaced by another map, or given another
    ///   topology, it is prepared again, which takes as long as [`NavMap::prepare`] for each profile.
    ///
    /// # Errors
    /// [`RestoreError`]. The map is then unchanged.
    pub fn restore(&mut self, snapshot: &MapSnapshot) -> Result<(), RestoreError> {
        let mut snapshot = snapshot.clone();
        snapshot.check_against(self)?;
        self.journal.note(|| MapInput::Restored);
        let is_same = snapshot.is_of(self);
        let mut changed = Changed::default();
        snapshot.take_place_of(self, &mut changed);
        if is_same {
            self.show_again(changed);
        } else {
            self.show_anew(snapshot.bounds);
        }
        self.prepare_as(&snapshot.regions, &snapshot.cost_fields);
        Ok(())
    }

    /// Checks whether [`NavMap::restore`] can restore a snapshot, and changes nothing. Check all parts of a game before you restore one.
    ///
    /// # Errors
    /// [`RestoreError`].
    pub fn check_restore(&mut self, snapshot: &MapSnapshot) -> Result<(), RestoreError> {
        snapshot.clone().check_against(self)
    }

    /// Brings the classes that searches see, regions and cost fields in step with what was undone.
    fn show_again(&mut self, changed: Changed) {
        let renumbered = changed.renumbered;
        let shown = (0..).zip(self.grid.classes()).filter(|(_, class)| renumbered.contains(class));
        let shown: Vec<usize> =
            if renumbered.is_empty() { Vec::new() } else { shown.map(|(index, _)| index).collect() };
        let indices = changed.cells.into_iter().flatten().chain(shown).map(|index| index as u32);
        // Bodies use numbers that no cell may have, not even below another one.
        let has_bodies = !self.bodies.is_empty();
        let differs = |&index: &u32| {
            let shown = self.grid.classes()[index as usize];
            has_bodies || shown != self.shown_class(index as usize) || renumbered.contains(&shown)
        };
        let mut cells: Vec<u32> = indices.filter(differs).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut rects = self.show(&cells, &renumbered, |_, _, _, _| {});
        let mut runs = EditRuns::default();
        let mut ranges = changed.danger;
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.into_iter().for_each(|range| rects_of(&self.grid, range).for_each(|rect| runs.add(rect)));
        rects.extend(runs.finish());
        rects.extend(changed.link_ends);
        let Self { grid, topology, terrain, obstacles, piles, bodies, cost_fields, .. } = self;
        let layers = Layers { grid, shape: topology.shape(), terrain, obstacles, piles };
        for field in cost_fields {
            let (grid, places) = bodies.seen(layers, field.profile(), &rects);
            field.update_many(grid, &self.danger, &places);
        }
    }

    /// Shows all cells again, because the map was another one.
    fn show_anew(&mut self, bounds: CellRect) {
        let (mixes, links) = (self.grid.mixes().clone(), self.grid.links().clone());
        let class = |cell: IVec2| {
            let index = bounds.index(cell).unwrap_or_default();
            piles::shown_class(&self.piles, &mixes, self.obstacles[index], self.terrain[index])
        };
        if let Ok(grid) = Grid::from_fn_in(bounds, class) {
            self.grid = grid;
            *self.grid.mixes_mut() = mixes;
            *self.grid.links_mut() = links;
        }
        self.bodies.clear();
        (self.regions, self.cost_fields) = Default::default();
    }

    /// Keeps ready exactly what is listed, in this order.
    fn prepare_as(&mut self, regions: &[(ClassSet, u8)], profiles: &[(CostProfile, EngineTrial)]) {
        let (mut known, mut fields) =
            (core::mem::take(&mut self.regions), core::mem::take(&mut self.cost_fields));
        for &(passable, size) in regions {
            let found = known.iter().position(|known| known.serves_bodies(passable, size, self.topology));
            let regions = found.map(|at| known.swap_remove(at));
            self.regions.push(regions.unwrap_or_else(|| self.built_regions(passable, size)));
        }
        for (profile, trial) in profiles {
            let found = fields.iter().position(|field| field.serves(profile, self.topology));
            let field = found.map(|at| fields.swap_remove(at));
            let mut field = field.unwrap_or_else(|| self.built_cost_field(profile));
            field.trial = *trial;
            self.cost_fields.push(field);
        }
    }
}

/// What an undo has changed, as ranges of indices.
#[derive(Default)]
struct Changed {
    /// Cells with another terrain or another number of obstacles.
    cells: Vec<Range<usize>>,
    danger: Vec<Range<usize>>,
    /// The class numbers that stand for other classes now.
    renumbered: Vec<u8>,
    /// The ends of links and the cells of walls on edges that may have been added or removed.
    link_ends: Vec<CellRect>,
}

impl MapSnapshot {
    /// Whether the map is still the one of which this snapshot was taken, and not another one or a clone, and has the same topology.
    fn is_of(&self, map: &NavMap) -> bool {
        self.topology == map.topology
            && self.terrain.is_of(&map.terrain)
            && self.obstacles.is_of(&map.obstacles)
            && self.danger.iter().zip(&map.danger).all(|(image, layer)| image.units_are_of(layer))
    }

    /// Becomes the state of a map. What regions and cost fields follow from is noted in `changed`.
    fn take_place_of(&mut self, map: &mut NavMap, changed: &mut Changed) {
        map.id = self.id;
        map.topology = self.topology;
        map.preparation = self.preparation.take();
        map.edits = self.edits.clone();
        map.revision = self.revision;
        // A layer that did not exist yet has left its danger everywhere.
        for layer in map.danger.iter().skip(self.danger.len()) {
            changed.danger.extend(layer.stamped());
        }
        let known = map.danger.len();
        let mixes = core::mem::take(&mut self.mixes);
        let (grid, shown) = (&map.grid, map.grid.mixes());
        let differs = |&number: &u8| grid.count(number) > 0 && mixes.classes(number) != shown.classes(number);
        changed.renumbered = (0..=u8::MAX).filter(differs).collect();
        *map.grid.mixes_mut() = mixes;
        let links = core::mem::take(&mut self.links);
        if links != *map.grid.links() {
            let ends = links.ends().chain(map.grid.links().ends()).filter(|&end| map.grid.contains(end));
            changed.link_ends = ends.map(CellRect::of_cell).collect();
        }
        *map.grid.links_mut() = links;
        map.piles = core::mem::take(&mut self.piles);
        map.outside = self.outside.clone();
        map.terrain = core::mem::take(&mut self.terrain);
        map.obstacles = core::mem::take(&mut self.obstacles);
        map.danger = core::mem::take(&mut self.danger);
        map.landmarks = core::mem::take(&mut self.landmarks);
        map.timeline = core::mem::take(&mut self.timeline);
        map.terrain.revive(&mut |range| changed.cells.push(range));
        map.obstacles.revive(&mut |range| changed.cells.push(range));
        for layer in &mut map.danger {
            layer.units_mut().revive(&mut |range| changed.danger.push(range));
        }
        for layer in map.danger.iter().skip(known) {
            changed.danger.extend(layer.stamped());
        }
        map.visit(&mut Visit::Revive);
    }
}

/// Rectangles around the cells of a range of indices.
fn rects_of(grid: &Grid, range: Range<usize>) -> impl Iterator<Item = CellRect> + use<> {
    let (width, origin) = (grid.size().x as usize, grid.origin());
    let rows = range.start / width..range.end.div_ceil(width);
    rows.map(move |y| {
        let x = |index: usize| index.clamp(y * width, (y + 1) * width - 1) - y * width;
        let (first, last) = (x(range.start), x(range.end - 1));
        let row =
            CellRect { min: IVec2::new(first as i32, y as i32), max: IVec2::new(last as i32, y as i32) };
        row.moved(origin)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        budget::Budget,
        ground::{DangerStamp, DiagonalRule, Falloff},
        path::PathQuery,
        search::SearchScratch,
    };
    use glam::UVec2;

    fn costs(map: &NavMap, profile: &CostProfile, search: &mut SearchScratch) -> Vec<Option<u32>> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut cell = || IVec2::new(random.i32(0..300), random.i32(230..300));
        let queries: Vec<PathQuery> = (0..40).map(|_| PathQuery::new(cell(), cell())).collect();
        let cost =
            |query| map.find_path(profile, query, search, &mut ()).ok().map(|path| path.cost().units());
        queries.into_iter().map(cost).collect()
    }

    /// A preparation that goes on from a snapshot, with other edits, makes another field than before: what a search remembers of the
    /// earlier one must not count.
    #[test]
    fn searches_remember_nothing_of_a_field_that_was_prepared_in_an_undone_future() {
        let profile = CostProfile::default();
        for slices in (1..30).step_by(4) {
            let class = |cell: IVec2| u8::from(!(cell.x % 40 == 20 && cell.y % 60 > 20));
            let grid = Grid::from_fn(UVec2::splat(300), class).unwrap();
            let mut map = NavMap::new(grid, Topology::square(DiagonalRule::Always));
            let mut slice = || map.prepare_some(&profile, &mut Budget::new(1000)).is_pending();
            assert!((0..slices).all(|_| slice()));
            let (snapshot, mut search) = (map.snapshot(), SearchScratch::new());
            map.prepare(&profile);
            costs(&map, &profile, &mut search);
            map.restore(&snapshot).unwrap();
            (232..295).for_each(|y| map.block(IVec2::new(150, y)));
            (100..150).for_each(|x| map.block(IVec2::new(x, 262)));
            map.prepare(&profile);
            let fresh = costs(&map, &profile, &mut SearchScratch::new());
            assert_eq!(costs(&map, &profile, &mut search), fresh, "after {slices} slices");
        }
    }

    #[test]
    fn a_snapshot_after_a_restored_one_is_refused_even_if_no_cell_was_overwritten() {
        let mut map = NavMap::new(Grid::new([20, 9].into(), 1).unwrap(), Topology::default());
        let first = map.snapshot();
        let stamp = DangerStamp::new(3.0, 4.0, Falloff::Flat).unwrap();
        map.add_danger(0, &stamp, IVec2::new(10, 4)).unwrap();
        let second = map.snapshot();
        map.restore(&second).unwrap();
        map.restore(&first).unwrap();
        assert!(map.danger_layers().is_empty());
        assert_eq!(map.check_restore(&second), Err(RestoreError::Passed));
        assert_eq!(map.restore(&second), Err(RestoreError::Passed));
        assert_eq!(map.check_restore(&first), Ok(()));
        let mut other = NavMap::new(Grid::new([20, 9].into(), 1).unwrap(), Topology::default());
        assert_eq!(map.restore(&other.snapshot()), Err(RestoreError::OtherState));
    }
}
