//! What a map keeps ready for the agents of some profiles, so that searches for them are fast.

use super::{
    bodies::Layers, edited_rects::Rects, input::MapInput, nav_map::NavMap, preparation::PreparedProfile,
};
use crate::{
    budget::Budget,
    cost_field::{CostField, EngineTrial},
    ground::{CellRect, ClassSet, CostProfile, Grid, Lattice},
    landmarks::Landmarks,
    regions::Regions,
};
use core::task::{Poll, ready};
use smallvec::SmallVec;
use std::sync::Arc;

impl NavMap {
    /// Prepares the map for agents of this profile, to make their searches faster: searches use jump points, and goals that can't
    /// be reached are refused without a search. The cost of a path is the same without preparation.
    ///
    /// The first call for a profile takes O(cells). Later calls take no time, because edits update the prepared data. If
    /// [`NavMap::MAX_PREPARED`] profiles are prepared already, the profile prepared longest ago is dropped.
    pub fn prepare(&mut self, profile: &CostProfile) {
        if !self.is_prepared(profile) {
            self.journal.note(|| MapInput::Prepare(Box::new(profile.clone())));
        }
        Budget::finish(|budget| self.prepare_slice(profile, budget));
    }

    /// [Prepares](NavMap::prepare) the map in slices, as far as the [budget](Budget) of cells goes.
    ///
    /// All calls together work on about as many cells as the map has. Until the map is prepared, searches go cell by cell and
    /// find paths of the same cost.
    ///
    /// You may edit the map between two calls. If large edits touch cells that are already prepared, the preparation starts
    /// again, at most twice. After that, large edits only make the last call slower.
    ///
    /// Only one profile is prepared at a time. A call for another profile that is not prepared yet discards the progress.
    pub fn prepare_some(&mut self, profile: &CostProfile, budget: &mut Budget) -> Poll<()> {
        if !self.is_prepared(profile) {
            self.journal.note(|| MapInput::PrepareSome(Box::new(profile.clone()), budget.left()));
        }
        self.prepare_slice(profile, budget)
    }

    /// Prepares the map in slices. This is no input of the game.
    fn prepare_slice(&mut self, profile: &CostProfile, budget: &mut Budget) -> Poll<()> {
        if self.is_prepared(profile) {
            return Poll::Ready(());
        }
        let under_way = self.preparation.take().filter(|preparation| preparation.profile() == profile);
        let has_regions = self.regions(profile).is_some();
        let mut preparation = under_way.unwrap_or_else(|| {
            Arc::new(PreparedProfile::new(self.seen_by(profile), self.topology, profile, has_regions))
        });
        if Arc::make_mut(&mut preparation).run(self.seen_by(profile), &self.danger, budget).is_pending() {
            self.preparation = Some(preparation);
            return Poll::Pending;
        }
        let (regions, field) = Arc::unwrap_or_clone(preparation).into_prepared(self.seen_by(profile));
        if let Some(regions) = regions.filter(|_| self.regions(profile).is_none()) {
            make_room(&mut self.regions);
            self.regions.push(regions);
        }
        if self.cost_field(profile).is_none() {
            make_room(&mut self.cost_fields);
            self.cost_fields.push(field);
        }
        Poll::Ready(())
    }

    /// The profile that [`NavMap::prepare_some`] has begun to prepare the map for. `None` if no preparation is in progress.
    #[must_use]
    pub fn preparing(&self) -> Option<&CostProfile> {
        self.preparation.as_ref().map(|preparation| preparation.profile())
    }

    /// Measures the distances of all cells from eight far-off cells, the landmarks, for agents of this profile. With landmarks,
    /// searches estimate costs better and expand far fewer nodes, above all in mazes. The cost of a path stays the same.
    ///
    /// Other profiles use the same landmarks if they have the same terrain costs and a greater aversion to danger. This call also
    /// [prepares](NavMap::prepare) the map.
    ///
    /// Takes O(cells) time and at most [`NavMap::landmark_bytes`] of memory. [`NavMap::measure_landmarks`] does the same in
    /// slices. If [`NavMap::MAX_LANDMARK_PROFILES`] profiles have landmarks already, the landmarks measured longest ago are
    /// dropped.
    ///
    /// Later edits of the map affect the landmarks:
    ///
    /// - If cells become cheaper, for example because a wall is removed, estimates across these cells become worse until
    ///   [`NavMap::measure_landmarks`] has measured the landmarks again, one after the other.
    /// - Other edits also make the estimates worse in time. After edits of twice as many cells as the map has, all landmarks are chosen
    ///   again. On weighted ground, distances are exact at first. After edits of one cell of 256, they are measured again, by a rule that
    ///   edits do less harm to.
    pub fn prepare_landmarks(&mut self, profile: &CostProfile) {
        self.journal.note(|| MapInput::PrepareLandmarks(Box::new(profile.clone())));
        self.drop_measured(profile);
        Budget::finish(|budget| self.measure_slice(profile, budget));
    }

