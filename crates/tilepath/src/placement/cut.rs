//! What a blockade would tear apart: looked for round it first, then from its sides outwards.

use super::{Route, RouteOutcome, window::Window};
use crate::{
    error::PathError,
    grid::{CellRect, Grid},
    profile::ClassSet,
    query::PathQuery,
    regions::{Parts, PieceGraph, Regions, TrialChunk, contacts},
};
use core::cell::OnceCell;
use glam::IVec2;
use smallvec::SmallVec;

/// Memory for placement checks, used again by every one of them.
#[derive(Clone, Default, Debug)]
pub struct CutScratch {
    /// Row-major indices of the free cells that would be blocked, sorted.
    removed: Vec<u32>,
    /// Free cells that touch them, of each side that may be torn from the others.
    sides: Vec<IVec2>,
    trial: Vec<TrialChunk>,
    parts: Parts,
}

impl CutScratch {
    /// Memory that grows with use.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// What blocking some cells would tear apart for one kind of agent, made by [`NavMap::cut`](crate::NavMap::cut).
///
/// Once made it tells in O(1) of any route, or of any number of agents, whether it would be cut. The map is as it was.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, Topology, placement::{CutScratch, Route}};
/// let grid = Grid::from_rows([[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 0, 1]])?;
/// let mut map = NavMap::new(grid, Topology::default());
/// map.prepare(&CostProfile::default());
/// let (mut scratch, gap) = (CutScratch::new(), [[2, 1].into()]);
/// let cut = map.cut(&CostProfile::default(), &gap, &mut scratch);
/// assert!(cut.separates());
/// assert!(cut.outcome(Route::new([0, 0].into(), [3, 2].into())).is_cut());
/// assert!(!cut.outcome(Route::new([0, 0].into(), [1, 2].into())).is_cut());
/// # Ok::<(), tilepath::GridError>(())
/// ```
#[derive(Debug)]
pub struct Cut<'a> {
    ground: Ground<'a>,
    scratch: &'a CutScratch,
    /// Round all that would be blocked.
    rect: Option<CellRect>,
    separates: bool,
}

/// The map as one kind of agent sees it.
#[derive(Debug)]
struct Ground<'a> {
    grid: &'a Grid,
    passable: ClassSet,
    corners: bool,
    kept: Option<&'a Regions>,
    /// Found when they are asked for, where the map does not keep them.
    found: OnceCell<Regions>,
}

impl Ground<'_> {
    fn regions(&self) -> &Regions {
        self.kept.unwrap_or_else(|| {
            self.found.get_or_init(|| Regions::new(self.grid, self.passable, self.corners))
        })
    }

    fn is_free(&self, cell: IVec2) -> bool {
        self.grid.class(cell).is_some_and(|class| self.passable.contains(class))
    }

    fn label(&self, cell: IVec2) -> Option<u32> {
        self.grid.index(cell).and_then(|index| self.regions().label(index))
    }
}

impl<'a> Cut<'a> {
    pub(crate) fn new(
        grid: &'a Grid,
        passable: ClassSet,
        corners: bool,
        kept: Option<&'a Regions>,
        cells: &[IVec2],
        scratch: &'a mut CutScratch,
    ) -> Self {
        let ground = Ground { grid, passable, corners, kept, found: OnceCell::new() };
        scratch.removed.clear();
        // To an agent that passes class 0 nothing is blocked.
        if !ground.passable.contains(0) {
            let free = cells.iter().filter(|&&cell| ground.is_free(cell));
            scratch.removed.extend(free.filter_map(|&cell| grid.index(cell)).map(|index| index as u32));
            scratch.removed.sort_unstable();
            scratch.removed.dedup();
        }
        let rect = CellRect::around(scratch.removed.iter().map(|&index| grid.cell(index as usize)));
        let separates =
            rect.is_some_and(|rect| scratch.find_sides(&ground, rect) && scratch.explore(&ground));
        Self { ground, scratch, rect, separates }
    }

    /// Whether there are cells that would be left free and could no longer reach each other.
    ///
    /// Where not, no route is cut but those that start or end on cells that would be blocked.
    #[must_use]
    pub const fn separates(&self) -> bool {
        self.separates
    }

