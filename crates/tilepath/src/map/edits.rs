//! Many edits at once, after which everything that the map keeps ready is brought in step.

use super::{
    bodies::Layers,
    edited_rects::{EditRuns, LARGE_EDIT, LargeEdit, Rects},
    input::{MapEdit, MapInput},
    nav_map::NavMap,
    piles::{self, Counts},
};
use crate::{
    ground::{
        Aversion, CellRect, ClassSet, DangerError, DangerLayer, DangerStamp, EditKind, GridError,
        MapRevision, MixedClasses,
    },
    journal::Session,
    regions::Regions,
};
use glam::IVec2;
use smallvec::SmallVec;
use std::{collections::BTreeSet, sync::Arc};

/// The editor that [`NavMap::edit`] passes to its closure. The edits take effect when the closure returns.
#[derive(Debug)]
pub struct MapEdits<'a> {
    pub(super) map: &'a mut NavMap,
    before: MapRevision,
    /// The cells whose terrain or obstacles were edited, as indices.
    touched: SmallVec<[u32; 8]>,
    /// The edited cells with an obstacle before or after the edit, as they were before it.
    covered: SmallVec<[CoveredCell; 4]>,
    /// The rectangles in which danger was edited.
    rects: Rects,
    /// Class numbers that stood for several classes before the edit, and now stand for something else.
    renumbered: SmallVec<[u8; 2]>,
    /// The edits, while the game is recorded.
    pub(super) session: Session<MapEdit>,
}

/// The class of a cell, with its obstacles and the terrain below them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CoveredCell {
    index: u32,
    /// What [`Piles::fingerprint`](super::piles::Piles::fingerprint) returns for the obstacles.
    obstacles: u64,
    terrain: u8,
    class: u8,
}

impl CoveredCell {
    /// The cell as numbers that no other cell has.
    fn digits(self) -> [u64; 2] {
        let Self { index, obstacles, terrain, class } = self;
        [u64::from(index) << 32 ^ obstacles, u64::from(terrain) << 8 | u64::from(class)]
    }
}

impl<'a> MapEdits<'a> {
    pub(super) fn new(map: &'a mut NavMap) -> Self {
        let (before, session) = (map.revision, Session::of(&map.journal));
        Self {
            map,
            before,
            touched: SmallVec::new(),
            covered: SmallVec::new(),
            rects: SmallVec::new(),
            renumbered: SmallVec::new(),
            session,
        }
    }

    /// Changes the class of a cell's terrain, like [`NavMap::set_terrain`].
    ///
    /// # Errors
    /// The same as [`NavMap::set_terrain`].
    pub fn set_terrain(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        self.session.note(|| MapEdit::SetTerrain(cell, class));
        let grid = &self.map.grid;
        let index = grid.index(cell).ok_or(GridError::Outside { cell, bounds: grid.bounds() })?;
        if self.map.terrain[index] != class {
            self.keep_free(class).map_err(GridError::TooManyClasses)?;
            if self.map.obstacles[index] > 0 {
                self.covered.push(self.map.covered_cell(index));
            }
            self.map.terrain.set(index, class);
            self.touched.push(index as u32);
        }
        Ok(())
    }

    /// Adds one obstacle of class 0 to a cell, like [`NavMap::block`].
    pub fn block(&mut self, cell: IVec2) {
        self.session.note(|| MapEdit::Block(cell));
        // With an error, the cell is a wall for all profiles for which class 0 is one.
        let _ = self.change_obstacles(cell, |counts| piles::add(counts, 0));
    }

    /// Removes one obstacle of class 0 from a cell, like [`NavMap::unblock`].
    pub fn unblock(&mut self, cell: IVec2) {
        self.session.note(|| MapEdit::Unblock(cell));
        let _ = self.change_obstacles(cell, |counts| piles::remove(counts, 0, 1));
    }

