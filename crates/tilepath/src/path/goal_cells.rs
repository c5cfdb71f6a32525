//! Which cells count as the goals of a query.

use super::{error::PathError, map_view::MapView, query::PathQuery};
use crate::astar::NodeId;
use glam::IVec2;
use smallvec::SmallVec;

/// The cells that count as a goal, sorted row-major indices.
pub(super) type GoalCells = SmallVec<[NodeId; 1]>;

/// The cells that count as goals, sorted, without those that are known to be unreachable from the start.
pub(super) fn goal_cells(view: &MapView, query: &PathQuery, start: usize) -> Result<GoalCells, PathError> {
    let grid = view.grid;
    let first = *query.goals().first().ok_or(PathError::NoGoal)?;
    let on_map = |goal: &&IVec2| query.cells_of_goal(**goal, grid.size()).next().is_some();
    let first_on_map = *query.goals().iter().find(on_map).ok_or(PathError::GoalOutside(first))?;
    let mut cells: GoalCells = query
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
