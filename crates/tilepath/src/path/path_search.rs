//! The search behind every path: over a cost field if one is ready and the query allows it, otherwise A* over the cells.

use super::{
    closest_cell::{ClosestCell, ClosestVisitor},
    error::PathError,
    found_path::Path,
    goal_cells::{GoalCells, goal_at, goal_cells, unreachable},
    greedy::{ZeroCostSteps, costs_along},
    map_view::MapView,
    own_cells::{OwnCells, OwnReach},
    query::PathQuery,
};
use crate::{
    astar::{NodeId, SearchStatus, Visitor},
    budget::Budget,
    cost::Cost,
    cost_field::CostField,
    ground::{Bounds, Entrances, Heuristic, LinkStep, Offset, PricedGrid, entrances},
    jump::{Engine, FieldSpace, GoalSet, LowerBound},
    landmarks::Landmarks,
    regions::{NearestCells, Regions},
    search::SearchScratch,
};
use core::task::Poll;
use glam::IVec2;

/// The units of a budget for an expansion by jump point search on a small map. It looks at more successors than one from cell to cell, and they lie
/// further apart in memory: some 0.2 µs instead of 0.05.
const UNITS_PER_JUMP: u32 = 4;

/// The cells along the side of a square map for one more unit. On a large map, the successors lie in memory that is not in a cache: on 4096² cells, an
/// expansion takes 0.5 to 1.5 µs.
const SIDE_PER_UNIT: u64 = 256;

/// A search for a path, with or without a visitor.
#[derive(Clone, Debug)]
pub(crate) struct PathSearch {
    pub(super) query: PathQuery,
    goals: GoalCells,
    /// The bounds around the goals. The heuristic of A* over the cells measures the distance to them.
    target: Bounds,
    closest: Option<ClosestCell>,
    /// For A* over the cells: where the path may leave the ground for a link, with a lower bound on the cost of the rest.
    entrances: Entrances<IVec2>,
    /// The id of the cost field and the goals on it, for a search over a cost field. `None` for A* over the cells.
    field_goals: Option<(u64, GoalSet)>,
    /// The engine, for a search over a cost field.
    engine: Engine,
    /// The units of a budget that an expansion of this engine counts as.
    units: u32,
    /// The id of the landmarks that the estimates use. Landmarks that become ready during the search are ignored, so that timing does not
    /// change which nodes it expands.
    landmarks: Option<u64>,
    /// The search over a cost field has not begun. It begins in the first slice, which needs the same bound.
    is_new: bool,
    /// The cells that only the agent itself blocks.
    own: OwnCells,
    /// No goal can be reached: the search looks for the reachable cells nearest to a goal.
    partial: bool,
    /// Steps cost nothing: only the estimate orders the open list.
    greedy: bool,
}

impl PathSearch {
    /// Checks a query and begins its search. A search with a visitor goes cell by cell.
    pub(crate) fn begin(
        view: &MapView,
        query: PathQuery,
        watched: bool,
        search: &mut SearchScratch,
    ) -> Result<Self, PathError> {
        // A query that is refused has expanded nothing.
        search.forget_counts();
        query.check()?;
        let grid = view.grid;
        let start = grid.index(query.start).ok_or(PathError::StartOutside(query.start))?;
        let own = OwnCells::of(view, &query, start);
        let reach = own.reach(view, start);
        let reach = view.regions.zip(reach.as_ref());
        match own.seen(view) {
            Some(seen) => Self::begin_seen(&seen, query, watched, &own, reach, search),
            None => Self::begin_seen(view, query, watched, &own, reach, search),
        }
    }