    /// Adds one obstacle of a class to a cell, like [`NavMap::block_as`].
    ///
    /// # Errors
    /// The same as [`NavMap::block_as`].
    pub fn block_as(&mut self, cell: IVec2, class: u8) -> Result<(), GridError> {
        self.session.note(|| MapEdit::BlockAs(cell, class));
        let Some(index) = self.map.grid.index(cell) else {
            return self.change_obstacles(cell, |counts| piles::add(counts, class));
        };
        self.keep_free(class).map_err(GridError::TooManyClasses)?;
        let pile = self.map.obstacles[index];
        let result = self.change_obstacles(cell, |counts| piles::add(counts, class));
        if result.is_err() {
            self.map.obstacles.set(index, pile);
        }
        result
    }

    /// Removes one obstacle of a class from a cell, like [`NavMap::unblock_as`].
    pub fn unblock_as(&mut self, cell: IVec2, class: u8) {
        self.session.note(|| MapEdit::UnblockAs(cell, class));
        let _ = self.change_obstacles(cell, |counts| piles::remove(counts, class, 1));
    }

    /// Changes the obstacles of a cell. With an error, no number is left for a class that stands for several.
    fn change_obstacles(&mut self, cell: IVec2, change: impl FnOnce(&mut Counts)) -> Result<(), GridError> {
        let Some(index) = self.map.grid.index(cell) else {
            self.change_outside(cell, change);
            return Ok(());
        };
        let pile = self.map.obstacles[index];
        let mut counts = self.map.piles.counts(pile);
        change(&mut counts);
        let classes = piles::classes_of(&counts);
        let changed = self.map.piles.pile_of(counts);
        if changed == pile {
            return Ok(());
        }
        self.covered.push(self.map.covered_cell(index));
        self.map.obstacles.set(index, changed);
        self.touched.push(index as u32);
        self.number(&classes, cell)?;
        match *classes {
            // As an agent sees the cell that is the wall itself.
            [0, ref others @ ..] => self.number(others, cell),
            _ => Ok(()),
        }
    }

    /// Changes the obstacles of a cell outside the map.
    fn change_outside(&mut self, cell: IVec2, change: impl FnOnce(&mut Counts)) {
        let outside = Arc::make_mut(&mut self.map.outside);
        let counts = outside.entry(cell.to_array()).or_default();
        change(counts);
        if counts.is_empty() {
            outside.remove(&cell.to_array());
        }
    }

    /// Puts obstacles on a cell that had none.
    pub(super) fn put_obstacles(&mut self, cell: IVec2, obstacles: Counts) {
        for &(class, _) in &obstacles {
            // With an error, the cell is a wall for all profiles for which class 0 is one.
            let _ = self.keep_free(class);
        }
        let _ = self.change_obstacles(cell, |counts| *counts = obstacles);
    }

    /// Makes sure that a number stands for these classes, if they are several.
    fn number(&mut self, classes: &[u8], cell: IVec2) -> Result<(), GridError> {
        if classes.len() < 2 || self.map.grid.mixes().number(classes).is_some() {
            return Ok(());
        }
        let number = self.unused_number(None).ok_or(GridError::TooManyClasses(cell))?;
        self.map.grid.mixes_mut().add(number, classes.into());
        // Cells with these obstacles for which no number was left.
        let map = &*self.map;
        let is_alike = |&(_, &pile): &(u32, &u32)| map.piles.is_of(pile, classes);
        self.touched.extend((0..).zip(map.obstacles.iter()).filter(is_alike).map(|(index, _)| index));
        Ok(())
    }

    /// Makes sure that a class stands for itself. Fails with the first cell that shows it, if no other number is left.
    pub(super) fn keep_free(&mut self, class: u8) -> Result<(), IVec2> {
        let Some(classes) = self.map.grid.mixes().classes(class) else { return Ok(()) };
        let classes = classes.into();
        let first = self.map.grid.classes().iter().position(|&shown| shown == class);
        let cell = first.map_or(self.map.grid.origin(), |index| self.map.grid.cell(index));
        let number = self.unused_number(Some(class)).ok_or(cell)?;
        let mixes = self.map.grid.mixes_mut();
        mixes.retain(|&(known, _)| known != class);
        mixes.add(number, classes);
        self.show_again(class);
        Ok(())
    }

