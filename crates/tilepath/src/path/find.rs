//! Finding a path in one go.

use super::{
    error::PathError, found_path::Path, map_view::MapView, options::PathOptions, path_search::PathSearch,
    query::PathQuery,
};
use crate::{
    astar::Visitor,
    budget::Budget,
    ground::{CostProfile, PricedGrid},
    jump::EngineChoice,
    map::NavMap,
    search::SearchScratch,
};

impl PricedGrid<'_> {
    /// Finds the cheapest path on a priced grid, by a search cell by cell. Pass `&mut ()` to search without a visitor.
    ///
    /// A [prepared](NavMap::prepare) [`NavMap`] finds paths of the same cost faster.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, PathQuery, PricedGrid, SearchScratch, Topology};
    /// let grid = Grid::from_rows([
    ///     [1, 1, 1, 1],
    ///     [1, 0, 0, 1],
    ///     [1, 9, 9, 1],
    /// ])?;
    /// let priced = PricedGrid::new(&grid, Topology::default(), &CostProfile::default(), &[])?;
    /// let query = PathQuery::new([0, 0].into(), [3, 0].into());
    /// let path = priced.find_path(query, &mut SearchScratch::new(), &mut ())?;
    /// assert_eq!(path.cells().len(), 8); // round the walls, not through the mud
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path(
        self,
        query: PathQuery,
        search: &mut SearchScratch,
        visitor: &mut impl Visitor,
    ) -> Result<Path, PathError> {
        find_path_on(&MapView::of_priced(self), query, search, visitor)
    }
}

impl NavMap {
    /// Finds the cheapest path in one call. To spread a search over several calls, use
    /// [`Batch::solve_one`](crate::batch::Batch::solve_one).
    ///
    /// Pass `&mut ()` to search without a visitor. With a visitor, the search goes cell by cell, which is slower.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path.
    pub fn find_path(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut SearchScratch,
        visitor: &mut impl Visitor,
    ) -> Result<Path, PathError> {
        find_path_on(&self.view(profile), query, search, visitor)
    }

    /// Does the same as [`NavMap::find_path`], but writes the result into `path` and reuses its memory. On an error `path` is
    /// empty.
    ///
    /// On a [prepared](NavMap::prepare) map, a query for one goal allocates no memory once `search` and `path` are large enough
    /// for the map.
    ///
    /// # Errors
    /// The same as [`NavMap::find_path`].
    pub fn find_path_into(
        &self,
        profile: &CostProfile,
        query: PathQuery,
        search: &mut SearchScratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        find_path_into(&self.view(profile), query, search, &mut (), path)
    }

    /// The engine that searches for a query with these options, without a visitor, and why it is this one. All engines find paths of the
    /// same cost.
    ///
    /// - On hexagons of one weight, a search for one goal first looks for paths with short detours, many cells at a time.
    /// - With [own obstacles](PathQuery::with_own_obstacles) on cells other than the start, a search always uses A*.
    ///
    /// ```
    /// use tilepath::{CostProfile, Engine, Grid, NavMap, PathOptions, Topology};
    /// let mut map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
    /// let profile = CostProfile::default();
    /// let choice = |map: &NavMap| map.engine(&profile, &PathOptions::DEFAULT);
    /// assert_eq!(choice(&map).to_string(), "A* without prepared costs, because the map is not prepared for the profile");
    /// map.prepare(&profile);
    /// assert_eq!(choice(&map).engine, Engine::Jumps);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn engine(&self, profile: &CostProfile, options: &PathOptions) -> EngineChoice {
        self.view(profile).engine(options, false)
    }
}

fn find_path_on(
    view: &MapView,
    query: PathQuery,
    search: &mut SearchScratch,
    visitor: &mut impl Visitor,
) -> Result<Path, PathError> {
    let mut path = Path::default();
    find_path_into(view, query, search, visitor, &mut path).map(|()| path)
}

