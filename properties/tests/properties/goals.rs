//! More goals, and a wider range round them.

use crate::{
    config,
    level::{Level, cost, cost_of, levels, spots},
};
use glam::IVec2;
use proptest::{collection::vec, prelude::*};
use tilepath::{GoalFieldScratch, PathQuery};

fn cells(level: &Level, spots: &[crate::level::Spot]) -> Vec<IVec2> {
    // Some goals are in walls.
    spots.iter().map(|spot| if spot.0 % 4 == 0 { spot.on(level.size) } else { level.free(*spot) }).collect()
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn the_nearest_of_some_goals_costs_as_much_as_the_cheapest_of_them(
        level in levels(),
        start in spots(),
        goals in vec(spots(), 1..6),
    ) {
        let (map, profile) = (level.map(), level.profile());
        let (start, goals) = (level.free(start), cells(&level, &goals));
        let each: Vec<_> = goals.iter().map(|&goal| cost(&map, &profile, start, goal)).collect();
        let cheapest = each.iter().flatten().min().copied();
        let query = PathQuery::to_nearest(start, goals.iter().copied());
        prop_assert_eq!(cost_of(&map, &profile, query), cheapest);
        if map.is_prepared(&profile)
            && let Ok(field) = map.goal_field(&profile, &goals, &mut GoalFieldScratch::default())
        {
            prop_assert_eq!(field.cost(start).map(|cost| u64::from(cost.units())), cheapest);
        }
    }

    #[test]
    fn a_wider_range_never_costs_more(level in levels(), start in spots(), goal in spots()) {
        let (map, profile) = (level.map(), level.profile());
        let (start, goal) = (level.free(start), goal.on(level.size));
        let mut before = None;
        for range in [0.0, 1.0, 1.5, 2.0, 3.7, 9.0, f32::INFINITY] {
            let now = cost_of(&map, &profile, PathQuery::new(start, goal).within(range));
            if before.is_some() {
                prop_assert!(now.is_some() && now <= before, "{:?} within {}: {:?}", before, range, now);
            }
            before = now;
        }
    }
}