    /// Notes that a number stands for something else from now on.
    fn show_again(&mut self, number: u8) {
        self.renumbered.push(number);
        let shown = (0..).zip(self.map.grid.classes()).filter(|&(_, &shown)| shown == number);
        self.touched.extend(shown.map(|(index, _)| index));
    }

    /// A number that no terrain and no obstacle has, that no cell shows, and that stands for nothing. Not `except`.
    fn unused_number(&mut self, except: Option<u8>) -> Option<u8> {
        // The log of edits speaks of classes. A number in it is taken only if there is no other, and the log is then forgotten.
        let find = |map: &NavMap, may_be_logged: bool| {
            let mut is_used = [false; 256];
            let mut take = |class: u8| is_used[usize::from(class)] = true;
            map.terrain.iter().copied().chain(except).for_each(&mut take);
            map.obstacles.iter().for_each(|&pile| map.piles.classes(pile).into_iter().for_each(&mut take));
            map.grid.links().classes().for_each(&mut take);
            for (number, classes) in map.grid.mixes().iter() {
                take(*number);
                classes.iter().copied().for_each(&mut take);
            }
            if !may_be_logged {
                map.edits.classes().for_each(&mut take);
            }
            // 0 is for walls, at any time.
            (1..=u8::MAX).rev().find(|&class| !is_used[usize::from(class)] && map.grid.count(class) == 0)
        };
        find(self.map, false).or_else(|| {
            // What no cell needs any more.
            let map = &mut *self.map;
            let piles = map.obstacles.iter().map(|&pile| map.piles.classes(pile));
            let needed: BTreeSet<MixedClasses> = piles.filter(|classes| classes.len() > 1).collect();
            let is_needed = |classes: &[u8]| {
                needed.iter().any(|needed| {
                    let others = needed.strip_prefix(&[0]).unwrap_or_default();
                    needed[..] == *classes || *others == *classes
                })
            };
            let mut dropped: SmallVec<[u8; 8]> = SmallVec::new();
            map.grid.mixes_mut().retain(|(number, classes)| {
                let keeps = is_needed(classes);
                dropped.extend((!keeps).then_some(*number));
                keeps
            });
            dropped.into_iter().for_each(|number| self.show_again(number));
            let number = find(self.map, true)?;
            self.renumbered.push(number);
            Some(number)
        })
    }

    /// Adds a danger stamp, like [`NavMap::add_danger`].
    ///
    /// # Errors
    /// The same as [`NavMap::add_danger`].
    pub fn add_danger(&mut self, layer: usize, stamp: &DangerStamp, cell: IVec2) -> Result<(), DangerError> {
        self.session.note(|| MapEdit::AddDanger(layer as u64, stamp.clone(), cell));
        if layer >= Aversion::MAX_LAYERS {
            return Err(DangerError::NoLayer(layer));
        }
        while self.map.danger.len() <= layer {
            self.map.danger.push(DangerLayer::new(self.map.topology.shape(), self.map.grid.bounds()));
        }
        self.map.danger[layer].add(stamp, cell)?;
        self.record_danger(layer, stamp, cell, EditKind::DangerAdded);
        Ok(())
    }

    /// Removes a danger stamp, like [`NavMap::remove_danger`].
    ///
    /// # Errors
    /// The same as [`NavMap::remove_danger`].
    pub fn remove_danger(
        &mut self,
        layer: usize,
        stamp: &DangerStamp,
        cell: IVec2,
    ) -> Result<(), DangerError> {
        self.session.note(|| MapEdit::RemoveDanger(layer as u64, stamp.clone(), cell));
        self.map.danger.get_mut(layer).ok_or(DangerError::NoLayer(layer))?.remove(stamp, cell)?;
        self.record_danger(layer, stamp, cell, EditKind::DangerRemoved);
        Ok(())
    }

