//! The search for a way across a grid: asking in one go or in slices.

use crate::{
    cost::Cost,
    cost_field::CostField,
    error::PathError,
    grid::{CellRect, Grid},
    map_view::MapView,
    neighbours::NodeId,
    path::Path,
    priced_grid::PricedGrid,
    query::PathQuery,
    search::{JumpSpace, LowerBound, Search, SearchStatus, Visitor},
};
use core::{fmt, marker::PhantomData};
use glam::IVec2;
use smallvec::SmallVec;

/// The cheapest way across a priced grid, searched cell by cell in one go.
///
/// A [`NavMap`](crate::NavMap) finds the same ways faster.
///
/// # Errors
/// [`PathError`] tells the reasons apart.
///
/// ```
/// use tilepath::{CostProfile, Grid, PathQuery, PricedGrid, Search, Topology, find_path};
/// let grid = Grid::from_rows([
///     [1, 1, 1, 1],
///     [1, 0, 0, 1],
///     [1, 9, 9, 1],
/// ])?;
/// let priced = PricedGrid::new(&grid, Topology::default(), &CostProfile::default(), &[]);
/// let query = PathQuery::new([0, 0].into(), [3, 0].into());
/// let path = find_path(priced, query, &mut Search::new(), &mut ())?;
/// assert_eq!(path.cells().len(), 8); // round the walls, not through the mud
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_path(
    priced: PricedGrid,
    query: PathQuery,
    search: &mut Search,
    visitor: &mut impl Visitor,
) -> Result<Path, PathError> {
    find_path_on(&MapView::of_priced(priced), query, search, visitor)
}

pub(crate) fn find_path_on(
    view: &MapView,
    query: PathQuery,
    search: &mut Search,
    visitor: &mut impl Visitor,
) -> Result<Path, PathError> {
    let mut path = Path::default();
    find_path_into(view, query, search, visitor, &mut path).map(|()| path)
}

pub(crate) fn find_path_into<V: Visitor>(
    view: &MapView,
    query: PathQuery,
    search: &mut Search,
    visitor: &mut V,
    path: &mut Path,
) -> Result<(), PathError> {
    path.clear();
    let mut begun = PathSearch::begin(view, query, V::WATCHES, search)?;
    loop {
        if let Some(answer) = begun.run(view, search, u32::MAX, visitor, path) {
            return answer;
        }
    }
}

/// A search for a path that is driven slice by slice, by [`NavMap::begin_path`](crate::NavMap::begin_path) and
/// [`NavMap::run_path`](crate::NavMap::run_path).
///
/// The map and the [`Search`] must be the same in every slice; where the map has changed, begin again.
///
/// A visitor sees all of a search or nothing: a task that is begun by
/// [`NavMap::begin_path_watched`](crate::NavMap::begin_path_watched) takes visitors of its type `V` only, and one that is begun
/// without takes none.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, Search, Topology};
/// let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// let (profile, mut search) = (CostProfile::default(), Search::new());
/// let query = PathQuery::new([0, 0].into(), [19, 9].into());
/// let mut task = map.begin_path_watched(&profile, query, &mut search)?;
/// let mut seen = Recorder::default();
/// let path = loop {
///     if let Some(answer) = map.run_path(&profile, &mut task, &mut search, 10, &mut seen) {
///         break answer?;
///     }
///     // ... the next frame
/// };
/// assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A visitor that comes late is refused by the compiler:
///
/// ```compile_fail,E0308
/// # use tilepath::{CostProfile, Grid, NavMap, PathQuery, Recorder, Search, Topology};
/// # let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
/// # let (profile, mut search) = (CostProfile::default(), Search::new());
/// # let query = PathQuery::new([0, 0].into(), [19, 9].into());
/// let mut task = map.begin_path(&profile, query, &mut search)?;
/// map.run_path(&profile, &mut task, &mut search, 10, &mut Recorder::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PathTask<V: Visitor = ()> {
    search: PathSearch,
    visitor: PhantomData<fn(&mut V)>,
}

impl<V: Visitor> PathTask<V> {
    pub(crate) fn begin(view: &MapView, query: PathQuery, search: &mut Search) -> Result<Self, PathError> {
        let search = PathSearch::begin(view, query, V::WATCHES, search)?;
        Ok(Self { search, visitor: PhantomData })
    }

    pub(crate) fn run(
        &mut self,
        view: &MapView,
        search: &mut Search,
        slice: u32,
        visitor: &mut V,
        path: &mut Path,
    ) -> Option<Result<(), PathError>> {
        self.search.run(view, search, slice, visitor, path)
    }

    /// The query that this task answers.
    #[must_use]
    pub const fn query(&self) -> &PathQuery {
        &self.search.query
    }
}

impl<V: Visitor> Clone for PathTask<V> {
    fn clone(&self) -> Self {
        Self { search: self.search.clone(), visitor: PhantomData }
    }
}