    /// Begins the search on the map as the agent sees it. `reach` is what the agent can reach, and the regions of the map, if this is known.
    fn begin_seen(
        view: &MapView,
        query: PathQuery,
        watched: bool,
        own: &OwnCells,
        reach: Option<(&Regions, &OwnReach)>,
        search: &mut SearchScratch,
    ) -> Result<Self, PathError> {
        let grid = view.grid;
        if !grid.index(query.start).is_some_and(|start| view.is_free(start)) {
            return Err(PathError::StartBlocked(query.start));
        }
        let may_reach = |index| reach.is_none_or(|(regions, reach)| reach.contains(view, regions, index));
        let (goals, partial) = match goal_cells(view, &query, may_reach) {
            Err(PathError::GoalBlocked(_) | PathError::Unreachable { .. }) if query.options.allow_partial => {
                let starts = reach.map(|(regions, reach)| reach.all_regions(view, regions));
                (nearest_cells(view, &query, own, starts), true)
            }
            resolved => (resolved?, false),
        };
        let engine = view.engine(&query.options, watched).engine;
        let field = view.cost_field.filter(|_| {
            engine != Engine::AStar
                && !goals.is_empty()
                && (view.regions.is_some() || !query.options.allow_partial)
        });
        let own = own.clone();
        let target = Bounds::of_cell(view.topology.shape(), query.start);
        let (closest, field_goals, landmarks, is_new, units) = (None, None, None, false, 1);
        let greedy = query.options.is_greedy();
        let mut begun = Self {
            query,
            goals,
            target,
            closest,
            field_goals,
            entrances: Entrances::NONE,
            engine,
            units,
            landmarks,
            is_new,
            own,
            partial,
            greedy,
        };
        begun.begin_on(view, field, search);
        Ok(begun)
    }

    /// Begins a search over a cost field, or without a field A* over the cells.
    fn begin_on(&mut self, view: &MapView, field: Option<&CostField>, search: &mut SearchScratch) {
        let goals = self.goals.iter().map(|&goal| view.grid.cell(goal as usize));
        self.field_goals = field.map(|field| (field.id(), GoalSet::new(field, goals)));
        self.landmarks = view.landmarks.map(Landmarks::id);
        self.units = units_per_expansion(field, self.engine);
        self.is_new = field.is_some();
        if self.is_new {
            search.claim();
        } else {
            self.begin_cells(view.priced(), search);
        }
    }

    /// Begins again on another field or over the cells. The counts continue.
    fn begin_again(&mut self, view: &MapView, field: Option<&CostField>, search: &mut SearchScratch) {
        let earlier = [search.nodes_expanded(), search.nodes_generated()];
        self.engine = view.engine(&self.query.options, false).engine;
        self.begin_on(view, field.filter(|_| self.engine != Engine::AStar), search);
        search.count_earlier(earlier);
    }

    /// The units of a budget that the next expansion counts as.
    pub(crate) const fn units_per_expansion(&self) -> u32 {
        self.units
    }

    /// The units that the search has taken so far on its scratch.
    pub(crate) fn units(&self, search: &SearchScratch) -> u32 {
        let expanded = search.nodes_expanded();
        if self.units == 1 {
            return expanded;
        }
        // Expansions by detours come before those of the engine, and take as long as those from cell to cell.
        let [_, [by_engine, _]] = search.field_counts();
        expanded.saturating_add(by_engine.saturating_mul(self.units - 1))
    }

