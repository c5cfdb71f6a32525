//! Sample searches with both engines, to find out which of them suits a map.

use super::{
    found_path::Path,
    path_search::PathSearch,
    warm_up::{SLICE, setup_of},
};
use crate::{
    budget::Budget,
    cost_field::{CostField, EngineCounts, EngineTrial, Sample},
    ground::CostProfile,
    jump::{Engine, has_two_engines, prefers_jumps, prefers_jumps_so_far},
    landmarks::Landmarks,
    map::NavMap,
    search::SearchScratch,
};
use core::task::Poll;

/// The memory of sample searches: see [`NavMap::compare_engines`].
///
/// Keep it from call to call. A new one gives the same results, but searches again what it does not know. A copy is a new one.
#[derive(Default, Debug)]
pub struct SampleSearches(
    /// `None` while no comparison goes on.
    Option<Box<Samples>>,
);

#[derive(Default, Debug)]
struct Samples {
    search: SearchScratch,
    under_way: Option<SampleSearch>,
}

/// A sample search on the scratch.
#[derive(Debug)]
struct SampleSearch {
    search: PathSearch,
    is: SampleId,
    /// What the scratch had counted before.
    looks_before: u64,
}

/// Which sample search it is, and how far it has come. Only the same search goes on where another call has left it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SampleId {
    /// The field and when it was last edited.
    field: (u64, u32),
    landmarks: Option<u64>,
    number: u32,
    by_jumps: bool,
    expanded: u32,
}

/// The number of the first sample search, among the [practice searches](NavMap::warm_up): warm-ups make others.
const FIRST_NUMBER: u32 = 1 << 16;

impl Clone for SampleSearches {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NavMap {
    /// Finds out which engine suits this map and profile, and uses it from then on: A* from cell to cell, or jump point search. Makes the
    /// same sample searches with both, counts what they do, and takes the engine that does less. [`NavMap::engine`] tells which it is. The
    /// cost of a path stays the same.
    ///
    /// Works as far as the [budget](Budget) of expansions goes. Each engine makes up to 32 searches between random cells, fewer if the
    /// difference is clear. An edit ends the search under way, and the next one begins. After edits of twice as many cells as the map has, and
    /// when the profile gets [landmarks](NavMap::measure_landmarks) or loses them, further calls compare again. So call it in every frame, after
    /// [`NavMap::measure_landmarks`].
    ///
    /// As long as there is no result with the landmarks that the map has, the engine is chosen by the numbers of obstacles, jump points and
    /// costs that change.
    ///
    /// Does nothing if the map is not [prepared](NavMap::prepare) for the profile, or if only one engine can search it.
    ///
    /// ```
    /// use tilepath::{Budget, CostProfile, EngineReason, Grid, NavMap, PathOptions, SampleSearches, Topology};
    /// let mut map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
    /// let profile = CostProfile::default();
    /// map.prepare(&profile);
    /// map.compare_engines(&profile, &mut SampleSearches::default(), &mut Budget::unlimited());
    /// assert_eq!(map.engine(&profile, &PathOptions::DEFAULT).reason, EngineReason::LessWork);
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    pub fn compare_engines(
        &mut self,
        profile: &CostProfile,
        samples: &mut SampleSearches,
        budget: &mut Budget,
    ) -> Poll<()> {
        self.note_compare_engines(profile, budget);
        let has_landmarks = self.landmarks(profile).is_some();
        let Some(field) = self.cost_field(profile).filter(|field| has_two_engines(field)) else {
            return Poll::Ready(());
        };
        let mut trial = field.trial;
        if !trial.go_on(has_landmarks, field.padded_len()) {
            return Poll::Ready(());
        }
        let status = samples.0.get_or_insert_default().run(self, field, &mut trial, budget);
        if status.is_ready() {
            samples.0 = None;
        }
        self.set_trial(profile, trial);
        status
    }
}

impl Samples {
    /// Goes on with a trial.
    fn run(
        &mut self,
        map: &NavMap,
        field: &CostField,
        trial: &mut EngineTrial,
        budget: &mut Budget,
    ) -> Poll<()> {
        loop {
            if budget.is_spent() {
                return Poll::Pending;
            }
            if trial.sample.is_none() {
                let found = prefers_jumps(&trial.counts, false);
                if found.is_some() || trial.is_exhausted() {
                    trial.end(found.or_else(|| prefers_jumps_so_far(&trial.counts)));
                    return Poll::Ready(());
                }
                trial.sample = Some(Sample::default());
                budget.spend(setup_of(field));
            }
            let Some((counts, is_over)) = self.slice(map, field, trial, budget) else {
                trial.leave_sample();
                continue;
            };
            if is_over {
                trial.note(counts);
                continue;
            }
            // What A* from cell to cell has done so far may be far too much already.
            let counts = trial.counts_with(counts);
            if let Some(found) = counts.and_then(|counts| prefers_jumps(&counts, true)) {
                trial.end(Some(found));
                return Poll::Ready(());
            }
        }
    }