    /// Whether a cell is free now and would be blocked.
    #[must_use]
    pub fn blocks(&self, cell: IVec2) -> bool {
        self.rect.is_some_and(|rect| rect.contains(cell))
            && self
                .ground
                .grid
                .index(cell)
                .is_some_and(|index| self.scratch.removed.binary_search(&(index as u32)).is_ok())
    }

    /// What would become of a route.
    ///
    /// O(1) on a map that is [prepared](crate::NavMap::prepare); O(cells) the first time on one that isn't.
    #[must_use]
    pub fn outcome(&self, route: Route) -> RouteOutcome {
        self.outcome_to(route.start, &self.goals(&PathQuery::new(route.start, route.goal)))
    }

    /// Where the goals of a query are. Only its goals and its range are looked at, so that the same serves for many agents.
    ///
    /// O(cells in range), and memory only for goals in more than two regions.
    #[must_use]
    pub fn goals(&self, query: &PathQuery) -> CutGoals {
        self.find_goals(query).unwrap_or_else(CutGoals::none)
    }

    fn find_goals(&self, query: &PathQuery) -> Result<CutGoals, PathError> {
        query.check()?;
        let first = *query.goals().first().ok_or(PathError::NoGoal)?;
        let size = self.ground.grid.size();
        let on_map = |goal: &&IVec2| query.cells_of_goal(**goal, size).next().is_some();
        let first_on_map = *query.goals().iter().find(on_map).ok_or(PathError::GoalOutside(first))?;
        let mut goals = CutGoals::none(PathError::GoalBlocked(first_on_map));
        goals.first = first_on_map;
        for cell in query.goals().iter().flat_map(|&goal| query.cells_of_goal(goal, size)) {
            let Some(label) = self.ground.label(cell) else { continue };
            if !goals.now.contains(&label) {
                goals.now.push(label);
            }
            let then = (label, self.part(cell));
            if !self.blocks(cell) && !goals.then.contains(&then) {
                goals.then.push(then);
            }
        }
        Ok(goals)
    }

    /// Whether there may be agents that would be cut off from these goals. Where not, there is no need to look at any.
    ///
    /// Agents that stand on cells that would be blocked don't count.
    #[must_use]
    pub fn may_cut(&self, goals: &CutGoals) -> bool {
        let is_torn = |label| self.separates && self.scratch.parts.tears_region(label);
        goals.now.iter().any(|&label| is_torn(label) || !goals.then.contains(&(label, None)))
    }

    /// What would become of the way of an agent at `start` to the nearest of some goals.
    #[must_use]
    pub fn outcome_to(&self, start: IVec2, goals: &CutGoals) -> RouteOutcome {
        if !self.ground.grid.contains(start) {
            return RouteOutcome::AlreadyCut(PathError::StartOutside(start));
        }
        let Some(label) = self.ground.label(start) else {
            return RouteOutcome::AlreadyCut(PathError::StartBlocked(start));
        };
        let unreachable = PathError::Unreachable { start, goal: goals.first };
        if goals.now.is_empty() {
            RouteOutcome::AlreadyCut(goals.failure)
        } else if !goals.now.contains(&label) {
            RouteOutcome::AlreadyCut(unreachable)
        } else if self.blocks(start) {
            RouteOutcome::Cut(PathError::StartBlocked(start))
        } else if goals.then.is_empty() {
            RouteOutcome::Cut(goals.failure)
        } else if !goals.then.contains(&(label, self.part(start))) {
            RouteOutcome::Cut(unreachable)
        } else {
            RouteOutcome::Open
        }
    }

    /// Which part of its region a cell would be in, `None` for the largest.
    fn part(&self, cell: IVec2) -> Option<u32> {
        if !self.separates {
            return None;
        }
        let graph = PieceGraph { regions: self.ground.regions(), trial: &self.scratch.trial };
        let piece = graph.piece_at(cell.x as u32, cell.y as u32)?;
        self.scratch.parts.part_of(graph, piece)
    }
}

impl CutScratch {
    /// Finds the sides that may be torn from each other, as far as that can be told from the cells next to the
    /// blockade. Returns whether there are any.
    fn find_sides(&mut self, ground: &Ground, rect: CellRect) -> bool {
        let Ground { grid, passable, corners, .. } = *ground;
        match Window::over(grid, passable, corners, rect.grown(1), &self.removed) {
            Some(window) => window.find_sides(&mut self.sides),
            None => self.take_rim(ground),
        }
        !self.sides.is_empty()
    }