impl<V: Visitor> fmt::Debug for PathTask<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PathTask").field(&self.search).finish()
    }
}

/// A search for a path, whoever watches it.
#[derive(Clone, Debug)]
pub(crate) struct PathSearch {
    query: PathQuery,
    goals: Goals,
    /// The rectangle round them, to which the heuristic measures.
    target: CellRect,
    closest: Option<(u64, Cost, NodeId)>,
    /// The cost field that is searched by leaps. Without one the search goes cell by cell: for any heuristic, several goals, partial
    /// paths, and where somebody watches. Either way it finds a way of the same cost.
    field: Option<u64>,
}

/// The cells that count as a goal, sorted row-major indices.
type Goals = SmallVec<[NodeId; 1]>;

impl PathSearch {
    /// Checks a query and begins its search, cell by cell if it is to be watched.
    pub(crate) fn begin(
        view: &MapView,
        query: PathQuery,
        watched: bool,
        search: &mut Search,
    ) -> Result<Self, PathError> {
        query.check()?;
        let grid = view.grid;
        let start = grid.index(query.start).ok_or(PathError::StartOutside(query.start))?;
        if !view.is_free(start) {
            return Err(PathError::StartBlocked(query.start));
        }
        let goals = match resolve_goals(view, &query, start) {
            Err(PathError::GoalBlocked(_) | PathError::Unreachable { .. }) if query.options.allow_partial => {
                Goals::new()
            }
            resolved => resolved?,
        };
        let cell = |&node: &NodeId| grid.cell(node as usize);
        let target = CellRect::around(goals.iter().map(cell))
            .or_else(|| CellRect::around(query.goals().iter().copied()))
            .ok_or(PathError::NoGoal)?;
        let leaps = view.field.filter(|_| {
            goals.len() == 1
                && query.options.are_plain()
                && !watched
                && !view.topology.diagonals_are_detours()
        });
        let mut task = Self { query, goals, target, closest: None, field: None };
        task.begin_on(view, leaps, search);
        Ok(task)
    }

    /// Begins by leaps over a field, or without one cell by cell.
    fn begin_on<'a>(&mut self, view: &MapView<'a>, field: Option<&'a CostField>, search: &mut Search) {
        self.field = field.map(CostField::id);
        if let Some(field) = field {
            search.begin_jump(&self.space(view, field), padded(self.query.start));
        } else {
            self.begin_cells(view.priced(), search);
        }
    }

    /// The field that is searched by leaps, if the map still has it.
    fn field<'a>(&self, view: &MapView<'a>) -> Option<&'a CostField> {
        view.field.filter(|field| self.field == Some(field.id()))
    }

    fn begin_cells(&self, priced: &PricedGrid, search: &mut Search) {
        if let Some(start) = priced.grid().index(self.query.start) {
            search.begin(priced, start as NodeId, |node| self.estimate(priced, node));
        }
    }

    pub(crate) fn run(
        &mut self,
        view: &MapView,
        search: &mut Search,
        slice: u32,
        visitor: &mut impl Visitor,
        path: &mut Path,
    ) -> Option<Result<(), PathError>> {
        let budget = self.query.options.max_expansions.unwrap_or(u32::MAX);
        let slice = slice.min(budget.saturating_sub(search.nodes_expanded()));
        if self.field.is_some() && self.field(view).is_none() {
            // The map is no longer ready for this profile, or was made ready anew.
            self.begin_on(view, view.field, search);
        }
        let status = match self.field(view) {
            Some(field) => search.run_jump(&self.space(view, field), slice),
            None => self.run_cells(view.priced(), search, slice, visitor),
        };
        match status {
            SearchStatus::Found { goal, .. } => {
                self.write_path(view, search, goal, true, path);
                Some(Ok(()))
            }
            SearchStatus::Paused if search.nodes_expanded() >= budget => {
                Some(Err(PathError::OverBudget(budget)))
            }
            SearchStatus::Paused => None,
            SearchStatus::Exhausted => Some(self.nearest_instead(view, search, path)),
        }
    }

    fn space<'a>(&self, view: &MapView<'a>, field: &'a CostField) -> JumpSpace<'a> {
        let goal = padded(self.target.min);
        let bound = match view.guide {
            Some(guide) => LowerBound::GoalField(guide),
            None => LowerBound::of_landmarks(field, view.landmarks, goal),
        };
        JumpSpace::new(field, bound, goal)
    }

    fn run_cells(
        &mut self,
        priced: &PricedGrid,
        search: &mut Search,
        slice: u32,
        visitor: &mut impl Visitor,
    ) -> SearchStatus {
        let mut closest = self.closest;
        let task = &*self;
        let mut watch = ClosestVisitor { task, grid: priced.grid(), closest: &mut closest, inner: visitor };
        let estimate = |node| task.estimate(priced, node);
        let status = search.run(priced, estimate, |node| task.is_goal(node), slice, &mut watch);
        self.closest = closest;
        status
    }

    fn write_path(&self, view: &MapView, search: &mut Search, last: NodeId, reached: bool, path: &mut Path) {
        path.clear();
        let grid = view.grid;
        match self.field(view) {
            Some(field) => search.jump_path(field, last, &mut path.cells, &mut path.costs),
            None => {
                path.cells.extend(search.chain_in_scratch(last).iter().map(|&node| grid.cell(node as usize)));
                let cost_to = |&cell: &IVec2| {
                    grid.index(cell).map_or(Cost::ZERO, |index| search.cost_to(index as NodeId))
                };
                path.costs.extend(path.cells.iter().map(cost_to));
            }
        }
        path.danger = view.danger_of(&path.cells);
        path.goal = path.cells.last().and_then(|&last| self.query.goal_of(last)).filter(|_| reached);
        path.nodes_expanded = search.nodes_expanded();
        path.nodes_generated = search.nodes_generated();
    }

    fn nearest_instead(&self, view: &MapView, search: &mut Search, path: &mut Path) -> Result<(), PathError> {
        match self.closest {
            _ if search.met_too_costly() => Err(PathError::TooCostly),
            Some((_, _, node)) => {
                self.write_path(view, search, node, false, path);
                Ok(())
            }
            None => Err(PathError::Unreachable { start: self.query.start, goal: self.query.goals()[0] }),
        }
    }

    #[inline]
    fn is_goal(&self, node: NodeId) -> bool {
        match *self.goals.as_slice() {
            [goal] => goal == node,
            _ => self.goals.binary_search(&node).is_ok(),
        }
    }

    #[inline]
    fn estimate(&self, priced: &PricedGrid, node: NodeId) -> Cost {
        let offset = self.target.offset_to(priced.grid().cell(node as usize));
        let estimate = self.query.options.heuristic.estimate(offset, priced.topology(), priced.cheapest());
        if self.query.options.inflation == 1.0 {
            return estimate;
        }
        let inflated = f64::from(estimate.units()) * f64::from(self.query.options.inflation);
        Cost::from_units(inflated as u32)
    }
}