    /// The cost field of the search, if the map still has it.
    fn cost_field<'a>(&self, view: &MapView<'a>) -> Option<(&'a CostField, &GoalSet)> {
        let (id, goals) = self.field_goals.as_ref()?;
        view.cost_field.filter(|field| field.id() == *id).map(|field| (field, goals))
    }

    /// The landmarks of the search, if the map still has them.
    fn landmarks<'a>(&self, view: &MapView<'a>) -> Option<&'a Landmarks> {
        view.landmarks.filter(|landmarks| self.landmarks == Some(landmarks.id()))
    }

    fn begin_cells(&mut self, priced: &PricedGrid, search: &mut SearchScratch) {
        let shape = priced.topology().shape();
        let goals = self.goals.iter().map(|&goal| priced.grid().cell(goal as usize));
        let target = Bounds::around(shape, goals)
            .or_else(|| Bounds::around(shape, self.query.goals().iter().copied()));
        self.target = target.unwrap_or(self.target);
        self.find_entrances(priced);
        if let Some(start) = priced.grid().index(self.query.start) {
            search.begin(priced, start as NodeId, |node| self.estimate(priced, node));
        }
    }

    /// Continues the search as far as the budget of expansions goes, and writes down the path that it finds.
    pub(crate) fn run(
        &mut self,
        view: &MapView,
        search: &mut SearchScratch,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
        path: &mut Path,
    ) -> Poll<Result<(), PathError>> {
        if self.own.is_empty() {
            return self.run_seen(view, search, budget, visitor, path);
        }
        let own = self.own.clone();
        own.seen(view).map_or(Poll::Pending, |seen| self.run_seen(&seen, search, budget, visitor, path))
    }

    /// Continues the search on the map as the agent sees it.
    fn run_seen(
        &mut self,
        view: &MapView,
        search: &mut SearchScratch,
        budget: &mut Budget,
        visitor: &mut impl Visitor,
        path: &mut Path,
    ) -> Poll<Result<(), PathError>> {
        let lost_landmarks = self.landmarks.is_some() && self.landmarks(view).is_none();
        if self.field_goals.is_some() && (self.cost_field(view).is_none() || lost_landmarks) {
            // The map is no longer prepared for this profile, or was prepared again.
            self.begin_again(view, view.cost_field, search);
        }
        let limit = self.query.options.max_expansions.unwrap_or(u32::MAX);
        let before = search.nodes_expanded();
        let slice = budget.slice().min(limit.saturating_sub(before));
        let status = match self.cost_field(view) {
            Some((field, goals)) => {
                let start = field.lattice().place(self.query.start);
                let space = space(field, self.landmarks(view), goals, start);
                if self.is_new {
                    search.begin_field(&space, start, self.engine);
                }
                search.run_field(&space, slice)
            }
            None => self.run_cells(view, search, slice, visitor),
        };
        self.is_new = false;
        budget.spend(search.nodes_expanded() - before);
        let (end, reached) = match status {
            SearchStatus::Found { goal, .. } => (goal, !self.partial),
            SearchStatus::Paused if search.nodes_expanded() >= limit => {
                return Poll::Ready(Err(PathError::ExpansionLimit(limit)));
            }
            SearchStatus::Paused => return Poll::Pending,
            SearchStatus::Exhausted if self.partial && self.field_goals.is_some() => {
                // The nearest cells are too costly to reach. A* over the cells finds the nearest of the other cells.
                self.begin_again(view, None, search);
                return self.run_seen(view, search, budget, visitor, path);
            }
            SearchStatus::Exhausted => match self.nearest_instead(view, search) {
                Ok(nearest) => (nearest, false),
                Err(error) => return Poll::Ready(Err(error)),
            },
        };
        if self.write_path(view, search, end, reached, path) {
            return Poll::Ready(Ok(()));
        }
        // A greedy search has found a path whose cost can't be represented. The cost of the cheapest path may be.
        (self.greedy, self.closest) = (false, None);
        self.begin_again(view, None, search);
        self.run_seen(view, search, budget, visitor, path)
    }

    /// Finds where the path may leave the ground for a link.
    fn find_entrances(&mut self, priced: &PricedGrid) {
        let shape = priced.topology().shape();
        let step = |step: LinkStep| {
            let cost = priced.link_cost_between(step.from(), step.to())?;
            Some((step.from(), step.to(), cost.units()))
        };
        // Other heuristics may not obey the triangle inequality, some of them by a rounded unit.
        let prunes = !matches!(self.query.options.heuristic, Heuristic::Custom(_) | Heuristic::Euclidean);
        self.entrances = entrances(
            self.query.start,
            priced.link_steps().filter_map(step),
            |cell| self.estimate_offset(priced, self.target.offset_to(cell)).units(),
            |from, to| self.estimate_offset(priced, Offset::between(shape, from, to)).units(),
            prunes,
        );
    }

    #[inline]
    fn estimate_offset(&self, priced: &PricedGrid, offset: Offset) -> Cost {
        self.query.options.heuristic.estimate_offset(offset, priced.topology(), priced.cheapest())
    }

    fn run_cells(
        &mut self,
        view: &MapView,
        search: &mut SearchScratch,
        slice: u32,
        visitor: &mut impl Visitor,
    ) -> SearchStatus {
        let (mut closest, priced) = (self.closest, view.priced());
        let task = &*self;
        let mut watch = ClosestVisitor { query: &task.query, view, closest: &mut closest, inner: visitor };
        let estimate = |node| task.estimate(priced, node);
        let is_goal = |node| task.is_goal(node);
        let status = match task.greedy {
            true => search.go_on(&ZeroCostSteps(priced), estimate, is_goal, slice, &mut watch),
            false => search.go_on(priced, estimate, is_goal, slice, &mut watch),
        };
        self.closest = closest;
        status
    }

    /// Writes down the path to a node. Returns whether its cost can be represented: after a greedy search, it may be too great.
    fn write_path(
        &self,
        view: &MapView,
        search: &mut SearchScratch,
        last: NodeId,
        reached: bool,
        path: &mut Path,
    ) -> bool {
        path.clear();
        let grid = view.grid;
        match self.cost_field(view) {
            Some((field, _)) => search.write_field_path(field, last, &mut path.cells, &mut path.costs),
            None => {
                path.cells.extend(search.chain_in_scratch(last).iter().map(|&node| grid.cell(node as usize)));
                if self.greedy {
                    if costs_along(view.priced(), &path.cells, &mut path.costs).is_none() {
                        path.clear();
                        return false;
                    }
                } else {
                    let cost_to = |&cell: &IVec2| {
                        grid.index(cell).map_or(Cost::ZERO, |index| search.cost_to(index as NodeId))
                    };
                    path.costs.extend(path.cells.iter().map(cost_to));
                }
            }
        }
        path.danger = view.danger_of(&path.cells);
        path.goal = path.cells.last().and_then(|&last| goal_at(view, &self.query, last)).filter(|_| reached);
        path.nodes_expanded = search.nodes_expanded();
        path.nodes_generated = search.nodes_generated();
        true
    }

    /// The node at which a partial path ends.
    fn nearest_instead(&self, view: &MapView, search: &SearchScratch) -> Result<NodeId, PathError> {
        match self.closest {
            _ if !self.partial && search.met_too_costly() && self.is_connected(view) => {
                Err(PathError::TooCostly)
            }
            Some((_, _, node)) => Ok(node),
            None => Err(unreachable(view, &self.query)),
        }
    }

    /// Returns whether there is a path, at any cost. Without regions, this looks at the whole map.
    fn is_connected(&self, view: &MapView) -> bool {
        let found;
        let regions = match view.regions {
            Some(regions) => regions,
            None => {
                found = Regions::new(view.grid, view.priced().passable(), view.topology);
                &found
            }
        };
        let Some(start) = view.grid.index(self.query.start) else { return false };
        let reach = self.own.reach_by(view, regions, start);
        self.goals.iter().any(|&goal| reach.contains(view, regions, goal as usize))
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
        let cell = priced.grid().cell(node as usize);
        let estimate = self.estimate_offset(priced, self.target.offset_to(cell));
        let shape = priced.topology().shape();
        let estimate = estimate.min(Cost::from_units(self.entrances.elsewhere));
        let estimate = self.entrances.found.iter().fold(estimate, |least, &(entrance, rest)| {
            let there = self.estimate_offset(priced, Offset::between(shape, cell, entrance));
            least.min(there.saturating_add(Cost::from_units(rest)))
        });
        if self.query.options.inflation == 1.0 || self.query.options.is_greedy() {
            return estimate;
        }
        let inflated = f64::from(estimate.units()) * f64::from(self.query.options.inflation);
        Cost::from_units(inflated as u32)
    }
}