    /// Measures [landmarks](NavMap::prepare_landmarks) for this profile in slices, as far as the [budget](Budget) goes: one
    /// unit for each distance of a cell.
    ///
    /// All calls together measure about eight distances for each cell of the map, because there are eight landmarks, and
    /// somewhat more if terrain costs differ. Meanwhile searches use the previous landmarks, if there are any. You may edit and
    /// search the map between two calls.
    ///
    /// If the map is not [prepared](NavMap::prepare_some) yet, the first calls prepare it. Once the landmarks are complete,
    /// further calls measure those again that edits made worse. So call it in every frame.
    pub fn measure_landmarks(&mut self, profile: &CostProfile, budget: &mut Budget) -> Poll<()> {
        self.journal.note(|| MapInput::MeasureLandmarks(Box::new(profile.clone()), budget.left()));
        self.measure_slice(profile, budget)
    }

    /// Measures landmarks in slices. This is no input of the game.
    fn measure_slice(&mut self, profile: &CostProfile, budget: &mut Budget) -> Poll<()> {
        ready!(self.prepare_slice(profile, budget));
        let topology = self.topology;
        let Some(field) = self.cost_fields.iter().find(|field| field.serves(profile, topology)) else {
            return Poll::Pending;
        };
        let known = self.landmarks.iter().position(|known| known.are_of(profile, topology));
        let place = known.unwrap_or_else(|| {
            make_room(&mut self.landmarks);
            self.landmarks.push(Landmarks::new(field));
            self.landmarks.len() - 1
        });
        let landmarks = &mut self.landmarks[place];
        let before = landmarks.id();
        let status = landmarks.measure(field, budget);
        if landmarks.id() != before {
            self.leave_samples();
        }
        status
    }

    /// Drops the landmarks of this profile, complete or not.
    pub fn drop_landmarks(&mut self, profile: &CostProfile) {
        self.journal.note(|| MapInput::DropLandmarks(Box::new(profile.clone())));
        self.drop_measured(profile);
    }

    fn drop_measured(&mut self, profile: &CostProfile) {
        self.landmarks.retain(|landmarks| !landmarks.are_of(profile, self.topology));
        self.leave_samples();
    }

    /// Leaves the sample searches under way, because the landmarks have changed.
    fn leave_samples(&mut self) {
        self.cost_fields.iter_mut().for_each(|field| field.trial.leave_sample());
    }

    /// Notes a call of [`NavMap::compare_engines`].
    pub(crate) fn note_compare_engines(&mut self, profile: &CostProfile, budget: &Budget) {
        self.journal.note(|| MapInput::CompareEngines(Box::new(profile.clone()), budget.left()));
    }

    /// Stores how far the trial of the engines on the field of a profile has come.
    pub(crate) fn set_trial(&mut self, profile: &CostProfile, trial: EngineTrial) {
        let topology = self.topology;
        let field = self.cost_fields.iter_mut().find(|field| field.serves(profile, topology));
        field.into_iter().for_each(|field| field.trial = trial);
    }

    /// The profiles that have their own landmarks, complete or still being measured.
    pub fn landmark_profiles(&self) -> impl Iterator<Item = &CostProfile> {
        self.landmarks.iter().map(Landmarks::profile)
    }

    /// The maximum memory that the landmarks of one profile take on this map, in bytes: 36 per cell while they are measured.
    /// Afterwards they take 32 per cell.
    #[must_use]
    pub fn landmark_bytes(&self) -> usize {
        let cells = Lattice::new(self.topology.shape(), self.grid.bounds()).len() as u64;
        usize::try_from(cells * Landmarks::BYTES_PER_CELL).unwrap_or(usize::MAX)
    }

    /// Returns whether agents of this profile can use complete landmarks: their own, or landmarks of a profile with the same
    /// terrain costs and no greater aversion to danger.
    #[must_use]
    pub fn has_landmarks(&self, profile: &CostProfile) -> bool {
        self.landmarks(profile).is_some()
    }

    /// The complete landmarks of the profile itself, or else of one with less aversion to danger.
    pub(crate) fn landmarks(&self, profile: &CostProfile) -> Option<&Landmarks> {
        let complete = || self.landmarks.iter().filter(|landmarks| landmarks.are_complete());
        let own = complete().find(|landmarks| landmarks.are_of(profile, self.topology));
        own.or_else(|| complete().find(|landmarks| landmarks.serve(profile, self.topology)))
    }

    /// The maximum number of profiles that have landmarks at the same time.
    pub const MAX_LANDMARK_PROFILES: usize = Self::MAX_PREPARED;

