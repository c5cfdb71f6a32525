//! What the plugin does for a user who sets nothing. It does it in the background; here it is done at once.

use tilepath::{Budget, CostProfile, NavMap, Path, SampleSearches, SearchScratch, batch::Batch};

/// What it does with a map that was loaded, before it is asked anything.
pub(crate) fn load(map: &mut NavMap, profile: &CostProfile, search: &mut SearchScratch) {
    map.prepare_landmarks(profile);
    let _ = map.compare_engines(profile, &mut SampleSearches::default(), &mut Budget::unlimited());
    map.warm_up(profile, search, 0..256, &mut Path::default());
}

/// What it spends in a frame on all work that makes later searches faster, in expansions of single cells.
const EXPANSIONS_PER_FRAME: u64 = 3000;

/// The share of landmarks and of the comparison of engines.
const LANDMARKS_PER_FRAME: u64 = 2000;

/// What it does in the frames after a load, with one scratch.
#[derive(Default, Debug)]
pub(crate) struct SpareFrames {
    batch: Batch,
    samples: SampleSearches,
}

impl SpareFrames {
    /// One frame. Returns whether there was nothing to do.
    pub(crate) fn run(&mut self, map: &mut NavMap, profile: &CostProfile) -> bool {
        let mut budget = Budget::new(LANDMARKS_PER_FRAME);
        let is_ready = map.measure_landmarks(profile, &mut budget).is_ready()
            && map.compare_engines(profile, &mut self.samples, &mut budget).is_ready();
        let mut left = Budget::new(EXPANSIONS_PER_FRAME - LANDMARKS_PER_FRAME + budget.left());
        self.batch.warm_up(map, 1, &mut left).is_ready() && is_ready
    }
}

/// What it does after edits, in the next frame.
pub(crate) fn keep_up(map: &mut NavMap, profile: &CostProfile, samples: &mut SampleSearches) {
    map.prepare(profile);
    if map.has_landmarks(profile) {
        let mut budget = Budget::new(LANDMARKS_PER_FRAME);
        let _ = map.measure_landmarks(profile, &mut budget);
        let _ = map.compare_engines(profile, samples, &mut budget);
    }
}

/// What it does in frames in which nothing is edited.
pub(crate) fn rest(map: &mut NavMap, profile: &CostProfile, samples: &mut SampleSearches) {
    if map.has_landmarks(profile) {
        while map.measure_landmarks(profile, &mut Budget::unlimited()).is_pending() {}
        let _ = map.compare_engines(profile, samples, &mut Budget::unlimited());
    }
}
