//! What a blockade would separate.

use super::{
    passable_map::PassableMap,
    planned_building::PlannedBuilding,
    route::{Route, RouteOutcome},
    scratch::CutScratch,
};
use crate::{
    ground::{CellRect, CostProfile},
    map::{NavMap, close_over},
    path::{PathError, PathQuery},
    regions::PieceGraph,
};
use core::cell::OnceCell;
use glam::IVec2;
use smallvec::SmallVec;

/// Which cells could no longer reach each other if some cells were blocked (a vertex cut), for agents of one profile.
/// [`NavMap::cut`](crate::NavMap::cut) makes it. The map itself is not changed.
///
/// Tells in O(1) whether a route would be cut. One `Cut` serves any number of routes and agents.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, Topology, placement::{CutScratch, PlannedBuilding, Route}};
/// let grid = Grid::from_rows([[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 0, 1]])?;
/// let mut map = NavMap::new(grid, Topology::default());
/// map.prepare(&CostProfile::default());
/// let (mut scratch, gap) = (CutScratch::new(), [[2, 1].into()]);
/// let cut = map.cut(&CostProfile::default(), &PlannedBuilding::new(&gap), &mut scratch);
/// assert!(cut.separates());
/// assert!(cut.outcome(Route::new([0, 0].into(), [3, 2].into())).is_cut());
/// assert!(!cut.outcome(Route::new([0, 0].into(), [1, 2].into())).is_cut());
/// # Ok::<(), tilepath::GridError>(())
/// ```
#[derive(Debug)]
pub struct Cut<'a> {
    map: PassableMap<'a>,
    scratch: &'a CutScratch,
    /// Around all cells that would be blocked.
    rect: Option<CellRect>,
    separates: bool,
    /// The links and one-way steps as they are now, and as they would be, by the places that they join. Found as soon as they are asked for.
    links: OnceCell<LinksByPlace>,
}

/// A place that can be told from others: the label of its region, and the part of it that would be split off.
type Part = (u32, Option<u32>);

/// Links and one-way steps between regions now, and between parts of them once the building stands.
#[derive(Default, Debug)]
struct LinksByPlace {
    now: Vec<(u32, u32)>,
    then: Vec<(Part, Part)>,
}

impl<'a> Cut<'a> {
    fn new(
        nav: &NavMap,
        map: PassableMap<'a>,
        building: &PlannedBuilding,
        scratch: &'a mut CutScratch,
    ) -> Self {
        let grid = map.cells.grid();
        scratch.removed.clear();
        scratch.find_ends(nav, &map, building);
        // To an agent that passes the class nothing is blocked.
        if !map.passable.contains(building.class()) {
            let places = building.cells().iter().flat_map(|&cell| map.places_over(cell));
            let free = places.filter(|&place| map.cells.is_free_cell(place));
            scratch.removed.extend(free.filter_map(|place| grid.index(place)).map(|index| index as u32));
            scratch.removed.sort_unstable();
            scratch.removed.dedup();
        }
        let rect = CellRect::around(scratch.removed.iter().map(|&index| grid.cell(index as usize)));
        let separates = rect.is_some_and(|rect| scratch.find_sides(&map, rect) && scratch.explore(&map));
        Self { map, scratch, rect, separates, links: OnceCell::new() }
    }

    /// Returns whether the blocked cells would split a connected region: some free cells of the region could then no longer reach
    /// each other.
    ///
    /// If `false`, only routes that start or end on blocked cells are cut, and routes over links and one-way steps.
    #[must_use]
    pub const fn separates(&self) -> bool {
        self.separates
    }

    /// Returns whether a cell is free now and would be blocked.
    #[must_use]
    pub fn blocks(&self, cell: IVec2) -> bool {
        self.rect.is_some_and(|rect| rect.contains(cell))
            && self
                .map
                .cells
                .grid()
                .index(cell)
                .is_some_and(|index| self.scratch.removed.binary_search(&(index as u32)).is_ok())
    }

    /// Returns whether a route would stay open, would be cut, or is cut already.
    ///
    /// Takes O(1) on a [prepared](crate::NavMap::prepare) map. On any other map the first call takes O(cells).
    #[must_use]
    pub fn outcome(&self, route: Route) -> RouteOutcome {
        self.outcome_to(route.start, &self.goals(&PathQuery::new(route.start, route.goal)))
    }

    /// Finds the regions of a query's goals, for [`Cut::outcome_to`] and [`Cut::may_cut`]. Reads only the goals and the range of
    /// the query, so that one result serves all agents with these goals.
    ///
    /// Takes O(cells in range). Allocates memory only if the goals are in more than two regions.
    #[must_use]
    pub fn goals(&self, query: &PathQuery) -> CutGoals {
        self.find_goals(query).unwrap_or_else(CutGoals::none)
    }

