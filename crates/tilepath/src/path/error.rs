//! Why a query was refused, or why there is no path.

use super::options::PathOptions;
use core::fmt;
use glam::IVec2;

/// Why a query was refused, or why there is no path.
///
/// If several reasons apply, the first of these is given: [`InvalidRange`](Self::InvalidRange),
/// [`InvalidInflation`](Self::InvalidInflation), [`StartOutside`](Self::StartOutside), [`StartBlocked`](Self::StartBlocked),
/// [`NoGoal`](Self::NoGoal), [`GoalOutside`](Self::GoalOutside), [`GoalBlocked`](Self::GoalBlocked), then what the search finds:
/// [`Unreachable`](Self::Unreachable), [`ExpansionLimit`](Self::ExpansionLimit), [`TooCostly`](Self::TooCostly). With
/// [`PathOptions::allow_partial`] a goal that is blocked or can't be reached is no error.
///
/// The reason is the same in every mode (prepared or not, in one go or in slices), with one exception: a search may use up its
/// [budget](PathOptions::max_expansions) before it knows that no goal can be reached. A [prepared](crate::NavMap::prepare) map knows this
/// before the search.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathError {
    /// The start is not on the map.
    StartOutside(IVec2),
    /// The start is in a wall.
    StartBlocked(IVec2),
    /// No goal is on the map. Holds the first goal.
    GoalOutside(IVec2),
    /// Every goal is in a wall. Holds the first goal that is on the map.
    GoalBlocked(IVec2),
    /// The query has no goal.
    NoGoal,
    /// No goal can be reached from the start.
    Unreachable {
        /// The start.
        start: IVec2,
        /// The first goal that is on the map or has a cell of the map within its range.
        goal: IVec2,
    },
    /// The search was given up after this many expansions.
    ExpansionLimit(u32),
    /// There is a path, but its cost can't be represented; see [`Cost`](crate::Cost).
    TooCostly,
    /// The range is negative or NaN.
    InvalidRange(f32),
    /// The inflation of the estimate is below 1, NaN, or finite and above [`PathOptions::MAX_INFLATION`].
    InvalidInflation(f32),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartOutside(cell) => write!(f, "the start {cell} is outside the map"),
            Self::StartBlocked(cell) => write!(f, "the start {cell} is in a wall"),
            Self::GoalOutside(cell) => write!(f, "the goal {cell} is outside the map"),
            Self::GoalBlocked(cell) => write!(f, "the goal {cell} is in a wall"),
            Self::NoGoal => f.write_str("the query has no goal"),
            Self::Unreachable { start, goal } => write!(f, "there is no path from {start} to {goal}"),
            Self::ExpansionLimit(expansions) => write!(f, "no path was found in {expansions} expansions"),
            Self::TooCostly => f.write_str("the cost of the path is too great to be represented"),
            Self::InvalidRange(range) => write!(f, "a range of {range} tiles: must be 0 or more"),
            Self::InvalidInflation(inflation) => {
                write!(
                    f,
                    "an inflation of {inflation}: must be 1 to {}, or infinite",
                    PathOptions::MAX_INFLATION
                )
            }
        }
    }
}

impl core::error::Error for PathError {}
