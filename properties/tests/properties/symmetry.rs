//! There and back. Every step on foot is legal both ways, and costs its length times the weight of the entered cell. So a path back enters the start
//! of the path there, and does not enter its end.

use crate::{
    config,
    level::{Level, cost, levels, trips},
};
use proptest::prelude::*;
use tilepath::{DiagonalRule, PathQuery, SearchScratch};

/// Whether all steps of a map have one length.
fn has_one_length(level: &Level) -> bool {
    let (lengths, topology) = (level.topology.lengths(), level.topology);
    topology.shape().is_hex()
        || topology.diagonals() == DiagonalRule::Never
        || lengths.straight() == lengths.diagonal()
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn where_all_weights_are_equal_the_way_back_costs_the_same(level in levels(), trips in trips()) {
        let level = level.flattened().on_foot();
        let (map, profile) = (level.map(), level.profile());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            prop_assert_eq!(cost(&map, &profile, start, goal), cost(&map, &profile, goal, start));
        }
    }

    /// Let a path have the cells 0 to n, and let L be the length of each step. The sum of L × weight over the cells 1 to n and the sum
    /// over the cells 0 to n − 1 differ by L × (weight of n − weight of 0), on each path between the two ends.
    #[test]
    fn where_all_steps_have_one_length_the_way_back_differs_by_the_weights_of_the_ends(
        level in levels().prop_map(Level::on_foot).prop_filter("one length", has_one_length),
        trips in trips(),
    ) {
        let (map, profile, ground) = (level.map(), level.profile(), level.ground());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let there = cost(&map, &profile, start, goal).map(|cost| cost + ground.straight * ground.weight(start));
            let back = cost(&map, &profile, goal, start).map(|cost| cost + ground.straight * ground.weight(goal));
            prop_assert_eq!(there, back, "{} to {}", start, goal);
        }
    }

    /// With two lengths, the difference depends on where the long steps are. But the cells of the path there, in the opposite order, are
    /// always a path back.
    #[test]
    fn the_way_back_costs_no_more_than_the_same_cells_in_the_opposite_order(
        level in levels().prop_map(Level::on_foot),
        trips in trips(),
    ) {
        let (map, profile, ground) = (level.map(), level.profile(), level.ground());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let found =
                map.find_path(&profile, PathQuery::new(start, goal), &mut SearchScratch::new(), &mut ());
            let back = cost(&map, &profile, goal, start);
            let Ok(path) = found else {
                prop_assert_eq!(back, None);
                continue;
            };
            let steps = path.cells().windows(2).map(|pair| ground.step(pair[1], pair[0]).expect("a legal step"));
            prop_assert!(back.is_some_and(|back| back <= steps.sum()));
        }
    }
}