    /// Continues the sample search of a trial for a slice. Returns what it did so far, and whether it has found its path. `None` if there is
    /// none.
    fn slice(
        &mut self,
        map: &NavMap,
        field: &CostField,
        trial: &mut EngineTrial,
        budget: &mut Budget,
    ) -> Option<(EngineCounts, bool)> {
        let sample = trial.sample.as_mut()?;
        let profile = field.profile();
        let mut is = SampleId {
            field: field.edition(),
            landmarks: map.landmarks(profile).map(Landmarks::id),
            number: trial.number,
            by_jumps: sample.jumps.is_none(),
            expanded: sample.expanded,
        };
        let under_way = self.under_way.take().filter(|under_way| under_way.is == is);
        let mut under_way = under_way.or_else(|| self.begin(map, field, is))?;
        let (view, mut path) = (map.view(profile), Path::default());
        let before = self.search.effort();
        let answer =
            under_way.search.run(&view, &mut self.search, &mut Budget::new(SLICE), &mut (), &mut path);
        budget.spend(self.search.effort() - before);
        is.expanded = self.search.nodes_expanded();
        sample.expanded = is.expanded;
        let [[by_detours, _], [expanded, generated]] =
            self.search.field_counts().map(|counts| counts.map(u64::from));
        let looks = self.search.field.looks() - under_way.looks_before;
        let counts = EngineCounts { by_detours, expanded, generated, looks };
        let is_over = match answer {
            Poll::Ready(Err(_)) => return None,
            Poll::Ready(Ok(())) => true,
            Poll::Pending => {
                self.under_way = Some(SampleSearch { is, ..under_way });
                false
            }
        };
        Some((counts, is_over))
    }

    /// Begins a sample search, and brings it as far as it had come. `None` if its query is refused.
    fn begin(&mut self, map: &NavMap, field: &CostField, is: SampleId) -> Option<SampleSearch> {
        let profile = field.profile();
        let mut query = map.practice_query(profile, FIRST_NUMBER + is.number)?;
        query.options.max_expansions = None;
        self.search.forced = Some(if is.by_jumps { Engine::Jumps } else { Engine::Steps });
        self.search.field.forget_leaps(field);
        let looks_before = self.search.field.looks();
        let view = map.view(profile);
        let mut search = PathSearch::begin(&view, query, false, &mut self.search).ok()?;
        if is.expanded > 0 {
            let (mut again, mut path) = (Budget::new(is.expanded.into()), Path::default());
            // A search that ends before was changed in a save.
            let has_ended = search.run(&view, &mut self.search, &mut again, &mut (), &mut path).is_ready();
            if has_ended || self.search.nodes_expanded() != is.expanded {
                return None;
            }
        }
        Some(SampleSearch { search, is, looks_before })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CellRect, DiagonalRule, Grid, HexLayout, Topology},
        jump::EngineReason,
        path::{PathOptions, PathQuery},
    };
    use fastrand::Rng;
    use glam::IVec2;

    const SIDE: i32 = 128;

    fn map(topology: Topology, class: impl FnMut(IVec2) -> u8) -> NavMap {
        let mut map = NavMap::new(Grid::from_fn([SIDE as u32; 2].into(), class).unwrap(), topology);
        map.prepare(&CostProfile::default());
        map
    }

    /// Single walls on a tenth of the cells.
    fn scattered(topology: Topology) -> NavMap {
        let mut random = Rng::with_seed(2);
        map(topology, |_| u8::from(random.u8(..10) > 0))
    }

    fn compare(map: &mut NavMap) {
        let samples = &mut SampleSearches::default();
        let status = map.compare_engines(&CostProfile::default(), samples, &mut Budget::unlimited());
        assert!(status.is_ready());
    }

    fn choice(map: &NavMap) -> (Engine, EngineReason) {
        let choice = map.engine(&CostProfile::default(), &PathOptions::DEFAULT);
        (choice.engine, choice.reason)
    }

    /// Diagonal walls with gaps have many jump points, and leave A* from cell to cell much to search.
    #[test]
    fn a_comparison_corrects_the_first_choice() {
        let mut stripes = map(Topology::square(DiagonalRule::OnlyWhenNoObstacles), |cell| {
            let is_wall = (cell.x + cell.y).rem_euclid(9) < 2;
            let is_gap = (cell.x - cell.y).rem_euclid(61) < 3;
            u8::from(!is_wall || is_gap)
        });
        assert_eq!(choice(&stripes), (Engine::Steps, EngineReason::ScatteredObstacles));
        compare(&mut stripes);
        assert_eq!(choice(&stripes), (Engine::Jumps, EngineReason::LessWork));
        let mut scattered = scattered(Topology::default());
        compare(&mut scattered);
        assert_eq!(choice(&scattered), (Engine::Steps, EngineReason::LessWork));
    }