pub(super) fn find_path_into<V: Visitor>(
    view: &MapView,
    query: PathQuery,
    search: &mut SearchScratch,
    visitor: &mut V,
    path: &mut Path,
) -> Result<(), PathError> {
    path.clear();
    let mut begun = PathSearch::begin(view, query, V::WATCHES, search)?;
    Budget::finish(|budget| begun.run(view, search, budget, visitor, path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        astar::Recorder,
        cost::Cost,
        ground::{DiagonalRule, Grid, Heuristic, Topology},
    };
    use core::task::Poll;
    use glam::IVec2;

    fn ask(grid: &Grid, query: PathQuery) -> Result<Path, PathError> {
        let profile = CostProfile::default();
        let mut map = NavMap::new(grid.clone(), Topology::default());
        let without = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ());
        map.prepare(&profile);
        let with = map.find_path(&profile, query, &mut SearchScratch::new(), &mut ());
        match (&with, &without) {
            (Ok(with), Ok(without)) => {
                assert_eq!((with.cost(), with.goal_index()), (without.cost(), without.goal_index()));
            }
            _ => assert_eq!(format!("{with:?}"), format!("{without:?}"), "preparation must change no answer"),
        }
        with
    }

    fn cell(x: i32, y: i32) -> IVec2 {
        IVec2::new(x, y)
    }

    /// Two halves of a map, the right half with a wall in it.
    fn halves() -> Grid {
        Grid::from_rows([[1, 0, 1, 1], [1, 0, 1, 0], [1, 0, 1, 1]]).unwrap()
    }

    #[test]
    fn every_failure_has_its_name_and_value() {
        let grid = halves();
        let error = |start, goal| ask(&grid, PathQuery::new(start, goal)).unwrap_err();
        assert_eq!(error(cell(-1, 0), cell(0, 0)), PathError::StartOutside(cell(-1, 0)));
        assert_eq!(error(cell(1, 0), cell(0, 0)), PathError::StartBlocked(cell(1, 0)));
        assert_eq!(error(cell(0, 0), cell(9, 9)), PathError::GoalOutside(cell(9, 9)));
        assert_eq!(error(cell(0, 0), cell(1, 1)), PathError::GoalBlocked(cell(1, 1)));
        assert_eq!(
            error(cell(0, 0), cell(2, 0)),
            PathError::Unreachable { start: cell(0, 0), goal: cell(2, 0) }
        );
        let goals = [cell(9, 9), cell(1, 1), cell(2, 0), cell(3, 0)];
        assert_eq!(
            ask(&grid, PathQuery::to_nearest(cell(0, 0), goals)),
            Err(PathError::Unreachable { start: cell(0, 0), goal: cell(1, 1) })
        );
        assert!(error(cell(i32::MIN, 0), cell(0, 0)).to_string().contains("-2147483648"));
        let none = PathQuery::to_nearest(cell(0, 0), []);
        assert_eq!(ask(&grid, none), Err(PathError::NoGoal));
    }

    #[test]
    fn invalid_numbers_in_a_query_are_refused_by_value() {
        let grid = halves();
        let query = PathQuery::new(cell(0, 0), cell(0, 2));
        for range in [-1.0, f32::NAN] {
            let error = ask(&grid, query.clone().within(range)).unwrap_err();
            assert!(error.to_string().contains(&range.to_string()));
        }
        for inflation in [0.5, f32::NAN, f32::NEG_INFINITY, 1001.0] {
            let error = ask(&grid, query.clone().with_inflation(inflation)).unwrap_err();
            assert!(error.to_string().contains(&inflation.to_string()));
        }
    }

    #[test]
    fn a_query_that_is_refused_has_expanded_nothing() {
        let (mut map, profile) = (NavMap::new(halves(), Topology::default()), CostProfile::default());
        map.prepare(&profile);
        let mut search = SearchScratch::new();
        let mut counts = |goal| {
            let answer = map.find_path(&profile, PathQuery::new(cell(0, 0), goal), &mut search, &mut ());
            (answer.is_ok(), search.nodes_expanded(), search.nodes_generated())
        };
        let found = counts(cell(0, 2));
        assert!(found.0 && found.1 > 0);
        // Behind the wall, in a wall, outside the map.
        for goal in [cell(2, 0), cell(1, 1), cell(9, 9)] {
            assert_eq!(counts(goal), (false, 0, 0), "not the counts of the search before");
        }
    }

    #[test]
    fn start_at_the_goal_is_a_path_of_one_cell() {
        let path = ask(&halves(), PathQuery::new(cell(0, 1), cell(0, 1))).unwrap();
        assert_eq!(path.cells(), [cell(0, 1)]);
        assert_eq!((path.cost(), path.nodes_expanded()), (Cost::ZERO, 1));
        let alone = Grid::from_rows([[1]]).unwrap();
        assert!(ask(&alone, PathQuery::new(cell(0, 0), cell(0, 0))).is_ok());
    }

    #[test]
    fn a_partial_path_ends_nearest_to_the_goal() {
        let grid = halves();
        let path = ask(&grid, PathQuery::new(cell(0, 0), cell(3, 2)).allow_partial()).unwrap();
        assert!(path.is_partial());
        assert_eq!(path.cells().last(), Some(&cell(0, 2)));
        let blocked = ask(&grid, PathQuery::new(cell(2, 0), cell(3, 1)).allow_partial()).unwrap();
        // These two cells are equally near, and equally cheap to reach.
        assert!([cell(3, 0), cell(2, 1)].contains(blocked.cells().last().unwrap()));
        let outside = ask(&grid, PathQuery::new(cell(0, 0), cell(30, 2)).allow_partial());
        assert_eq!(outside, Err(PathError::GoalOutside(cell(30, 2))));
    }

    #[test]
    fn the_nearest_of_many_goals_is_the_cheapest_to_reach() {
        let grid = Grid::from_rows([[1, 9, 1, 1, 1, 1]]).unwrap();
        let goals = [cell(0, 0), cell(5, 0), cell(99, 99)];
        let path = ask(&grid, PathQuery::to_nearest(cell(2, 0), goals)).unwrap();
        assert_eq!(path.goal_index(), Some(1));
        assert_eq!(path.cells().last(), Some(&cell(5, 0)));
    }

    #[test]
    fn within_a_range_a_walled_goal_can_be_reached() {
        let grid = halves();
        let path = ask(&grid, PathQuery::new(cell(2, 2), cell(3, 1)).within(1.0)).unwrap();
        assert!(!path.is_partial());
        assert_eq!(path.cells().len(), 2);
        let all = ask(&grid, PathQuery::new(cell(2, 2), cell(0, 0)).within(f32::INFINITY)).unwrap();
        assert_eq!(all.cells().len(), 1);
        let off_map = ask(&grid, PathQuery::new(cell(0, 2), cell(0, -2)).within(2.0)).unwrap();
        assert_eq!(off_map.cells().last(), Some(&cell(0, 0)));
    }

    #[test]
    fn the_budget_is_kept_and_named() {
        let grid = Grid::new([50, 50].into(), 1).unwrap();
        let query = PathQuery::new(cell(0, 0), cell(49, 49)).with_heuristic(Heuristic::Zero);
        assert_eq!(ask(&grid, query.clone().with_max_expansions(100)), Err(PathError::ExpansionLimit(100)));
        assert!(ask(&grid, query.with_max_expansions(2500)).is_ok());
    }

    #[test]
    fn a_path_too_costly_is_no_wrong_path() {
        let dear = CostProfile::default().with_cost(255, u16::MAX);
        let mut map = NavMap::new(Grid::new([200, 1].into(), 255).unwrap(), Topology::default());
        for ready in [false, true] {
            if ready {
                map.prepare(&dear);
            }
            let ask = |goal| {
                let query = PathQuery::new(cell(0, 0), cell(goal, 0));
                map.find_path(&dear, query, &mut SearchScratch::new(), &mut ())
            };
            assert_eq!(ask(10).unwrap().cost(), Cost::from_units(10 * 408 * 65_535 * 16));
            assert_eq!(ask(11), Err(PathError::TooCostly));
            assert_eq!(ask(199), Err(PathError::TooCostly));
        }
    }

    #[test]
    fn an_unfinished_search_survives_the_drop_of_its_field() {
        let mut map = NavMap::new(Grid::new([30, 30].into(), 1).unwrap(), Topology::default());
        (0..29).for_each(|y| map.block(cell(15, y)));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let query = PathQuery::new(cell(0, 0), cell(29, 0));
        let whole = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ()).unwrap();
        let mut search = SearchScratch::new();
        let mut begun = PathSearch::begin(&map.view(&profile), query, false, &mut search).unwrap();
        let mut path = Path::default();
        let mut go_on = |map: &NavMap, mut budget| {
            begun.run(&map.view(&profile), &mut search, &mut budget, &mut (), &mut path)
        };
        assert!(go_on(&map, Budget::new(1)).is_pending());
        for cost in 0..NavMap::MAX_PREPARED as u16 {
            map.prepare(&CostProfile::default().with_cost(200, cost));
        }
        assert!(!map.is_prepared(&profile));
        assert_eq!(go_on(&map, Budget::unlimited()), Poll::Ready(Ok(())));
        assert_eq!(path.cost(), whole.cost());
    }

    #[test]
    fn inflation_bounds_the_cost_and_spares_expansions() {
        let grid = Grid::from_fn([60, 60].into(), |cell| 1 + ((cell.x * 7 + cell.y * 13) % 4) as u8).unwrap();
        let query = PathQuery::new(cell(2, 2), cell(55, 50));
        let best = ask(&grid, query.clone()).unwrap();
        let quick = ask(&grid, query.with_inflation(2.0)).unwrap();
        assert!(best.cost() <= quick.cost());
        assert!(u64::from(quick.cost().units()) <= 2 * u64::from(best.cost().units()));
        assert!(quick.nodes_expanded() < best.nodes_expanded() / 2);
    }

    #[test]
    fn a_visitor_sees_every_expansion_with_f_as_the_sum() {
        let grid = Grid::new([9, 9].into(), 1).unwrap();
        let priced = PricedGrid::new(&grid, Topology::default(), &CostProfile::default(), &[]).unwrap();
        let mut seen = Recorder::default();
        let query = PathQuery::new(cell(0, 0), cell(8, 5));
        let path = priced.find_path(query, &mut SearchScratch::new(), &mut seen).unwrap();
        assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
        assert!(seen.expansions.iter().all(|seen| seen.g.saturating_add(seen.h) == seen.f));
        assert!(seen.expansions.windows(2).all(|pair| pair[0].f <= pair[1].f));
        assert!(seen.examined.len() > seen.expansions.len());
    }

    #[test]
    fn an_open_field_is_crossed_without_detours_of_the_search() {
        let grid = Grid::new([100, 100].into(), 1).unwrap();
        for (rule, expected) in [(DiagonalRule::Never, 142), (DiagonalRule::OnlyWhenNoObstacles, 91)] {
            let priced =
                PricedGrid::new(&grid, Topology::square(rule), &CostProfile::default(), &[]).unwrap();
            let query = PathQuery::new(cell(5, 5), cell(95, 56));
            let path = priced.find_path(query, &mut SearchScratch::new(), &mut ()).unwrap();
            assert_eq!(path.nodes_expanded(), expected);
        }
    }
}
