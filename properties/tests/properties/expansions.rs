//! How many cells a search expands.

use crate::{
    config,
    level::{Level, Ready, levels, trips},
};
use glam::IVec2;
use proptest::{prelude::*, sample::select};
use tilepath::{Heuristic, PathQuery, SearchScratch};

/// The longest detour that a search over hexagons of one weight looks for, and one more for the search without a detour.
const DETOURS: u32 = 41;

/// The number of cells that can be reached from a start.
fn reached(level: &Level, start: IVec2) -> u32 {
    level.ground().brute_force(start).iter().flatten().count() as u32
}

/// The most expansions of a search on a prepared map.
///
/// - A cell is expanded again if a cheaper path to it is found in the same bucket of the open list. This bound is measured, not proven: in
///   80,000 searches, at most 3 % of the cells were expanded again.
/// - On hexagons, a search for detours comes first. Each detour takes as many expansions as it has lines of cells: those of the map, and at
///   most two more than the last detour.
fn most(level: &Level, start: IVec2) -> u32 {
    let lines = level.size.x + level.size.y + DETOURS;
    let detours = if level.topology.shape().is_hex() { DETOURS * lines } else { 0 };
    let reached = reached(level, start);
    reached + reached / 16 + 8 + detours
}

proptest! {
    #![proptest_config(config(2000))]

    /// All built-in estimates are consistent.
    #[test]
    fn a_star_expands_no_cell_twice(
        level in levels(),
        trips in trips(),
        heuristic in select(&Heuristic::BUILT_IN[..]),
    ) {
        let (map, profile, mut search) = (level.map_for(Ready::Nothing), level.profile(), SearchScratch::new());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let query = PathQuery::new(start, goal).with_heuristic(heuristic);
            let answer = map.find_path(&profile, query, &mut search, &mut ());
            prop_assert!(search.nodes_expanded() <= reached(&level, start));
            prop_assert!(answer.is_ok() || level.ground().cost(start, goal).is_none());
        }
    }

    #[test]
    fn a_search_on_a_prepared_map_expands_few_cells_twice(
        level in levels(),
        trips in trips(),
        ready in select(vec![Ready::Searches, Ready::Landmarks]),
    ) {
        let (map, profile, mut search) = (level.map_for(ready), level.profile(), SearchScratch::new());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let answer = map.find_path(&profile, PathQuery::new(start, goal), &mut search, &mut ());
            if answer.is_err() {
                prop_assert_eq!(search.nodes_expanded(), 0, "regions refuse a goal without a search");
            }
            let most = most(&level, start);
            prop_assert!(search.nodes_expanded() <= most, "{} of {}", search.nodes_expanded(), most);
        }
    }

    #[test]
    fn a_limit_of_expansions_is_kept(level in levels(), trips in trips(), limit in 0_u32..60) {
        let (map, profile, mut search) = (level.map(), level.profile(), SearchScratch::new());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let query = PathQuery::new(start, goal);
            let whole = map.find_path(&profile, query.clone(), &mut search, &mut ());
            let limited = map.find_path(&profile, query.with_max_expansions(limit), &mut search, &mut ());
            prop_assert!(search.nodes_expanded() <= limit);
            if let Ok(path) = whole {
                prop_assert_eq!(limited.is_ok(), path.nodes_expanded() <= limit);
            }
        }
    }
}
