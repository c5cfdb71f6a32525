//! Path queries: start, goals and options.

use super::{
    error::PathError,
    options::{PathOptions, path_option_builders},
};
use crate::ground::Grid;
use glam::{IVec2, UVec2};
use smallvec::SmallVec;

/// A query for the cheapest path from one cell to the nearest of one or more goals.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathQuery {
    /// The cell to start from.
    pub start: IVec2,
    #[cfg_attr(feature = "serde", serde(with = "super::goal_list"))]
    goals: SmallVec<[IVec2; 1]>,
    /// The options of the search.
    pub options: PathOptions,
}

impl PathQuery {
    /// The path to one goal.
    #[must_use]
    pub fn new(start: IVec2, goal: IVec2) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// The path to the one of several goals that is cheapest to reach, found in one search.
    #[must_use]
    pub fn to_nearest(start: IVec2, goals: impl IntoIterator<Item = IVec2>) -> Self {
        Self { start, goals: goals.into_iter().collect(), options: PathOptions::DEFAULT }
    }

    /// The same query with other options.
    #[must_use]
    pub const fn with_options(mut self, options: PathOptions) -> Self {
        self.options = options;
        self
    }

    path_option_builders!(options);

    /// The goals. The path leads to the one that is cheapest to reach. Goals outside the map or in walls count only if all of them are.
    #[must_use]
    pub fn goals(&self) -> &[IVec2] {
        &self.goals
    }

    /// The cells on a map of `size` that count as this goal: those within [`PathOptions::range`] of it, row by row.
    pub fn cells_of_goal(&self, goal: IVec2, size: UVec2) -> impl Iterator<Item = IVec2> {
        let range = self.options.range.min(Grid::MAX_SIDE as f32 * 2.0);
        let reach = IVec2::splat(range as i32);
        let min = goal.saturating_sub(reach).max(IVec2::ZERO);
        let max = goal.saturating_add(reach).min(size.as_ivec2() - 1);
        (min.y..=max.y)
            .flat_map(move |y| (min.x..=max.x).map(move |x| IVec2::new(x, y)))
            .filter(move |&cell| distance_squared(cell, goal) <= f64::from(range) * f64::from(range))
    }

    /// The index of the goal that a cell counts as: the first that it is near enough to.
    #[must_use]
    pub fn goal_of(&self, cell: IVec2) -> Option<usize> {
        let range = f64::from(self.options.range);
        self.goals.iter().position(|&goal| distance_squared(cell, goal) <= range * range)
    }

    /// Checks the numbers among the options.
    pub(crate) fn check(&self) -> Result<(), PathError> {
        let PathOptions { range, inflation, .. } = self.options;
        if !(0.0..=f32::INFINITY).contains(&range) {
            return Err(PathError::InvalidRange(range));
        }
        if !(1.0..=PathOptions::MAX_INFLATION).contains(&inflation) {
            return Err(PathError::InvalidInflation(inflation));
        }
        Ok(())
    }
}

fn distance_squared(a: IVec2, b: IVec2) -> f64 {
    let (x, y) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
    x * x + y * y
}
