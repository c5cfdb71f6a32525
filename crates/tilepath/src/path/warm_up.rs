//! Warm-up: practice searches, so that the first real searches are as fast as later ones.

use super::{find::find_path_into, found_path::Path, query::PathQuery};
use crate::{cost_field::CostField, ground::CostProfile, map::NavMap, search::SearchScratch};
use core::ops::Range;

/// A practice search ends after this many expansions: by then, the scratch and the caches of the processor are warm.
const MAX_EXPANSIONS: u32 = 1000;

/// The number of random cells that are tried for a practice search. Without a goal in the region of the start, the search is skipped.
const DRAWS: u64 = 32;

/// Expansions of a practice search between two checks of the budget.
pub(crate) const SLICE: u64 = 16;

/// What a practice search costs besides its expansions, in expansions: it draws its ends, writes its path, and looks around from its start,
/// on open ground over a share of the map.
pub(crate) fn setup_of(field: &CostField) -> usize {
    200 + field.padded_len() / 256
}

impl NavMap {
    /// Runs practice searches, so that the first real searches are as fast as later ones. The practice searches allocate the
    /// memory of `search`, and store jumps of jump point search that later searches use again. Later searches return the same
    /// paths as without a warm-up.
    ///
    /// Each number in `numbers` is the random seed for the start and the goal of one practice search. A few hundred searches are
    /// enough. To spread the searches over several frames, pass the next range of numbers in each call. `path` is overwritten.
    ///
    /// Does nothing if the map is not [prepared](NavMap::prepare) for the profile.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, Path, SearchScratch, Topology};
    /// let mut map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
    /// let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
    /// map.prepare(&profile);
    /// map.warm_up(&profile, &mut search, 0..256, &mut Path::default());
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    pub fn warm_up(
        &self,
        profile: &CostProfile,
        search: &mut SearchScratch,
        numbers: Range<u32>,
        path: &mut Path,
    ) {
        let queries = numbers.filter_map(|number| self.practice_query(profile, number));
        for query in queries {
            // A search without a path warms up the memory, too.
            let _ = find_path_into(&self.view(profile), query, search, &mut (), path);
        }
    }

    /// The query of the practice search with this number. `None` if its random cells give no start, or no goal in the same region.
    pub(crate) fn practice_query(&self, profile: &CostProfile, number: u32) -> Option<PathQuery> {
        let view = self.view(profile);
        let (regions, _) = view.regions.zip(view.cost_field)?;
        let cells = self.grid().len() as u64;
        // A random cell and its region, or `None` in a wall.
        let draw = |number: u64| {
            let index = ((u128::from(mix(number)) * u128::from(cells)) >> 64) as usize;
            regions.label(index).map(|label| (label, self.grid().cell(index)))
        };
        let mut drawn = (0..DRAWS).filter_map(|nth| draw(u64::from(number) * DRAWS + nth));
        let (region, start) = drawn.next()?;
        let (_, goal) = drawn.find(|&(label, _)| label == region)?;
        Some(PathQuery::new(start, goal).with_max_expansions(MAX_EXPANSIONS))
    }
}

/// A pseudorandom number, computed from `number` (SplitMix64).
const fn mix(number: u64) -> u64 {
    let a = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ (c >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};

    #[test]
    fn after_a_warm_up_the_first_search_is_the_same() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..30 {
            let grid = Grid::from_fn([90, 70].into(), |_| u8::from(random.u8(0..4) > 0)).unwrap();
            let mut map = NavMap::new(grid, Topology::default());
            let profile = CostProfile::default();
            map.prepare(&profile);
            let (mut warm, mut path) = (SearchScratch::new(), Path::default());
            map.warm_up(&profile, &mut warm, 0..40, &mut path);
            assert!(warm.nodes_expanded() > 0, "it has searched");
            for _ in 0..20 {
                let mut cell = || [random.i32(0..90), random.i32(0..70)].into();
                let query = PathQuery::new(cell(), cell());
                let answer = map.find_path(&profile, query.clone(), &mut warm, &mut ());
                assert_eq!(answer, map.find_path(&profile, query, &mut SearchScratch::new(), &mut ()));
            }
        }
    }

    #[test]
    fn maps_that_have_no_way_to_go_and_unprepared_ones_are_left_alone() {
        let profile = CostProfile::default();
        for class in [0, 1] {
            let mut map = NavMap::new(Grid::new([1, 1].into(), class).unwrap(), Topology::default());
            let (mut search, mut path) = (SearchScratch::new(), Path::default());
            map.warm_up(&profile, &mut search, 0..9, &mut path);
            assert_eq!(search.nodes_expanded(), 0, "not prepared");
            map.prepare(&profile);
            map.warm_up(&profile, &mut search, 0..9, &mut path);
        }
    }
}