    fn record_danger(&mut self, layer: usize, stamp: &DangerStamp, cell: IVec2, kind: EditKind) {
        let rect = stamp.rect(self.map.topology.shape(), cell);
        if let Some(rect) = rect.intersection(self.map.grid.bounds()) {
            let middle = u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32);
            let sign = u64::from(kind == EditKind::DangerAdded);
            self.map.revision.advance([stamp.fingerprint(), middle, (layer as u64) << 1 | sign]);
            self.record(rect, kind);
        }
    }

    pub(super) fn record(&mut self, rect: CellRect, kind: EditKind) {
        Arc::make_mut(&mut self.map.edits).record(rect, kind, self.map.revision.number());
        self.rects.push(rect);
    }

    /// Shows each edited cell to searches, and records the edits.
    fn show(&mut self) {
        let mut large = (self.touched.len() > LARGE_EDIT).then(LargeEdit::default);
        let rects = self.map.show(&self.touched, &self.renumbered, |map, index, old, class| {
            map.revision.advance(map.covered_cell(index).digits());
            let (cell, kind) = (map.grid.cell(index), EditKind::Terrain { from: old, to: class });
            match &mut large {
                Some(large) => large.add(cell, (old, class)),
                None => {
                    let edits = Arc::make_mut(&mut map.edits);
                    edits.record(CellRect::of_cell(cell), kind, map.revision.number());
                }
            }
        });
        if let Some(large) = large {
            let (cells, revision) = (self.map.grid.len(), self.map.revision.number());
            let edits = Arc::make_mut(&mut self.map.edits);
            match large.finish(cells) {
                Some(rects) => rects.for_each(|(rect, kind)| edits.record(rect, kind, revision)),
                None => edits.record_everything(revision),
            }
        }
        self.rects.extend(rects);
    }

    /// Records edits that changed the terrain or the number of obstacles of a cell, but not the class that searches see. An
    /// example is new terrain under an obstacle.
    fn record_covered(&mut self) {
        let Self { map, covered, .. } = self;
        // The first entry of each cell shows it before all edits.
        covered.sort_by_key(|cell| cell.index);
        covered.dedup_by_key(|cell| cell.index);
        for before in covered {
            let now = map.covered_cell(before.index as usize);
            if now.class == before.class && now != *before {
                map.revision.advance(now.digits());
                let rect = CellRect::of_cell(map.grid.cell(before.index as usize));
                Arc::make_mut(&mut map.edits).record(rect, EditKind::Covered, map.revision.number());
            }
        }
    }
}

impl NavMap {
    /// Gives each of some cells the class that searches see: the class of its terrain, or that of its obstacles. Also
    /// updates the regions. `renumbered`: the numbers that stand for other classes now. Calls `record` with each changed cell and its class
    /// before and after, and returns rectangles around them.
    pub(super) fn show(
        &mut self,
        touched: &[u32],
        renumbered: &[u8],
        mut record: impl FnMut(&mut Self, usize, u8, u8),
    ) -> Rects {
        let passable = |regions: &Regions| match regions.size_of_bodies() {
            1 => self.grid.mixes().join(regions.passable()),
            // Bodies wider than a cell are brought in step afterwards.
            _ => ClassSet::default(),
        };
        let sets: SmallVec<[ClassSet; NavMap::MAX_PREPARED]> = self.regions.iter().map(passable).collect();
        let Self { grid, regions, split, topology, .. } = self;
        let narrow = regions.iter_mut().filter(|regions| regions.size_of_bodies() == 1);
        narrow.for_each(|regions| regions.update_walled(grid, topology.shape(), split));
        // For each of them whether a cell became free or a wall.
        let mut changed: SmallVec<[bool; NavMap::MAX_PREPARED]> =
            SmallVec::from_elem(!renumbered.is_empty(), sets.len());
        let at_once = touched.len() > LARGE_EDIT || !renumbered.is_empty();
        let mut rects = EditRuns::default();
        for &index in touched.iter() {
            let index = index as usize;
            let class = self.shown_class(index);
            let cell = self.grid.cell(index);
            let old = self.grid.set_class(cell, class).unwrap_or(class);
            if old == class && !renumbered.contains(&class) {
                continue;
            }
            for (nth, passable) in sets.iter().enumerate() {
                if passable.contains(old) != passable.contains(class) {
                    changed[nth] = true;
                    if !at_once {
                        self.regions[nth].update(cell, &mut self.split);
                    }
                }
            }
            record(self, index, old, class);
            rects.add(CellRect::of_cell(cell));
        }
        if at_once {
            let Self { grid, regions, split, .. } = self;
            let cells = || touched.iter().map(|&index| CellRect::of_cell(grid.cell(index as usize)));
            let changed = regions.iter_mut().zip(changed).filter(|(_, changed)| *changed);
            let changed = changed.filter(|(regions, _)| regions.size_of_bodies() == 1);
            changed.for_each(|(regions, _)| regions.update_many(grid, cells(), split));
        }
        let rects = rects.finish();
        self.show_to_bodies(touched, &rects);
        rects
    }

