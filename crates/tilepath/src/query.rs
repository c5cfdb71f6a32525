//! What one may ask of a map, and why there may be no answer.

use crate::{grid::Grid, heuristic::Heuristic};
use core::fmt;
use glam::{IVec2, UVec2};
use smallvec::SmallVec;

/// A question for the cheapest way from one cell to the nearest of one or more goals.
#[derive(Clone, PartialEq, Debug)]
pub struct PathQuery {
    /// The cell to start from.
    pub start: IVec2,
    /// The goals. The cheapest to reach is taken; goals outside the map or in walls count only where all of them are.
    pub goals: SmallVec<[IVec2; 1]>,
    /// How near to a goal is near enough: tiles between cell centres, as the crow flies.
    pub range: f32,
    /// The estimate that guides the search.
    pub heuristic: Heuristic,
    /// Inflation of the estimate, 1 or more. At 1 the way is the cheapest; at `w` it costs at most `w` times as much,
    /// for fewer expansions (weighted A*: Pohl, "Heuristic search viewed as path finding in a graph", 1970).
    pub inflation: f32,
    /// Where the goal can't be reached, answer with the way to the reachable cell nearest to it.
    pub allow_partial: bool,
    /// Give up after so many expansions.
    pub max_expansions: Option<u32>,
    /// Expand cell by cell, so that a visitor sees every cell. Set by itself where a visitor is given at the start.
    pub watched: bool,
}

impl PathQuery {
    /// The way to one goal.
    #[must_use]
    pub fn new(start: IVec2, goal: IVec2) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// The way to the cheapest to reach of several goals, found in one search.
    #[must_use]
    pub fn to_nearest(start: IVec2, goals: impl IntoIterator<Item = IVec2>) -> Self {
        Self {
            start,
            goals: goals.into_iter().collect(),
            range: 0.0,
            heuristic: Heuristic::Auto,
            inflation: 1.0,
            allow_partial: false,
            max_expansions: None,
            watched: false,
        }
    }

    /// Any cell within `range` tiles of a goal will do, as the crow flies between cell centres. The goal itself may then be a wall.
    #[must_use]
    pub const fn within(mut self, range: f32) -> Self {
        self.range = range;
        self
    }

    /// Another heuristic than [`Heuristic::Auto`].
    #[must_use]
    pub const fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Inflates the estimate: fewer expansions for a way that may cost up to `inflation` times the cheapest.
    #[must_use]
    pub const fn with_inflation(mut self, inflation: f32) -> Self {
        self.inflation = inflation;
        self
    }

    /// Where the goal can't be reached, the way to the reachable cell nearest to it will do.
    #[must_use]
    pub const fn allow_partial(mut self) -> Self {
        self.allow_partial = true;
        self
    }

    /// Gives up after so many expansions, with [`PathError::OverBudget`].
    #[must_use]
    pub const fn with_max_expansions(mut self, expansions: u32) -> Self {
        self.max_expansions = Some(expansions);
        self
    }

    /// The cells on a map of this size that count as this goal: those within [`PathQuery::range`] of it, row by row.
    pub fn cells_of_goal(&self, goal: IVec2, size: UVec2) -> impl Iterator<Item = IVec2> {
        let range = self.range.min(Grid::MAX_SIDE as f32 * 2.0);
        let reach = IVec2::splat(range as i32);
        let min = goal.saturating_sub(reach).max(IVec2::ZERO);
        let max = goal.saturating_add(reach).min(size.as_ivec2() - 1);
        (min.y..=max.y)
            .flat_map(move |y| (min.x..=max.x).map(move |x| IVec2::new(x, y)))
            .filter(move |&cell| distance_squared(cell, goal) <= f64::from(range) * f64::from(range))
    }

    /// The number of the goal that a cell counts as: the first that it is near enough to.
    #[must_use]
    pub fn goal_of(&self, cell: IVec2) -> Option<usize> {
        let range = f64::from(self.range);
        self.goals.iter().position(|&goal| distance_squared(cell, goal) <= range * range)
    }

    /// Whether it asks for nothing but the cheapest way, found as the map sees fit.
    pub(crate) fn is_plain(&self) -> bool {
        self.heuristic == Heuristic::Auto && self.inflation == 1.0 && !self.allow_partial
    }

    pub(crate) fn check(&self) -> Result<(), PathError> {
        if !(0.0..=f32::INFINITY).contains(&self.range) {
            return Err(PathError::InvalidRange(self.range));
        }
        if !(1.0..=Self::MAX_INFLATION).contains(&self.inflation) {
            return Err(PathError::InvalidInflation(self.inflation));
        }
        Ok(())
    }

    /// The greatest inflation of the estimate.
    pub const MAX_INFLATION: f32 = 1000.0;
}

fn distance_squared(a: IVec2, b: IVec2) -> f64 {
    let (x, y) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
    x * x + y * y
}

/// Why there is no way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathError {
    /// The start is not on the map.
    StartOutside(IVec2),
    /// The start is in a wall.
    StartBlocked(IVec2),
    /// No goal is on the map; this is the first.
    GoalOutside(IVec2),
    /// Every goal is in a wall; this is the first that is on the map.
    GoalBlocked(IVec2),
    /// The query has no goal.
    NoGoal,
    /// No goal can be reached from the start.
    Unreachable {
        /// The start.
        start: IVec2,
        /// The first goal.
        goal: IVec2,
    },
    /// The search was given up after this many expansions.
    OverBudget(u32),
    /// There is a way, but its cost can't be represented; see [`Cost`](crate::Cost).
    TooCostly,
    /// The range is negative or NaN.
    InvalidRange(f32),
    /// The inflation of the estimate is below 1, NaN or above [`PathQuery::MAX_INFLATION`].
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
            Self::Unreachable { start, goal } => write!(f, "there is no way from {start} to {goal}"),
            Self::OverBudget(expansions) => write!(f, "no way was found in {expansions} expansions"),
            Self::TooCostly => f.write_str("the cost of the way is too great to be represented"),
            Self::InvalidRange(range) => write!(f, "a range of {range} tiles: must be 0 or more"),
            Self::InvalidInflation(inflation) => {
                write!(f, "an inflation of {inflation}: must be 1 to {}", PathQuery::MAX_INFLATION)
            }
        }
    }
}

impl core::error::Error for PathError {}