    /// Returns whether the map is [prepared](NavMap::prepare) for agents of this profile.
    #[must_use]
    pub fn is_prepared(&self, profile: &CostProfile) -> bool {
        self.regions(profile).is_some() && self.cost_field(profile).is_some()
    }

    /// The maximum number of profiles that the map is [prepared](NavMap::prepare) for at the same time.
    pub const MAX_PREPARED: usize = 8;

    /// The cost fields of all profiles that the map is prepared for.
    pub(crate) fn cost_fields(&self) -> impl Iterator<Item = &CostField> {
        self.cost_fields.iter()
    }

    pub(crate) fn cost_field(&self, profile: &CostProfile) -> Option<&CostField> {
        self.cost_fields.iter().find(|field| field.serves(profile, self.topology))
    }

    /// The connected regions of the map for a profile. `None` if the map is not [prepared](NavMap::prepare) for this profile, or
    /// for another profile that can enter the same terrain classes.
    #[must_use]
    pub fn regions(&self, profile: &CostProfile) -> Option<&Regions> {
        self.regions_for(profile.passable(), profile.size())
    }

    /// The connected places of bodies of a size to which cells of these classes are free.
    pub(crate) fn regions_for(&self, passable: ClassSet, size: u8) -> Option<&Regions> {
        self.regions.iter().find(|regions| regions.serves_bodies(passable, size, self.topology))
    }

    /// The map as bodies of a size see it, as far as it matters to them which cells are free.
    pub(super) fn walls_seen(&self, passable: ClassSet, size: u8) -> &Grid {
        if size == 1 { &self.grid } else { self.bodies.with_walls(self.layers(), (passable, size)).grid() }
    }

    /// Regions which the map does not keep.
    pub(crate) fn built_regions(&self, passable: ClassSet, size: u8) -> Regions {
        Regions::new(self.walls_seen(passable, size), passable, self.topology).of_bodies(size)
    }

    /// A cost field for a profile, which the map does not keep.
    pub(super) fn built_cost_field(&self, profile: &CostProfile) -> CostField {
        let grid = self.seen_by(profile);
        let mut preparation = PreparedProfile::new(grid, self.topology, profile, true);
        Budget::finish(|budget| preparation.run(grid, &self.danger, budget));
        preparation.into_prepared(grid).1
    }

    /// Brings fields and landmarks in step with edits of the cells in some rectangles. Regions are kept in step cell by cell.
    pub(super) fn keep_ready(&mut self, rects: &[CellRect]) {
        // Edits that change nothing do no work, not even work that is left from earlier edits: a loaded game may make such edits where the
        // game that goes on makes none.
        if rects.is_empty() {
            return;
        }
        let Self { grid, topology, terrain, obstacles, piles, bodies, .. } = self;
        let layers = Layers { grid, shape: topology.shape(), terrain, obstacles, piles };
        if let Some(preparation) = &mut self.preparation {
            let preparation = Arc::make_mut(preparation);
            let (seen, places) = bodies.seen(layers, preparation.profile(), rects);
            preparation.take_walls(seen);
            places.iter().for_each(|&rect| preparation.note_edit(rect));
        }
        let [mut shorter, mut places] = [(); 2].map(|()| SmallVec::<[Rects; NavMap::MAX_PREPARED]>::new());
        let mut has_changed = false;
        for field in &mut self.cost_fields {
            let seen = bodies.seen(layers, field.profile(), rects);
            let before = field.edition();
            shorter.push(field.update_many(seen.0, &self.danger, &seen.1));
            if field.edition() != before {
                field.trial.note_edit(&seen.1);
                has_changed = true;
            }
            places.push(seen.1);
        }
        if has_changed {
            // Of the other fields as well, because landmarks may serve several.
            self.cost_fields.iter_mut().for_each(|field| field.trial.leave_sample());
        }
        // Landmarks are kept in step by the field of their profile.
        let (fields, topology) = (&self.cost_fields, self.topology);
        let of = |profile: &CostProfile| {
            let nth = fields.iter().position(|field| field.serves(profile, topology))?;
            Some((&fields[nth], &places[nth], &shorter[nth]))
        };
        self.landmarks.retain_mut(|landmarks| {
            let field = of(landmarks.profile());
            field.map(|(field, places, shorter)| landmarks.update(field, places, shorter)).is_some()
        });
    }
}