    /// Shows edits of the cells in some rectangles to bodies wider than a cell. If class numbers stand for other classes now, the map as bodies see it is
    /// made again when somebody asks for it. Prices do not depend on the numbers.
    fn show_to_bodies(&mut self, touched: &[u32], rects: &[CellRect]) {
        let Self { grid, topology, terrain, obstacles, piles, bodies, regions, split, .. } = self;
        let layers = Layers { grid, shape: topology.shape(), terrain, obstacles, piles };
        if bodies.fit(layers, touched) {
            bodies.update(grid, rects);
        } else {
            bodies.clear();
        }
        for regions in regions.iter_mut().filter(|regions| regions.size_of_bodies() > 1) {
            let (passable, size) = (regions.passable(), regions.size_of_bodies());
            let body = bodies.with_walls(layers, (passable, size));
            let places = rects.iter().filter_map(|&rect| body.places_on(rect).intersection(grid.bounds()));
            regions.update_walled(body.grid(), layers.shape, split);
            regions.update_few(body.grid(), places, split);
        }
    }

    /// The class that searches see in the cell at a row-major index: that of its terrain, or that of its obstacles.
    pub(super) fn shown_class(&self, index: usize) -> u8 {
        piles::shown_class(&self.piles, self.grid.mixes(), self.obstacles[index], self.terrain[index])
    }

    /// The current state of the cell at a row-major index, with the class that searches see.
    fn covered_cell(&self, index: usize) -> CoveredCell {
        CoveredCell {
            index: index as u32,
            obstacles: self.piles.fingerprint(self.obstacles[index]),
            terrain: self.terrain[index],
            class: self.grid.classes()[index],
        }
    }
}