/// The units of a budget that an expansion counts as: about as many expansions from cell to cell take the same time.
///
/// What scans for unknown leaps take does not count: how many are known depends on the scratch, and a search must take the same units on each.
fn units_per_expansion(field: Option<&CostField>, engine: Engine) -> u32 {
    match (field, engine) {
        (Some(field), Engine::Jumps) => {
            let size = field.lattice().size();
            let side = (u64::from(size.x) * u64::from(size.y)).isqrt();
            UNITS_PER_JUMP + (side / SIDE_PER_UNIT) as u32
        }
        _ => 1,
    }
}

/// The reachable cells nearest to a goal in which a path may end, sorted. Empty if there are none, or if the regions of the map or of the start are not known.
fn nearest_cells(view: &MapView, query: &PathQuery, own: &OwnCells, starts: Option<&[u32]>) -> GoalCells {
    let (Some(regions), Some(starts)) = (view.regions, starts) else { return GoalCells::new() };
    let shape = view.topology.shape();
    let has_pass_through = view.has_pass_through();
    let lets_end =
        |cell: IVec2| !has_pass_through || view.grid.index(cell).is_some_and(|index| view.lets_end(index));
    let mut nearest = NearestCells::of(lets_end);
    for &goal in query.goals() {
        if !own.is_empty() {
            // The start may be blocked, and is then in no region.
            nearest.offer(shape, query.start, goal);
        }
        regions.offer_nearest(shape, starts, goal, &mut nearest);
    }
    let index = |&cell: &IVec2| view.grid.index(cell).map(|index| index as NodeId);
    let mut cells: GoalCells = nearest.cells.iter().filter_map(index).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// What a search over a cost field reads, for some goals.
fn space<'a>(
    field: &'a CostField,
    landmarks: Option<&'a Landmarks>,
    goals: &'a GoalSet,
    start: (usize, usize),
) -> FieldSpace<'a> {
    FieldSpace::new(field, LowerBound::of_goals(field, landmarks, goals, start), goals)
}
