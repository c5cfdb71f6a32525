//! Paths across a grid, which searches and goal fields return.

use crate::{cost::Cost, ground::PLAIN_WEIGHT};
use glam::IVec2;

/// A path across a grid, cell by cell.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path {
    pub(crate) cells: Vec<IVec2>,
    /// The cost of the path up to each cell.
    pub(crate) costs: Vec<Cost>,
    pub(crate) goal: Option<usize>,
    pub(crate) danger: u64,
    pub(crate) nodes_expanded: u32,
    pub(crate) nodes_generated: u32,
}

impl Path {
    /// All cells of the path in order, from the start to the end.
    #[must_use]
    pub fn cells(&self) -> &[IVec2] {
        &self.cells
    }

    /// The exact cost of the whole path.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.costs.last().copied().unwrap_or_default()
    }

    /// The cost of the rest of the path from the cell at index `step` of [`Path::cells`] to the end, as of the time when the path
    /// was found. 0 if there is no cell at this index.
    #[must_use]
    pub fn cost_from(&self, step: usize) -> Cost {
        self.costs.get(step).map_or(Cost::ZERO, |&paid| self.cost().saturating_sub(paid))
    }

    /// The index in [`PathQuery::goals`](crate::PathQuery::goals) of the goal that the path leads to. `None` for a partial path.
    #[must_use]
    pub const fn goal_index(&self) -> Option<usize> {
        self.goal
    }

    /// Returns whether the path is partial: no goal can be reached, and the path leads to the reachable cell nearest to a goal.
    #[must_use]
    pub const fn is_partial(&self) -> bool {
        self.goal.is_none()
    }

    /// The sum of the danger on all cells of the path except the start, in tiles: a danger of 2 costs as much as a detour of 2
    /// tiles on plain ground. The agent's aversion has no effect on this sum.
    #[must_use]
    pub fn danger(&self) -> f64 {
        self.danger as f64 / f64::from(PLAIN_WEIGHT)
    }

    /// The number of nodes that the search expanded. On hexagons that all cost the same, the search may expand up to 64 cells in
    /// a straight line at once. They then count as one node.
    #[must_use]
    pub const fn nodes_expanded(&self) -> u32 {
        self.nodes_expanded
    }

    /// The number of nodes that the search put on its open list.
    #[must_use]
    pub const fn nodes_generated(&self) -> u32 {
        self.nodes_generated
    }

    /// Adds a cell to the end of the path, with the cost up to it and the danger of entering it.
    pub(crate) fn push(&mut self, cell: IVec2, cost: Cost, danger: u64) {
        self.cells.push(cell);
        self.costs.push(cost);
        self.danger += danger;
    }

    /// Sets which goal the path leads to.
    pub(crate) const fn lead_to(&mut self, goal: Option<usize>) {
        self.goal = goal;
    }

    /// Forgets the path, but keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.costs.clear();
        self.goal = None;
        self.danger = 0;
        self.nodes_expanded = 0;
        self.nodes_generated = 0;
    }
}