    fn find_goals(&self, query: &PathQuery) -> Result<CutGoals, PathError> {
        query.check()?;
        let first = *query.goals().first().ok_or(PathError::NoGoal)?;
        let (bounds, shape) = (self.map.cells.grid().bounds(), self.map.topology.shape());
        let of_place = |(_, place): (usize, IVec2)| query.cells_of_goal(place, shape, bounds);
        let mut places = query.goal_places(self.map.body);
        let (nth, _) =
            places.find(|&place| of_place(place).next().is_some()).ok_or(PathError::GoalOutside(first))?;
        let first_on_map = query.goals()[nth];
        let mut goals = CutGoals::none(PathError::GoalBlocked(first_on_map));
        goals.first = first_on_map;
        for cell in query.goal_places(self.map.body).flat_map(of_place) {
            let Some(index) = self.map.cells.grid().index(cell) else { continue };
            let Some(label) = self.map.regions().label(index) else { continue };
            let lets_end = self.map.lets_end(index);
            if lets_end && !goals.now.contains(&label) {
                goals.now.push(label);
            }
            let then = (label, self.part(cell));
            if self.scratch.lets_end(index, lets_end) && !self.blocks(cell) && !goals.then.contains(&then) {
                goals.then.push(then);
            }
        }
        Ok(goals)
    }

    /// Returns whether the blocked cells may cut agents off from these goals. If `false`, there is no need to call
    /// [`Cut::outcome_to`] for every agent.
    ///
    /// Agents on cells that would be blocked don't count. [`Cut::blocks`] finds these agents.
    #[must_use]
    pub fn may_cut(&self, goals: &CutGoals) -> bool {
        let is_split = |label| self.separates && self.scratch.split.splits_region(label);
        // With links and one-way steps, paths may lead through any region.
        let (links, usable) = (self.map.cells.grid().links(), self.map.cells.classes());
        let cuts_links = self.rect.is_some() && links.ways(self.map.topology, usable).next().is_some();
        cuts_links || goals.now.iter().any(|&label| is_split(label) || !goals.then.contains(&(label, None)))
    }

    /// Returns whether the path of an agent at `start` to the nearest of these goals would stay open, would be cut, or is cut
    /// already.
    #[must_use]
    pub fn outcome_to(&self, start: IVec2, goals: &CutGoals) -> RouteOutcome {
        if !self.map.cells.grid().contains(start) {
            return RouteOutcome::AlreadyCut(PathError::StartOutside(start));
        }
        let Some(label) = self.map.label(start) else {
            return RouteOutcome::AlreadyCut(PathError::StartBlocked(start));
        };
        let unreachable = PathError::Unreachable { start, goal: goals.first };
        if goals.now.is_empty() {
            RouteOutcome::AlreadyCut(goals.failure)
        } else if !leads_to(label, &goals.now, || &self.links().now) {
            RouteOutcome::AlreadyCut(unreachable)
        } else if self.blocks(start) {
            RouteOutcome::Cut(PathError::StartBlocked(start))
        } else if goals.then.is_empty() {
            RouteOutcome::Cut(goals.failure)
        } else if !leads_to((label, self.part(start)), &goals.then, || &self.links().then) {
            RouteOutcome::Cut(unreachable)
        } else {
            RouteOutcome::Open
        }
    }

    fn links(&self) -> &LinksByPlace {
        self.links.get_or_init(|| {
            let mut links = LinksByPlace::default();
            let (grid, usable) = (self.map.cells.grid(), self.map.cells.classes());
            for (from, to) in grid.links().ways(self.map.topology, usable) {
                let [Some(begin), Some(end)] = [from, to].map(|cell| self.map.label(cell)) else { continue };
                links.now.push((begin, end));
                if !self.blocks(from) && !self.blocks(to) {
                    links.then.push(((begin, self.part(from)), (end, self.part(to))));
                }
            }
            links.now.sort_unstable();
            links.now.dedup();
            links.then.sort_unstable();
            links.then.dedup();
            links
        })
    }

    /// Returns the part of its region that a cell would be in if the region is split. `None` for the largest part, and for a
    /// region that is not split.
    fn part(&self, cell: IVec2) -> Option<u32> {
        if !self.separates {
            return None;
        }
        let graph = PieceGraph { regions: self.map.regions(), trial: &self.scratch.trial };
        let piece = graph.piece_at(cell)?;
        self.scratch.split.part_of(graph, piece)
    }
}

