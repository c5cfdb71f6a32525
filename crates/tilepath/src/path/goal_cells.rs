//! Which cells count as the goals of a query.

use super::{error::PathError, map_view::MapView, query::PathQuery};
use crate::{astar::NodeId, ground::LinkStep};
use glam::IVec2;
use smallvec::SmallVec;

/// The row-major indices of the cells that count as goals, sorted.
pub(super) type GoalCells = SmallVec<[NodeId; 1]>;

/// The index of the goal that a path to `end` has reached: the first goal in range, and in sight if the query asks for this.
pub(super) fn goal_at(view: &MapView, query: &PathQuery, end: IVec2) -> Option<usize> {
    let shape = view.topology.shape();
    let sees = |nth: usize| !query.options.in_sight || view.sees(end, query.goals()[nth]);
    let mut places = query.goal_places(view.body);
    places.find(|&(nth, place)| query.is_near(end, place, shape) && sees(nth)).map(|(nth, _)| nth)
}

/// The cells that count as goals, sorted. Leaves out cells in which no path may end, cells that are known to be unreachable, and cells that
/// paths enter only through other goal cells.
pub(super) fn goal_cells(
    view: &MapView,
    query: &PathQuery,
    may_reach: impl Fn(usize) -> bool,
) -> Result<GoalCells, PathError> {
    let (grid, bounds, shape) = (view.grid, view.grid.bounds(), view.topology.shape());
    let first_on_map = first_on_map(view, query)?;
    let ends = |cell: IVec2| grid.index(cell).filter(|&index| view.lets_end(index));
    if goal_at(view, query, query.start).is_some()
        && let Some(start) = ends(query.start)
    {
        return Ok(GoalCells::from_elem(start as NodeId, 1));
    }
    let mut cells = GoalCells::new();
    if query.options.range > 0.0 {
        cells.reserve(32);
    } else {
        cells.reserve(query.goal_places(view.body).count());
    }
    for (nth, place) in query.goal_places(view.body) {
        let mut take = |cell: IVec2| {
            if let Some(index) = ends(cell).filter(|&index| may_reach(index)) {
                cells.push(index as NodeId);
            }
        };
        if query.options.in_sight {
            let goal = query.goals()[nth];
            query.cells_of_goal(place, shape, bounds).filter(|&cell| view.sees(cell, goal)).for_each(take);
        } else if query.options.range == 0.0 {
            take(place);
        } else if view.has_pass_through() {
            // Paths may lead on through rim cells in which they must not end.
            query.cells_of_goal(place, shape, bounds).for_each(take);
        } else {
            query.for_each_rim_cell(place, shape, bounds, &mut take);
            // Links lead to cells within the rim.
            let ends = grid.links().steps().iter().map(LinkStep::to);
            ends.filter(|&end| query.is_near(end, place, shape)).for_each(take);
        }
    }
    if query.goals().len() > 1 || view.body.is_some() || !grid.links().is_empty() {
        cells.sort_unstable();
        cells.dedup();
    }
    if !cells.is_empty() {
        return Ok(cells);
    }
    let is_open = |(nth, place): (usize, IVec2)| {
        let mut cells = query.cells_of_goal(place, shape, bounds).filter(|&cell| ends(cell).is_some());
        cells.any(|cell| !query.options.in_sight || view.sees(cell, query.goals()[nth]))
    };
    if query.goal_places(view.body).any(is_open) {
        Err(unreachable(view, query))
    } else {
        Err(PathError::GoalBlocked(first_on_map))
    }
}

/// The goal that errors name: the first goal that is on the map, or that has a cell of the map within its range.
fn first_on_map(view: &MapView, query: &PathQuery) -> Result<IVec2, PathError> {
    let first = *query.goals().first().ok_or(PathError::NoGoal)?;
    let (bounds, shape) = (view.grid.bounds(), view.topology.shape());
    let is_on_map = |&(_, place): &(usize, IVec2)| query.cells_of_goal(place, shape, bounds).next().is_some();
    let (nth, _) = query.goal_places(view.body).find(is_on_map).ok_or(PathError::GoalOutside(first))?;
    Ok(query.goals()[nth])
}

/// The error of a query without a reachable goal. All checks return the same error.
pub(super) fn unreachable(view: &MapView, query: &PathQuery) -> PathError {
    match first_on_map(view, query) {
        Ok(goal) => PathError::Unreachable { start: query.start, goal },
        Err(error) => error,
    }
}
