//! Path queries: start, goals and options.

use super::{
    error::PathError,
    options::{PathOptions, path_option_builders},
};
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
    #[cfg_attr(feature = "serde", serde(with = "super::goal_list", default))]
    own_obstacles: SmallVec<[IVec2; 1]>,
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
        Self {
            start,
            goals: goals.into_iter().collect(),
            own_obstacles: SmallVec::new(),
            options: PathOptions::DEFAULT,
        }
    }

    /// Ignores one obstacle on each of these cells: those of the agent itself. A cell that is listed `n` times loses `n` obstacles, as by
    /// [`NavMap::without`](crate::NavMap::without). Only searches on a [`NavMap`](crate::NavMap) know of obstacles.
    ///
    /// If the start alone is freed by it, the search is as fast as any other. Otherwise it copies the grid and goes cell by cell.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Search, Topology};
    /// let mut map = NavMap::new(Grid::new([9, 1].into(), 1)?, Topology::default());
    /// let unit = [2, 0].into();
    /// map.block(unit);
    /// let query = PathQuery::new(unit, [8, 0].into()).with_own_obstacles([unit]);
    /// let path = map.find_path(&CostProfile::default(), query, &mut Search::new(), &mut ())?;
    /// assert_eq!(path.cells().len(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_own_obstacles(mut self, cells: impl IntoIterator<Item = IVec2>) -> Self {
        self.own_obstacles = cells.into_iter().collect();
        self
    }

    /// The cells on each of which one obstacle is ignored.
    #[must_use]
    pub fn own_obstacles(&self) -> &[IVec2] {
        &self.own_obstacles
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
        let range = f64::from(self.options.range);
        // In 64 bits no sum overflows; beyond 2³³ tiles every range is the same.
        let reach = range.clamp(0.0, (1_u64 << 33) as f64) as i64;
        let span = |goal: i32, side: u32| {
            let (goal, last) = (i64::from(goal), i64::from(side) - 1);
            ((goal - reach).max(0) as i32)..=((goal + reach).min(last).max(-1) as i32)
        };
        let columns = span(goal.x, size.x);
        span(goal.y, size.y)
            .flat_map(move |y| columns.clone().map(move |x| IVec2::new(x, y)))
            .filter(move |&cell| distance_squared(cell, goal) <= range * range)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_range_the_cells_of_a_goal_are_those_of_the_map_that_are_near_enough() {
        let size = UVec2::new(4, 3);
        let count = |goal: IVec2, range: f32| {
            PathQuery::new(IVec2::ZERO, goal).within(range).cells_of_goal(goal, size).count()
        };
        let far = IVec2::new(1 << 20, 0);
        for goal in [far, IVec2::MIN, IVec2::MAX, IVec2::ONE] {
            assert_eq!(count(goal, f32::INFINITY), 12, "{goal}");
            assert_eq!(count(goal, 1e30), 12, "{goal}");
        }
        assert_eq!(count(far, (1 << 20) as f32), 10);
        assert_eq!([0.0, 1.0, 1.5].map(|range| count(IVec2::ONE, range)), [1, 5, 9]);
        assert_eq!([0.0, 1.0, 1.5].map(|range| count(IVec2::NEG_ONE, range)), [0, 0, 1]);
        assert_eq!(count(IVec2::ONE, f32::NAN), 0);
    }
}