    /// Takes every free cell that touches the blockade for a side of its own.
    fn take_rim(&mut self, ground: &Ground) {
        self.sides.clear();
        for &index in &self.removed {
            let cell = ground.grid.cell(index as usize);
            let beside = contacts(ground.corners).map(|step| cell + step);
            self.sides.extend(beside.filter(|&cell| {
                let index = ground.grid.index(cell).filter(|_| ground.is_free(cell));
                index.is_some_and(|index| self.removed.binary_search(&(index as u32)).is_err())
            }));
        }
    }

    /// Finds out what becomes of the sides. Returns whether any is torn from another.
    fn explore(&mut self, ground: &Ground) -> bool {
        let regions = ground.regions();
        self.trial.clear();
        for &index in &self.removed {
            let cell = ground.grid.cell(index as usize).as_uvec2();
            let (chunk, place) = regions.place(cell.x, cell.y);
            let at = match self.trial.binary_search_by_key(&chunk, |trial| trial.chunk) {
                Ok(at) => at,
                Err(at) => {
                    self.trial.insert(at, TrialChunk::of(regions, chunk));
                    at
                }
            };
            self.trial[at].block(place);
        }
        self.trial.iter_mut().for_each(|trial| trial.renumber(ground.corners));
        let graph = PieceGraph { regions, trial: &self.trial };
        self.parts.begin(graph);
        for side in &self.sides {
            let piece = graph.piece_at(side.x as u32, side.y as u32);
            if let Some((piece, label)) = piece.zip(ground.label(*side)) {
                self.parts.add_side(graph, piece, label);
            }
        }
        self.parts.explore(graph);
        self.parts.is_torn()
    }
}

/// Where the goals of a query are, now and with the blockade; made by [`Cut::goals`].
#[derive(Clone, Debug)]
pub struct CutGoals {
    /// The regions that they are in.
    now: SmallVec<[u32; 2]>,
    /// The regions and the parts of them that those are in that are left.
    then: SmallVec<[(u32, Option<u32>); 2]>,
    first: IVec2,
    /// Why there is no goal, where there is none.
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
    use crate::{nav_map::NavMap, profile::CostProfile, topology::Topology};

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
        let cut = map.cut(&breaker, &MIDDLE, &mut scratch);
        assert!(!cut.separates() && !cut.blocks(MIDDLE[0]));
        assert_eq!(cut.outcome(Route::new(IVec2::ZERO, MIDDLE[0])), RouteOutcome::Open);
    }

    #[test]
    fn cells_that_are_walls_already_tear_nothing() {
        let map = row();
        let clumsy = CostProfile::default().with_cost(2, 0);
        let mut scratch = CutScratch::new();
        let cut = map.cut(&clumsy, &MIDDLE, &mut scratch);
        assert!(!cut.separates() && !cut.blocks(MIDDLE[0]));
        let across = cut.outcome(Route::new(IVec2::ZERO, IVec2::new(6, 0)));
        assert!(matches!(across, RouteOutcome::AlreadyCut(PathError::Unreachable { .. })));
    }

    #[test]
    fn agents_are_looked_at_only_where_their_goals_may_be_lost() {
        let map = row();
        let profile = CostProfile::default();
        let to = |x| PathQuery::new(IVec2::ZERO, IVec2::new(x, 0));
        let mut scratch = CutScratch::new();
        let end = map.cut(&profile, &[IVec2::new(6, 0)], &mut scratch);
        assert!(!end.separates());
        assert!(end.may_cut(&end.goals(&to(6))) && !end.may_cut(&end.goals(&to(1))));
        let middle = map.cut(&profile, &MIDDLE, &mut scratch);
        assert!(middle.separates() && middle.may_cut(&middle.goals(&to(1))));
        assert!(!middle.may_cut(&middle.goals(&to(99))));
    }

    #[test]
    fn a_range_without_sense_is_refused_by_value() {
        let map = row();
        let mut scratch = CutScratch::new();
        let cut = map.cut(&CostProfile::default(), &MIDDLE, &mut scratch);
        let goals = cut.goals(&PathQuery::new(IVec2::ZERO, MIDDLE[0]).within(-2.0));
        let outcome = cut.outcome_to(IVec2::ZERO, &goals);
        assert_eq!(outcome, RouteOutcome::AlreadyCut(PathError::InvalidRange(-2.0)));
    }
}
