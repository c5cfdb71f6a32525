//! Why a query was refused, or why there is no path.

use super::options::PathOptions;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::Reflect;
use glam::IVec2;

/// Why a query was refused, or why no path was found.
///
/// If several errors apply, the first of this list is returned: [`InvalidRange`](Self::InvalidRange),
/// [`InvalidInflation`](Self::InvalidInflation), [`StartOutside`](Self::StartOutside), [`StartBlocked`](Self::StartBlocked),
/// [`NoGoal`](Self::NoGoal), [`GoalOutside`](Self::GoalOutside), [`GoalBlocked`](Self::GoalBlocked),
/// [`Unreachable`](Self::Unreachable), [`ExpansionLimit`](Self::ExpansionLimit), [`TooCostly`](Self::TooCostly).
///
/// With [`PathOptions::allow_partial`], goals that are blocked or can't be reached are no error.
///
/// A search in slices returns the same error as a search in one call. A [prepared](crate::NavMap::prepare) map returns the same
/// error as an unprepared map, with one exception: if no goal can be reached, a prepared map returns `Unreachable` without a
/// search. On an unprepared map, the search may hit its [limit](PathOptions::max_expansions) first and return `ExpansionLimit`.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathError {
    /// The start is not on the map.
    #[error("the start ({}, {}) is outside the map", .0.x, .0.y)]
    StartOutside(IVec2),
    /// The start is a wall.
    #[error("the start ({}, {}) is in a wall or under an obstacle", .0.x, .0.y)]
    StartBlocked(IVec2),
    /// All goals are outside the map, and no cell of the map is within range of a goal. Holds the first goal.
    #[error("the goal ({}, {}) is outside the map", .0.x, .0.y)]
    GoalOutside(IVec2),
    /// The path has no cell to end at: no goal on the map is free, and no free cell is within range of a goal. Cells through which agents may
    /// only [pass](crate::CostProfile::with_pass_through) do not count. If the query sets `in_sight`, only cells in sight of the goal count.
    /// Holds the first goal that is on the map or has a cell of the map within range.
    #[error("the goal ({}, {}) is in a wall, under an obstacle, or in a cell that agents may only pass through", .0.x, .0.y)]
    GoalBlocked(IVec2),
    /// The query has no goal.
    #[error("no goal is named")]
    NoGoal,
    /// No path leads from the start to any goal.
    #[error("there is no path from ({}, {}) to ({}, {})", start.x, start.y, goal.x, goal.y)]
    Unreachable {
        /// The start.
        start: IVec2,
        /// The first goal that is on the map or has a cell of the map within its range.
        goal: IVec2,
    },
    /// The search gave up after this many expansions, the limit in [`PathOptions::max_expansions`].
    #[error("no path was found in {0} expansions")]
    ExpansionLimit(u32),
    /// A path exists, but its cost can't be represented; see [`Cost`](crate::Cost).
    #[error("the cost of the path is too great to be represented")]
    TooCostly,
    /// The range of the query is negative or NaN. Holds the range.
    #[error("a range of {0} tiles: must be 0 or more")]
    InvalidRange(f32),
    /// The inflation of the estimate is NaN, below 1, or a finite number above [`PathOptions::MAX_INFLATION`]. (Infinity is
    /// allowed: it makes the search [greedy](PathOptions::greedy).) Holds the inflation.
    #[error("an inflation of {0}: must be 1 to {max}, or infinite", max = PathOptions::MAX_INFLATION)]
    InvalidInflation(f32),
}
