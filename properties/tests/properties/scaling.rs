//! Costs are proportional to prices and to the lengths of steps.

use crate::{
    config,
    level::{cost, levels, trips},
};
use proptest::prelude::*;
use tilepath::StepLengths;

proptest! {
    #![proptest_config(config(1500))]

    /// The aversions are whole numbers, so that no danger is rounded.
    #[test]
    fn prices_times_a_factor_make_paths_dearer_by_the_factor(
        level in levels(),
        trips in trips(),
        factor in 2_u16..6,
    ) {
        let mut dear = level.clone();
        dear.prices.costs = level.prices.costs.map(|cost| cost * factor);
        dear.prices.aversions = level.prices.aversions.map(|aversion| aversion * factor);
        let (maps, profiles) = ([level.map(), dear.map()], [level.profile(), dear.profile()]);
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let cheap = cost(&maps[0], &profiles[0], start, goal);
            let dear = cost(&maps[1], &profiles[1], start, goal);
            prop_assert_eq!(cheap.map(|cost| cost * u64::from(factor)), dear, "{} to {}", start, goal);
        }
    }

    #[test]
    fn longer_steps_make_paths_dearer_by_the_same_factor(
        level in levels(),
        trips in trips(),
        factor in 2_u32..6,
    ) {
        let lengths = level.topology.lengths();
        let long = StepLengths::new(lengths.straight() * factor, lengths.diagonal() * factor).unwrap();
        let mut stretched = level.clone();
        stretched.topology = level.topology.with_lengths(long);
        let (maps, profile) = ([level.map(), stretched.map()], level.profile());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let [short, long] = [&maps[0], &maps[1]].map(|map| cost(map, &profile, start, goal));
            prop_assert_eq!(short.map(|cost| cost * u64::from(factor)), long, "{} to {}", start, goal);
        }
    }
}
