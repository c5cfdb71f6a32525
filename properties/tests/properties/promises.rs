//! What a path says about itself, and that no other path is cheaper.

use crate::{
    config,
    geometry::squared,
    level::{Level, Ready, cost, levels, spots, trips},
};
use glam::IVec2;
use proptest::{prelude::*, sample::select};
use tilepath::{CostProfile, Heuristic, NavMap, Path, PathOptions, PathQuery, SearchScratch};

/// A cell of a map as each of its paths prices it.
struct Paths<'a> {
    level: &'a Level,
    map: NavMap,
    profile: CostProfile,
    search: SearchScratch,
}

impl<'a> Paths<'a> {
    fn new(level: &'a Level) -> Self {
        Self { level, map: level.map(), profile: level.profile(), search: SearchScratch::new() }
    }

    fn find(&mut self, query: PathQuery) -> Option<Path> {
        self.map.find_path(&self.profile, query, &mut self.search, &mut ()).ok()
    }

    fn cost(&self, start: IVec2, goal: IVec2) -> Option<u64> {
        cost(&self.map, &self.profile, start, goal)
    }

    /// The cells, the costs and the danger of a path agree with the map.
    fn check(&self, path: &Path, start: IVec2) -> Result<(), TestCaseError> {
        let (ground, cells) = (self.level.ground(), path.cells());
        ground.check_path(path, start);
        prop_assert_eq!(path.cost_from(0), path.cost());
        for (nth, pair) in cells.windows(2).enumerate() {
            let step = path.cost_from(nth).saturating_sub(path.cost_from(nth + 1));
            prop_assert_eq!(Some(u64::from(step.units())), ground.step(pair[0], pair[1]));
            prop_assert!(self.map.allows_step(&self.profile, pair[0], pair[1]));
        }
        prop_assert_eq!(path.cost_from(cells.len() - 1).units(), 0);
        prop_assert_eq!(self.map.without_obstacles(&[]).path_cost(&self.profile, cells), Some(path.cost()));
        prop_assert_eq!(
            self.map.without_obstacles(&[]).split_cost(&self.profile, cells).map(|split| split.total()),
            Some(path.cost())
        );
        let danger = |cell: IVec2| self.map.priced(&self.profile).danger(ground.index(cell).unwrap());
        let danger: u64 = cells[1..].iter().map(|&cell| danger(cell)).sum();
        prop_assert_eq!(path.danger(), danger as f64 / 16.0);
        Ok(())
    }
}

/// Options that may change which path is found, but none of its promises.
fn options() -> impl Strategy<Value = PathOptions> {
    let range = select(vec![0.0, 0.0, 1.0, 1.5, 4.0]);
    let inflation = select(vec![1.0, 1.0, 1.0, 2.0, f32::INFINITY]);
    let heuristic = select(vec![Heuristic::Auto, Heuristic::Auto, Heuristic::Euclidean, Heuristic::Zero]);
    (range, any::<bool>(), any::<bool>(), inflation, heuristic).prop_map(
        |(range, in_sight, allow_partial, inflation, heuristic)| PathOptions {
            range,
            in_sight,
            allow_partial,
            inflation,
            heuristic,
            ..PathOptions::DEFAULT
        },
    )
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_path_keeps_its_promises(level in levels(), trips in trips(), options in options()) {
        let mut paths = Paths::new(&level);
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let query = PathQuery::new(start, goal).with_options(options);
            let Some(path) = paths.find(query) else { continue };
            paths.check(&path, start)?;
            let end = *path.cells().last().unwrap();
            if path.is_partial() {
                prop_assert!(options.allow_partial);
                continue;
            }
            prop_assert_eq!(path.goal_index(), Some(0));
            let range = f64::from(options.range);
            prop_assert!(squared(level.topology.shape(), end, goal) as f64 <= range * range);
            prop_assert!(!options.in_sight || level.ground().sees(end, goal));
        }
    }

    #[test]
    fn a_path_is_as_cheap_as_the_brute_force_says(level in levels(), trips in trips()) {
        let ground = level.ground();
        for ready in Ready::ALL {
            let (map, profile) = (level.map_for(ready), level.profile());
            for &trip in &trips {
                let (start, goal) = level.ends(trip);
                prop_assert_eq!(cost(&map, &profile, start, goal), ground.cost(start, goal), "{:?}", ready);
            }
        }
    }

    #[test]
    fn no_path_over_a_third_cell_is_cheaper(level in levels(), trips in trips(), by in spots()) {
        let paths = Paths::new(&level);
        let by = level.free(by);
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let detour = paths.cost(start, by).zip(paths.cost(by, goal)).map(|(to, from)| to + from);
            let straight = paths.cost(start, goal);
            prop_assert!(detour.is_none_or(|detour| straight.is_some_and(|cost| cost <= detour)));
        }
    }

    #[test]
    fn each_part_of_a_cheapest_path_is_a_cheapest_path(level in levels(), trips in trips(), part in any::<u8>()) {
        let mut paths = Paths::new(&level);
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let Some(path) = paths.find(PathQuery::new(start, goal)) else { continue };
            let nth = usize::from(part) % path.cells().len();
            let cell = path.cells()[nth];
            let left = u64::from(path.cost_from(nth).units());
            prop_assert_eq!(paths.cost(cell, goal), Some(left));
            prop_assert_eq!(paths.cost(start, cell), Some(u64::from(path.cost().units()) - left));
        }
    }

    #[test]
    fn no_option_finds_a_path_cheaper_than_the_cheapest(
        level in levels(),
        trips in trips(),
        heuristic in select(&Heuristic::BUILT_IN[..]),
        inflation in select(vec![1.0, 1.2, 5.0, f32::INFINITY]),
    ) {
        let mut paths = Paths::new(&level);
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            let query = PathQuery::new(start, goal).with_heuristic(heuristic).with_inflation(inflation);
            let found = paths.find(query).map(|path| f64::from(path.cost().units()));
            let cheapest = paths.cost(start, goal).map(|cost| cost as f64);
            prop_assert_eq!(found.is_some(), cheapest.is_some());
            let (Some(found), Some(cheapest)) = (found, cheapest) else { continue };
            let most = if cheapest == 0.0 { 0.0 } else { cheapest * f64::from(inflation) };
            prop_assert!(cheapest <= found && found <= most, "{} <= {} <= {}", cheapest, found, most);
        }
    }
}