/// Whether one of the goals can be reached from a start, on foot or over links.
fn leads_to<'a, N: Copy + PartialEq + 'a>(
    start: N,
    goals: &[N],
    links: impl FnOnce() -> &'a Vec<(N, N)>,
) -> bool {
    let over_links = || {
        let mut reached: SmallVec<[N; 4]> = SmallVec::from_elem(start, 1);
        close_over(&mut reached, links());
        reached.iter().any(|node| goals.contains(node))
    };
    goals.contains(&start) || over_links()
}

impl NavMap {
    /// Finds which cells could no longer reach each other if this building stood, for agents of this profile. Changes
    /// nothing. The result serves any number of routes and agents.
    ///
    /// Cells outside the map are ignored. For a profile that can enter the class of the building, it blocks nothing.
    ///
    /// The check first looks only at the cells around the blocked cells. If this is not enough to decide, the check searches
    /// the parts of the map that may be split off, except the largest part.
    #[must_use]
    pub fn cut<'a>(
        &'a self,
        profile: &CostProfile,
        building: &PlannedBuilding,
        scratch: &'a mut CutScratch,
    ) -> Cut<'a> {
        Cut::new(self, PassableMap::new(self, profile), building, scratch)
    }
}

/// The regions of a query's goals, now and after some cells are blocked. [`Cut::goals`] makes it.
#[derive(Clone, Debug)]
pub struct CutGoals {
    /// The regions of the goals now.
    now: SmallVec<[u32; 2]>,
    /// The regions of the goals that would be left, and the parts of these regions.
    then: SmallVec<[(u32, Option<u32>); 2]>,
    first: IVec2,
    /// Why there is no goal, if there is none.
    failure: PathError,
}

impl CutGoals {
    fn none(failure: PathError) -> Self {
        Self { now: SmallVec::new(), then: SmallVec::new(), first: IVec2::ZERO, failure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};

    /// A row of seven cells, the middle one of class 2.
    fn row() -> NavMap {
        NavMap::new(Grid::from_rows([[1, 1, 1, 2, 1, 1, 1]]).unwrap(), Topology::default())
    }

    const MIDDLE: [IVec2; 1] = [IVec2::new(3, 0)];

    #[test]
    fn to_agents_that_pass_class_0_nothing_is_blocked() {
        let map = row();
        let breaker = CostProfile::default().with_cost(0, 9);
        let mut scratch = CutScratch::new();
        let cut = map.cut(&breaker, &PlannedBuilding::new(&MIDDLE), &mut scratch);
        assert!(!cut.separates() && !cut.blocks(MIDDLE[0]));
        assert_eq!(cut.outcome(Route::new(IVec2::ZERO, MIDDLE[0])), RouteOutcome::Open);
    }

    #[test]
    fn cells_that_are_walls_already_separate_nothing() {
        let map = row();
        let clumsy = CostProfile::default().with_cost(2, 0);
        let mut scratch = CutScratch::new();
        let cut = map.cut(&clumsy, &PlannedBuilding::new(&MIDDLE), &mut scratch);
        assert!(!cut.separates() && !cut.blocks(MIDDLE[0]));
        let across = cut.outcome(Route::new(IVec2::ZERO, IVec2::new(6, 0)));
        assert!(matches!(across, RouteOutcome::AlreadyCut(PathError::Unreachable { .. })));
    }

    #[test]
    fn agents_need_a_check_only_where_their_goals_may_be_lost() {
        let map = row();
        let profile = CostProfile::default();
        let to = |x| PathQuery::new(IVec2::ZERO, IVec2::new(x, 0));
        let mut scratch = CutScratch::new();
        let end = map.cut(&profile, &PlannedBuilding::new(&[IVec2::new(6, 0)]), &mut scratch);
        assert!(!end.separates());
        assert!(end.may_cut(&end.goals(&to(6))) && !end.may_cut(&end.goals(&to(1))));
        let middle = map.cut(&profile, &PlannedBuilding::new(&MIDDLE), &mut scratch);
        assert!(middle.separates() && middle.may_cut(&middle.goals(&to(1))));
        assert!(!middle.may_cut(&middle.goals(&to(99))));
    }

    #[test]
    fn an_invalid_range_is_refused_by_value() {
        let map = row();
        let mut scratch = CutScratch::new();
        let cut = map.cut(&CostProfile::default(), &PlannedBuilding::new(&MIDDLE), &mut scratch);
        let goals = cut.goals(&PathQuery::new(IVec2::ZERO, MIDDLE[0]).within(-2.0));
        let outcome = cut.outcome_to(IVec2::ZERO, &goals);
        assert_eq!(outcome, RouteOutcome::AlreadyCut(PathError::InvalidRange(-2.0)));
    }
}