    #[test]
    fn slices_come_to_the_same_end_as_one_go_with_any_memory() {
        let profile = CostProfile::default();
        for topology in [Topology::default(), Topology::hex(HexLayout::OddRows)] {
            let mut whole = scattered(topology);
            let mut sliced = [whole.clone(), whole.clone()];
            compare(&mut whole);
            let trial = |map: &NavMap| map.cost_field(&profile).unwrap().trial;
            let (mut kept, mut slices) = (SampleSearches::default(), 0);
            loop {
                let [mut one, mut other] = [Budget::new(70); 2];
                let first = sliced[0].compare_engines(&profile, &mut kept, &mut one);
                let second = sliced[1].compare_engines(&profile, &mut SampleSearches::default(), &mut other);
                assert_eq!((first, one, trial(&sliced[0])), (second, other, trial(&sliced[1])));
                slices += 1;
                if first.is_ready() {
                    break;
                }
            }
            assert!(slices > 10, "{slices} slices");
            assert_eq!(trial(&sliced[0]), trial(&whole));
        }
    }

    /// A search on one scratch for two maps, and a map that goes back to a snapshot.
    #[test]
    fn memory_of_another_map_or_another_time_is_not_used() {
        let profile = CostProfile::default();
        let [mut map, mut other] = [Topology::default(), Topology::hex(HexLayout::OddRows)].map(scattered);
        let mut alone = map.clone();
        let (mut shared, mut own) = (SampleSearches::default(), SampleSearches::default());
        for slice in 0..200 {
            let snapshot = map.snapshot();
            map.block(IVec2::splat(slice % SIDE));
            let _ = map.compare_engines(&profile, &mut shared, &mut Budget::new(300));
            map.restore(&snapshot).unwrap();
            let _ = other.compare_engines(&profile, &mut shared, &mut Budget::new(90));
            let statuses = [(&mut map, &mut shared), (&mut alone, &mut own)]
                .map(|(map, samples)| map.compare_engines(&profile, samples, &mut Budget::new(60)));
            assert_eq!(statuses[0], statuses[1], "slice {slice}");
            let trials = [&map, &alone].map(|map| map.cost_field(&profile).unwrap().trial);
            assert_eq!(trials[0], trials[1], "slice {slice}");
        }
    }

    #[test]
    fn edits_of_much_of_the_map_and_landmarks_compare_again() {
        let profile = CostProfile::default();
        let mut map = scattered(Topology::default());
        let is_over = |map: &mut NavMap| {
            map.compare_engines(&profile, &mut SampleSearches::default(), &mut Budget::new(1)).is_ready()
        };
        compare(&mut map);
        assert!(is_over(&mut map));
        map.prepare_landmarks(&profile);
        assert_eq!(choice(&map).1, EngineReason::ScatteredObstacles, "compared without landmarks");
        assert!(!is_over(&mut map));
        compare(&mut map);
        assert_eq!(choice(&map).1, EngineReason::LessWork);
        let all = CellRect { min: IVec2::ZERO, max: IVec2::splat(SIDE - 1) };
        let mut edits = 0;
        while is_over(&mut map) {
            edits += 1;
            map.edit(|map| all.cells().try_for_each(|cell| map.set_terrain(cell, 1 + edits % 2))).unwrap();
        }
        assert_eq!(edits, 3, "more than twice as many cells as the map has");
        assert_eq!(choice(&map), (Engine::Steps, EngineReason::LessWork), "until the comparison is over");
        compare(&mut map);
        assert_eq!(choice(&map), (Engine::Jumps, EngineReason::LessWork), "nothing is in the way any more");
    }

    /// Most searches are ended by an edit before they come to their end.
    #[test]
    fn a_comparison_ends_even_if_edits_end_its_searches() {
        let profile = CostProfile::default();
        let mut map = scattered(Topology::default());
        let (mut samples, mut slices) = (SampleSearches::default(), 0);
        while map.compare_engines(&profile, &mut samples, &mut Budget::new(17)).is_pending() {
            map.block(IVec2::splat(slices % SIDE));
            map.unblock(IVec2::splat(slices % SIDE));
            slices += 1;
            assert!(slices < 1000);
        }
        assert!(slices > 100, "{slices} slices");
    }

    #[test]
    fn maps_with_one_engine_without_preparation_or_without_cells_are_left_alone() {
        let profile = CostProfile::default();
        let lone = |class| NavMap::new(Grid::new([1, 1].into(), class).unwrap(), Topology::default());
        let mut staggered = map(Topology::staggered(DiagonalRule::Always), |_| 1);
        compare(&mut staggered);
        assert_eq!(choice(&staggered).1, EngineReason::Staggered);
        for class in [0, 1] {
            let mut map = lone(class);
            compare(&mut map);
            map.prepare(&profile);
            compare(&mut map);
            let query = PathQuery::new(IVec2::ZERO, IVec2::ZERO);
            let path = map.find_path(&profile, query, &mut SearchScratch::new(), &mut ());
            assert_eq!(path.is_ok(), class == 1);
        }
    }
}