/// The padded coordinates of a cell on the map, as a cost field counts them.
const fn padded(cell: IVec2) -> (usize, usize) {
    (cell.x as usize + 1, cell.y as usize + 1)
}

/// The cells that count as goals, sorted, without those that the start is known not to reach.
fn resolve_goals(view: &MapView, query: &PathQuery, start: usize) -> Result<Goals, PathError> {
    let grid = view.grid;
    let first = *query.goals().first().ok_or(PathError::NoGoal)?;
    let on_map = |goal: &&IVec2| query.cells_of_goal(**goal, grid.size()).next().is_some();
    let first_on_map = *query.goals().iter().find(on_map).ok_or(PathError::GoalOutside(first))?;
    let mut cells: Goals = query
        .goals()
        .iter()
        .flat_map(|&goal| query.cells_of_goal(goal, grid.size()))
        .filter_map(|cell| grid.index(cell))
        .filter(|&cell| view.is_free(cell))
        .map(|cell| cell as NodeId)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() {
        return Err(PathError::GoalBlocked(first_on_map));
    }
    if let Some(regions) = view.regions {
        cells.retain(|&mut cell| regions.label(cell as usize) == regions.label(start));
    }
    if cells.is_empty() {
        return Err(PathError::Unreachable { start: query.start, goal: first_on_map });
    }
    Ok(cells)
}

/// Remembers the expanded cell nearest to a goal: by squared distance, then by cost, then by arrival.
struct ClosestVisitor<'a, V> {
    task: &'a PathSearch,
    grid: &'a Grid,
    closest: &'a mut Option<(u64, Cost, NodeId)>,
    inner: &'a mut V,
}

