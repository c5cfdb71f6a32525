//! The barrier between a start and goals that it can't reach.

use crate::{
    ground::{ClassSet, CostProfile, Cuts},
    map::NavMap,
    path::{PathError, PathQuery},
    placement::PassableMap,
    regions::Contacts,
};
use glam::IVec2;

/// The cells that separate a start from its goals, for one kind of agent. Made by [`NavMap::barrier`].
///
/// A barrier says whether a goal can be reached, and which blocked cells must become free. The costs of paths do not matter.
#[derive(Debug)]
pub struct Barrier<'a> {
    pub(super) map: &'a NavMap,
    pub(super) passable: PassableMap<'a>,
    pub(super) contacts: Contacts,
    /// Where walls on edges stand between neighbours.
    cuts: Cuts,
    pub(super) start: usize,
    /// Row-major indices of the cells that count as goals if paths may end there, sorted.
    pub(super) goals: Vec<usize>,
    /// The regions of the free goals, sorted. Empty if the profile has classes that agents may only pass through: which goals count then
    /// depends on the obstacles that are removed.
    pub(super) goal_labels: Vec<u32>,
    /// The cells of obstacles that do not count for the agent.
    pub(super) own: &'a [IVec2],
}

impl NavMap {
    /// The barrier between the start of a query and its goals, for agents of this profile.
    ///
    /// Of the query, only the start, the goals, the range and the agent's own obstacles matter. All cells within the range of a
    /// goal in which paths may [end](NavMap::lets_end) count as goals, even if a wall hides the goal from them.
    ///
    /// Takes O(cells in range) on a [prepared](NavMap::prepare) map, and O(cells of the map) on any other map.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[1, 1, 0, 1], [1, 1, 1, 1]])?, Topology::default());
    /// let tower = [2, 0].into();
    /// map.block(tower);
    /// let query = PathQuery::new([0, 0].into(), [3, 1].into());
    /// let barrier = map.barrier(&CostProfile::default(), &query)?;
    /// assert!(barrier.separates() && barrier.is_opened_by([(tower, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::StartOutside`], [`PathError::NoGoal`], [`PathError::InvalidRange`] or [`PathError::InvalidInflation`].
    /// [`PathError::GoalOutside`] if no cell of the map counts as a goal.
    pub fn barrier<'a>(
        &'a self,
        profile: &CostProfile,
        query: &'a PathQuery,
    ) -> Result<Barrier<'a>, PathError> {
        query.check()?;
        let (grid, topology) = (self.grid(), self.topology());
        let start = grid.index(query.start).ok_or(PathError::StartOutside(query.start))?;
        let first = *query.goals().first().ok_or(PathError::NoGoal)?;
        let in_range = |(_, place)| query.cells_of_goal(place, topology.shape(), grid.bounds());
        let places = query.goal_places(self.body(profile));
        let mut goals: Vec<usize> = places.flat_map(in_range).filter_map(|cell| grid.index(cell)).collect();
        goals.sort_unstable();
        goals.dedup();
        if goals.is_empty() {
            return Err(PathError::GoalOutside(first));
        }
        let passable = PassableMap::new(self, profile);
        let may_end = profile.pass_through().is_empty();
        let of_goals = goals.iter().filter(|_| may_end);
        let mut goal_labels: Vec<u32> = of_goals.filter_map(|&goal| passable.regions().label(goal)).collect();
        goal_labels.sort_unstable();
        goal_labels.dedup();
        let contacts = Contacts::of(topology);
        let edges = passable.cells.grid().links().edges();
        let cuts = Cuts::of(edges, topology.shape(), passable.cells.classes());
        Ok(Barrier {
            cuts,
            map: self,
            passable,
            contacts,
            start,
            goals,
            goal_labels,
            own: query.own_obstacles(),
        })
    }
}

impl Barrier<'_> {
    /// Whether the cell at a row-major index is free to the agent, its own obstacles not considered.
    pub(super) fn is_free(&self, index: usize) -> bool {
        self.passable.cells.is_free(index)
    }

    /// The classes through which agents may only pass.
    pub(super) const fn pass_through(&self) -> ClassSet {
        self.passable.pass_through
    }

    /// Whether the place at a row-major index may become free: no body reaches beyond the map there.
    pub(super) fn can_open(&self, index: usize) -> bool {
        let grid = self.map.grid();
        self.passable.body.is_none()
            || self.passable.cells_at(grid.cell(index)).all(|cell| grid.contains(cell))
    }

    /// The cells that must become free so that places become free, in the order of the places.
    pub(super) fn blocked_under(&self, places: Vec<IVec2>) -> Vec<IVec2> {
        if self.passable.body.is_none() {
            return places;
        }
        let grid = self.map.grid();
        let is_blocked = |&cell: &IVec2| {
            let classes = grid.index(cell).map(|index| grid.classes_at(index));
            classes.is_some_and(|classes| {
                classes.iter().any(|&class| {
                    !self.passable.cells.classes().contains(class) || self.pass_through().contains(class)
                })
            })
        };
        let mut cells: Vec<IVec2> = Vec::new();
        for cell in places.iter().flat_map(|&place| self.passable.cells_at(place)).filter(is_blocked) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The links and one-way steps of the agent, as row-major indices of the cells where each begins and ends.
    pub(super) fn links(&self) -> impl Iterator<Item = (usize, usize)> {
        let (grid, passable) = (self.passable.cells.grid(), self.passable.cells.classes());
        let ways = grid.links().ways(self.map.topology(), passable);
        ways.filter_map(|(from, to)| grid.index(from).zip(grid.index(to)))
    }

    /// The cells to which steps from a cell lead if they are free, on foot or over links.
    pub(super) fn ahead(&self, index: usize) -> impl Iterator<Item = usize> {
        let (grid, passable) = (self.passable.cells.grid(), self.passable.cells.classes());
        let (here, shape, edges) = (grid.cell(index), self.map.topology().shape(), grid.links().edges());
        let links = grid.links().out_of(here).iter().filter(move |step| passable.contains(step.class));
        let leads_one_way = move |&next: &IVec2| edges.let_step(shape, here, next, passable);
        let cut = self.contacts.beside(here).filter(move |&next| self.cuts.contain(here, next));
        let others = links.map(|step| step.to()).chain(cut.filter(leads_one_way));
        self.beside(index).chain(others.filter_map(|cell| grid.index(cell)))
    }

    /// The cells beside a cell to which a wall on the edge between both stops the step.
    pub(super) fn beyond_walls(&self, index: usize) -> impl Iterator<Item = usize> {
        let grid = self.map.grid();
        let (here, shape) = (grid.cell(index), self.map.topology().shape());
        let cut = self.contacts.beside(here).filter(move |&next| self.cuts.contain(here, next));
        let walled = cut.filter(move |&next| shape.have_edge(here, next));
        walled.filter_map(|cell| grid.index(cell))
    }

    /// The row-major indices of the cells that a cell touches, without a wall on the edge between both.
    pub(super) fn beside(&self, index: usize) -> impl Iterator<Item = usize> {
        let grid = self.map.grid();
        let here = grid.cell(index);
        let joined = self.contacts.beside(here).filter(move |&cell| !self.cuts.contain(here, cell));
        joined.filter_map(|cell| grid.index(cell))
    }
}
