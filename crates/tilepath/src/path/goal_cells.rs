//! Which cells count as the goals of a query.

use super::{error::PathError, map_view::MapView, query::PathQuery};
use crate::astar::NodeId;
use glam::IVec2;
use smallvec::SmallVec;

/// The cells that count as a goal, sorted row-major indices.
pub(super) type GoalCells = SmallVec<[NodeId; 1]>;

/// The goal that the end of a path counts as: the first whose range it is in, and which it sees if it must.
pub(super) fn goal_at(view: &MapView, query: &PathQuery, end: IVec2) -> Option<usize> {
    let size = view.grid.size();
    let counts = |&goal: &IVec2| {
        let is_near = query.cells_of_goal(goal, size).any(|cell| cell == end);
        is_near && view.sees(end, goal)
    };
    if query.options.in_sight { query.goals().iter().position(counts) } else { query.goal_of(end) }
}

/// The cells that count as goals, sorted, without those that are known to be unreachable.
pub(super) fn goal_cells(
    view: &MapView,
    query: &PathQuery,
    may_reach: impl Fn(usize) -> bool,
) -> Result<GoalCells, PathError> {
    let grid = view.grid;
    let first = *query.goals().first().ok_or(PathError::NoGoal)?;
    let on_map = |goal: &&IVec2| query.cells_of_goal(**goal, grid.size()).next().is_some();
    let first_on_map = *query.goals().iter().find(on_map).ok_or(PathError::GoalOutside(first))?;
    let mut cells: GoalCells = query
        .goals()
        .iter()
        .flat_map(|&goal| query.cells_of_goal(goal, grid.size()).map(move |cell| (goal, cell)))
        .filter_map(|(goal, cell)| Some((goal, cell, grid.index(cell)?)))
        .filter(|&(_, _, index)| view.is_free(index))
        .filter(|&(goal, cell, _)| !query.options.in_sight || view.sees(cell, goal))
        .map(|(_, _, index)| index)
        .map(|cell| cell as NodeId)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() {
        return Err(PathError::GoalBlocked(first_on_map));
    }
    cells.retain(|&mut cell| may_reach(cell as usize));
    if cells.is_empty() {
        return Err(PathError::Unreachable { start: query.start, goal: first_on_map });
    }
    Ok(cells)
}
