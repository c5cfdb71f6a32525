//! The barrier between a start and goals that it can't reach.

use super::{opened::Opened, thinnest::thinnest};
use crate::{
    ground::CostProfile,
    map::NavMap,
    path::{PathError, PathQuery},
    placement::PassableMap,
    regions::Contacts,
};
use core::cell::OnceCell;
use glam::IVec2;

/// What stands between a start and goals that it can't reach, for one kind of agent. [`NavMap::barrier`] makes it.
///
/// It knows what is connected, not what a path costs: cells are connected if a path leads from one to the other, however long.
#[derive(Debug)]
pub struct Barrier<'a> {
    pub(super) map: &'a NavMap,
    pub(super) passable: PassableMap<'a>,
    pub(super) contacts: Contacts,
    pub(super) start: usize,
    /// Row-major indices of the cells that count as goals, sorted.
    pub(super) goals: Vec<usize>,
    /// The regions of those that are free, sorted.
    pub(super) goal_labels: Vec<u32>,
    /// The cells of obstacles that do not count for the agent.
    own: &'a [IVec2],
}

impl NavMap {
    /// What stands between the start of a query and its goals, for agents of this profile. Reads the start, the goals, the range and the own
    /// obstacles of the query. Cells in range count as goals whether they see one or not.
    ///
    /// Takes O(cells in range) on a [prepared](NavMap::prepare) map, and O(cells of the map) on any other.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[1, 1, 0, 1], [1, 1, 1, 1]])?, Topology::default());
    /// let tower = [2, 0].into();
    /// map.block(tower);
    /// let query = PathQuery::new([0, 0].into(), [3, 1].into());
    /// let barrier = map.barrier(&CostProfile::default(), &query)?;
    /// assert!(barrier.separates() && barrier.is_opened_by(&[tower]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::StartOutside`], [`PathError::NoGoal`], [`PathError::InvalidRange`] and [`PathError::InvalidInflation`], and
    /// [`PathError::GoalOutside`] if no cell of the map counts as a goal.
    pub fn barrier<'a>(
        &'a self,
        profile: &CostProfile,
        query: &'a PathQuery,
    ) -> Result<Barrier<'a>, PathError> {
        query.check()?;
        let (grid, topology, kinds) = (self.grid(), self.topology(), profile.passable());
        let start = grid.index(query.start).ok_or(PathError::StartOutside(query.start))?;
        let first = *query.goals().first().ok_or(PathError::NoGoal)?;
        let in_range = |&goal: &IVec2| query.cells_of_goal(goal, topology.shape(), grid.size());
        let mut goals: Vec<usize> =
            query.goals().iter().flat_map(in_range).filter_map(|cell| grid.index(cell)).collect();
        goals.sort_unstable();
        goals.dedup();
        if goals.is_empty() {
            return Err(PathError::GoalOutside(first));
        }
        let kept = self.regions_for(kinds);
        let passable = PassableMap { grid, passable: kinds, topology, kept, found: OnceCell::new() };
        let mut goal_labels: Vec<u32> =
            goals.iter().filter_map(|&goal| passable.regions().label(goal)).collect();
        goal_labels.sort_unstable();
        goal_labels.dedup();
        let contacts = Contacts::of(topology);
        Ok(Barrier { map: self, passable, contacts, start, goals, goal_labels, own: query.own_obstacles() })
    }
}

impl Barrier<'_> {
    /// Returns whether no cell that counts as a goal can be reached from the start.
    #[must_use]
    pub fn separates(&self) -> bool {
        !self.is_opened_by(&[])
    }

    /// Returns whether a goal could be reached without one obstacle on each of these cells. A cell that is listed `n` times loses `n`
    /// obstacles.
    ///
    /// Takes O(n log n) for n cells.
    #[must_use]
    pub fn is_opened_by(&self, obstacles: &[IVec2]) -> bool {
        Opened::by(self, self.own.iter().chain(obstacles).copied()).connects(self)
    }

    /// The place at which the barrier is thinnest: the blocked cells on the way from the start to a goal that passes the fewest of them, and
    /// of these ways the one with the fewest steps, in the order of the way. If all of these cells were free, the goal could be reached, and
    /// no smaller number of cells does that. A goal in a wall counts only if no goal is free. Empty if nothing separates them, and on a
    /// staggered map of a single line, whose cells don't touch.
    ///
    /// Of several ways that are equal it is always the same one. Takes O(cells of the map).
    ///
    /// *Source:* breadth-first search with two kinds of edges ("0-1 BFS", Dial 1969 with two buckets).
    #[must_use]
    pub fn thinnest(&self) -> Vec<IVec2> {
        let opened = Opened::by(self, self.own.iter().copied());
        if opened.connects(self) { Vec::new() } else { thinnest(self, &opened) }
    }
}