impl<V: Visitor> Visitor for ClosestVisitor<'_, V> {
    #[inline]
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.inner.expand(node, g, h, f);
        if !self.task.query.options.allow_partial {
            return;
        }
        let cell = self.grid.cell(node as usize);
        let squared = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let distance = |goal: &IVec2| squared(goal.x, cell.x).saturating_add(squared(goal.y, cell.y));
        let distance = self.task.query.goals().iter().map(distance).min().unwrap_or(0);
        if self.closest.is_none_or(|(nearest, cost, _)| (distance, g) < (nearest, cost)) {
            *self.closest = Some((distance, g, node));
        }
    }

    #[inline]
    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.inner.examine(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        heuristic::Heuristic,
        nav_map::NavMap,
        profile::CostProfile,
        search::Recorder,
        topology::{DiagonalRule, Topology},
    };

    fn ask(grid: &Grid, query: PathQuery) -> Result<Path, PathError> {
        let profile = CostProfile::default();
        let mut map = NavMap::new(grid.clone(), Topology::default());
        let without = map.find_path(&profile, query.clone(), &mut Search::new(), &mut ());
        map.prepare(&profile);
        let with = map.find_path(&profile, query, &mut Search::new(), &mut ());
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

    /// Two halves, the right one with a wall in it.
    fn halves() -> Grid {
        Grid::from_rows([[1, 0, 1, 1], [1, 0, 1, 0], [1, 0, 1, 1]]).unwrap()
    }

    #[test]
    fn every_failure_is_told_by_its_name_and_value() {
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
        assert!(error(cell(i32::MIN, 0), cell(0, 0)).to_string().contains("-2147483648"));
        let none = PathQuery::to_nearest(cell(0, 0), []);
        assert_eq!(ask(&grid, none), Err(PathError::NoGoal));
    }

    #[test]
    fn senseless_numbers_in_a_query_are_refused_by_value() {
        let grid = halves();
        let query = PathQuery::new(cell(0, 0), cell(0, 2));
        for range in [-1.0, f32::NAN] {
            let error = ask(&grid, query.clone().within(range)).unwrap_err();
            assert!(error.to_string().contains(&range.to_string()));
        }
        for inflation in [0.5, f32::NAN, f32::INFINITY] {
            let error = ask(&grid, query.clone().with_inflation(inflation)).unwrap_err();
            assert!(error.to_string().contains(&inflation.to_string()));
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
        assert_eq!(blocked.cells().last(), Some(&cell(3, 0)));
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
        assert_eq!(ask(&grid, query.clone().with_max_expansions(100)), Err(PathError::OverBudget(100)));
        assert!(ask(&grid, query.with_max_expansions(2500)).is_ok());
    }

    #[test]
    fn a_way_too_costly_is_no_wrong_path() {
        let dear = CostProfile::default().with_cost(255, u16::MAX);
        let mut map = NavMap::new(Grid::new([200, 1].into(), 255).unwrap(), Topology::default());
        for ready in [false, true] {
            if ready {
                map.prepare(&dear);
            }
            let ask = |goal| {
                let query = PathQuery::new(cell(0, 0), cell(goal, 0));
                map.find_path(&dear, query, &mut Search::new(), &mut ())
            };
            assert_eq!(ask(10).unwrap().cost(), Cost::from_units(10 * 408 * 65_535 * 16));
            assert_eq!(ask(11), Err(PathError::TooCostly));
            assert_eq!(ask(199), Err(PathError::TooCostly));
        }
    }

    #[test]
    fn a_search_under_way_survives_that_its_field_is_dropped() {
        let mut map = NavMap::new(Grid::new([30, 30].into(), 1).unwrap(), Topology::default());
        (0..29).for_each(|y| map.block(cell(15, y)));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let query = PathQuery::new(cell(0, 0), cell(29, 0));
        let whole = map.find_path(&profile, query.clone(), &mut Search::new(), &mut ()).unwrap();
        let mut search = Search::new();
        let mut task = map.begin_path(&profile, query, &mut search).unwrap();
        assert!(map.run_path(&profile, &mut task, &mut search, 1, &mut ()).is_none());
        for cost in 0..NavMap::MAX_PREPARED as u16 {
            map.prepare(&CostProfile::default().with_cost(200, cost));
        }
        assert!(!map.is_prepared(&profile));
        let answer = map.run_path(&profile, &mut task, &mut search, u32::MAX, &mut ()).unwrap();
        assert_eq!(answer.unwrap().cost(), whole.cost());
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
        let priced = PricedGrid::new(&grid, Topology::default(), &CostProfile::default(), &[]);
        let mut seen = Recorder::default();
        let query = PathQuery::new(cell(0, 0), cell(8, 5));
        let path = find_path(priced, query, &mut Search::new(), &mut seen).unwrap();
        assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
        assert!(seen.expansions.iter().all(|seen| seen.g.saturating_add(seen.h) == seen.f));
        assert!(seen.expansions.windows(2).all(|pair| pair[0].f <= pair[1].f));
        assert!(seen.examined.len() > seen.expansions.len());
    }

    #[test]
    fn an_open_field_is_crossed_without_detours_of_the_search() {
        let grid = Grid::new([100, 100].into(), 1).unwrap();
        for (rule, expected) in [(DiagonalRule::Never, 142), (DiagonalRule::OnlyWhenNoObstacles, 91)] {
            let priced = PricedGrid::new(&grid, Topology::square(rule), &CostProfile::default(), &[]);
            let query = PathQuery::new(cell(5, 5), cell(95, 56));
            let path = find_path(priced, query, &mut Search::new(), &mut ()).unwrap();
            assert_eq!(path.nodes_expanded(), expected);
        }
    }
}