impl Drop for MapEdits<'_> {
    fn drop(&mut self) {
        self.map.journal.note_session(&mut self.session, MapInput::Edit);
        self.show();
        self.record_covered();
        if !self.renumbered.is_empty() {
            // Numbers in the log stand for something else now.
            Arc::make_mut(&mut self.map.edits).record_everything(self.map.revision.number());
        }
        if self.map.revision != self.before {
            Arc::make_mut(&mut self.map.edits).note(self.map.revision);
        }
        self.map.keep_ready(&self.rects);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{
        cost_field::assert_same,
        ground::{CostProfile, DiagonalRule, Falloff, Grid, Topology},
    };
    use glam::UVec2;

    fn any_cell(random: &mut fastrand::Rng, size: UVec2) -> IVec2 {
        IVec2::new(random.i32(-2..size.x as i32 + 2), random.i32(-2..size.y as i32 + 2))
    }

    /// A function that makes some edits.
    type AnyEdit = Box<dyn Fn(&mut MapEdits)>;

    fn any_edits(random: &mut fastrand::Rng, size: UVec2, stamp: &DangerStamp) -> Vec<AnyEdit> {
        let mut edits: Vec<AnyEdit> = Vec::new();
        for _ in 0..random.usize(1..6) {
            let [a, b] = [(); 2].map(|()| any_cell(random, size));
            let rect = CellRect { min: a.min(b), max: a.max(b) };
            let (kind, share, class, seed) =
                (random.u8(0..7), random.u8(1..10), random.u8(0..4), random.u64(..));
            let stamp = stamp.clone();
            edits.push(Box::new(move |map| {
                let mut random = fastrand::Rng::with_seed(seed);
                if kind == 4 {
                    map.add_danger(0, &stamp, a).unwrap();
                    return;
                }
                for cell in rect.cells().filter(|_| random.u8(0..10) < share) {
                    match kind {
                        0 => map.block(cell),
                        1 => map.unblock(cell),
                        5 => map.block_as(cell, class).unwrap(),
                        6 => map.unblock_as(cell, class),
                        // Cells outside the map are refused.
                        _ => drop(map.set_terrain(cell, class)),
                    }
                }
            }));
        }
        edits
    }

    /// Edits made at once lead to the same map as the same edits made one by one. The prepared data is that of a newly prepared
    /// map.
    #[test]
    fn edits_at_once_are_edits_one_by_one() {
        let mut random = fastrand::Rng::with_seed(31);
        let profile = CostProfile::default();
        for round in 0..60 {
            let size = UVec2::new(random.u32(1..120), random.u32(1..120));
            let grid = Grid::from_fn(size, |_| random.u8(0..5).min(2)).unwrap();
            let topology = Topology::square(DiagonalRule::ALL[round % 4]);
            let mut at_once = NavMap::new(grid, topology);
            at_once.prepare(&profile);
            let mut one_by_one = at_once.clone();
            let stamp = DangerStamp::new(random.f32() * 9.0, 2.0, Falloff::Linear).unwrap();
            for _ in 0..4 {
                let (before, edits) = (at_once.clone(), any_edits(&mut random, size, &stamp));
                at_once.seal_changes();
                at_once.edit(|map| edits.iter().for_each(|edit| edit(map)));
                edits.iter().for_each(|edit| one_by_one.edit(edit));
                assert_eq!(at_once.grid(), one_by_one.grid());
                assert_eq!(at_once.danger_layers(), one_by_one.danger_layers());
                assert!(at_once.terrain == one_by_one.terrain && at_once.obstacles == one_by_one.obstacles);
                assert_changes(&at_once, &before);
                assert_prepared(&at_once, &profile);
                assert_prepared(&one_by_one, &profile);
            }
        }
    }

    /// Asserts that every cell that differs from `before` counts as changed.
    fn assert_changes(map: &NavMap, before: &NavMap) {
        let changes = map.changes_since(before.revision());
        let Some(rects) = changes.rects().map(Vec::from_iter) else { return };
        let danger = |map: &NavMap, index: usize| map.danger.first().map_or(0, |layer| layer.units()[index]);
        for index in 0..map.grid.len() {
            let is_same = map.covered_cell(index) == before.covered_cell(index)
                && danger(map, index) == danger(before, index);
            let cell = map.grid.cell(index);
            assert!(is_same || rects.iter().any(|rect| rect.contains(cell)), "{cell}");
        }
    }

    /// What is prepared is what a new map prepares.
    pub(crate) fn assert_prepared(map: &NavMap, profile: &CostProfile) {
        let mut fresh = NavMap::new(map.grid().clone(), map.topology());
        fresh.danger.clone_from(&map.danger);
        fresh.prepare(profile);
        assert_same(map.cost_field(profile).unwrap(), fresh.cost_field(profile).unwrap());
        let [edited, fresh] = [map, &fresh].map(|map| map.regions(profile).unwrap());
        let mut pairs: Vec<_> =
            (0..map.grid.len()).map(|index| (edited.label(index), fresh.label(index))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for of_pair in [|&(one, _): &(_, _)| one, |&(_, other): &(_, _)| other] {
            let mut labels: Vec<Option<u32>> = pairs.iter().map(of_pair).collect();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), pairs.len(), "a region of one map is a region of the other");
        }
    }

    #[test]
    fn the_map_is_in_step_even_if_an_edit_panics() {
        let mut map = NavMap::new(Grid::new([9, 1].into(), 1).unwrap(), Topology::default());
        let profile = CostProfile::default();
        map.prepare(&profile);
        let edit = std::panic::AssertUnwindSafe(|| {
            map.edit(|edits| {
                edits.block(IVec2::new(4, 0));
                panic!("in the middle of an edit");
            });
        });
        assert!(std::panic::catch_unwind(edit).is_err());
        assert_eq!(map.revision().number(), 1);
        assert_prepared(&map, &profile);
        assert!(!map.regions(&profile).unwrap().connected(IVec2::ZERO, IVec2::new(8, 0)));
    }
}