/// Drops the oldest entry if there are already [`NavMap::MAX_PREPARED`] entries.
fn make_room<T>(kept: &mut Vec<T>) {
    if kept.len() == NavMap::MAX_PREPARED {
        kept.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DiagonalRule, Grid, Topology},
        map::edits::tests::assert_prepared,
        path::{PathError, PathQuery},
        search::SearchScratch,
    };
    use glam::IVec2;

    fn map() -> NavMap {
        NavMap::new(Grid::new([6, 4].into(), 1).unwrap(), Topology::default())
    }

    #[test]
    fn edits_keep_the_map_ready_and_another_topology_does_not() {
        let mut map = map();
        let profile = CostProfile::default();
        map.prepare(&profile);
        map.set_terrain(IVec2::ZERO, 9).unwrap();
        map.block(IVec2::ONE);
        assert!(map.is_prepared(&profile));
        map.set_topology(Topology::square(DiagonalRule::Always));
        assert!(!map.is_prepared(&profile));
    }

    #[test]
    fn a_goal_cut_off_is_refused_without_expansion() {
        let mut map = map();
        (0..4).for_each(|y| map.block(IVec2::new(3, y)));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut search = SearchScratch::new();
        let query = PathQuery::new([0, 0].into(), [5, 3].into());
        let answer = map.find_path(&profile, query, &mut search, &mut ());
        assert!(matches!(answer, Err(PathError::Unreachable { .. })));
        assert_eq!(search.nodes_expanded(), 0);
    }

    #[test]
    fn a_map_prepared_in_slices_is_ready_whatever_is_edited_between() {
        let mut random = fastrand::Rng::with_seed(41);
        let profile = CostProfile::default();
        for round in 0..60 {
            let size = glam::UVec2::new(random.u32(1..300), random.u32(1..300));
            let grid = Grid::from_fn(size, |_| random.u8(0..6).min(2)).unwrap();
            let mut map = NavMap::new(grid, Topology::square(DiagonalRule::ALL[round % 4]));
            let (slice, far) = (Budget::new(random.u64(1..30_000)), random.i32(1..60));
            while map.prepare_some(&profile, &mut slice.clone()).is_pending() {
                assert!(!map.is_prepared(&profile) && map.preparing() == Some(&profile));
                let at = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let rect = CellRect { min: at, max: at + random.i32(0..far) };
                let class = random.u8(0..3);
                // Cells outside the map are refused.
                map.edit(|map| rect.cells().for_each(|cell| drop(map.set_terrain(cell, class))));
            }
            assert_prepared(&map, &profile);
            assert_eq!(map.preparing(), None);
        }
    }

    #[test]
    fn a_preparation_comes_to_its_end_even_if_everything_is_edited_again_and_again() {
        let mut map = NavMap::new(Grid::new([200, 200].into(), 1).unwrap(), Topology::default());
        let (profile, all) = (CostProfile::default(), map.grid().len());
        for slice in 0_u8.. {
            assert!(slice < 45, "it started again and again");
            if map.prepare_some(&profile, &mut Budget::new(all as u64 / 10)).is_ready() {
                break;
            }
            let class = |cell: IVec2| 1 + (cell.x as u8 ^ slice) % 3;
            map.edit(|map| {
                let cells = (0..all as i32).map(|index| IVec2::new(index % 200, index / 200));
                cells.for_each(|cell| map.set_terrain(cell, class(cell)).unwrap());
            });
        }
        assert_prepared(&map, &profile);
    }

    #[test]
    fn a_slice_for_another_profile_or_topology_begins_anew() {
        let mut map = NavMap::new(Grid::new([200, 200].into(), 1).unwrap(), Topology::default());
        let (one, other) = (CostProfile::default(), CostProfile::default().with_cost(3, 1));
        assert!(map.prepare_some(&one, &mut Budget::new(100)).is_pending());
        assert!(map.prepare_some(&other, &mut Budget::new(100)).is_pending());
        assert_eq!(map.preparing(), Some(&other));
        map.set_topology(Topology::square(DiagonalRule::Always));
        assert_eq!(map.preparing(), None);
        let mut budget = Budget::new(100_000);
        assert!(map.prepare_some(&one, &mut budget).is_ready());
        assert!((40_001..60_000).contains(&budget.left()), "{budget:?}");
        assert!(map.prepare_some(&one, &mut Budget::new(0)).is_ready(), "what is prepared costs nothing");
    }

    #[test]
    fn landmarks_serve_those_who_fear_as_much_or_more() {
        let mut map = map();
        let calm = CostProfile::default().with_aversion(0, 0.5).unwrap();
        map.prepare_landmarks(&calm);
        assert!(map.is_prepared(&calm) && map.has_landmarks(&calm));
        assert!(map.has_landmarks(&CostProfile::default()));
        assert!(!map.has_landmarks(&CostProfile::default().with_aversion(0, 0.25).unwrap()));
        assert!(!map.has_landmarks(&CostProfile::default().with_cost(3, 1)));
        for cost in 0..NavMap::MAX_PREPARED as u16 {
            map.prepare(&CostProfile::default().with_cost(200, cost));
        }
        map.block(IVec2::ONE);
        assert!(!map.has_landmarks(&calm), "landmarks go with the field that keeps them up");
    }
}
