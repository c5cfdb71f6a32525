//! Path queries: start, goals and options.

use super::{
    contact::Contact,
    error::PathError,
    options::{PathOptions, path_option_builders},
};
use crate::ground::{BodyGrid, CellRect, Shape};
use glam::IVec2;
use smallvec::SmallVec;

/// A query for the cheapest path from a start to a goal. With several goals, the path leads to the goal that is cheapest to
/// reach.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathQuery {
    /// The start cell.
    pub start: IVec2,
    #[cfg_attr(feature = "serde", serde(with = "super::goal_list"))]
    goals: SmallVec<[IVec2; 1]>,
    #[cfg_attr(feature = "serde", serde(with = "super::goal_list", default))]
    own_obstacles: SmallVec<[IVec2; 1]>,
    /// The options of the search.
    pub options: PathOptions,
}

impl PathQuery {
    /// A query for the path to one goal.
    #[must_use]
    pub fn new(start: IVec2, goal: IVec2) -> Self {
        Self::to_nearest(start, [goal])
    }

    /// A query for the path to one of several goals: the goal that is cheapest to reach. A single search compares all goals.
    #[must_use]
    pub fn to_nearest(start: IVec2, goals: impl IntoIterator<Item = IVec2>) -> Self {
        Self {
            start,
            goals: goals.into_iter().collect(),
            own_obstacles: SmallVec::new(),
            options: PathOptions::DEFAULT,
        }
    }

    /// Ignores one obstacle on each of these cells. List the obstacles that the agent itself put on the map, so that the agent
    /// does not block itself.
    ///
    /// A cell that is listed `n` times loses `n` obstacles, as in
    /// [`NavMap::without_obstacles`](crate::NavMap::without_obstacles). Only searches on a [`NavMap`](crate::NavMap) read the
    /// list, because other maps have no obstacles.
    ///
    /// If the list frees any cell except the start, the search copies the grid and goes cell by cell, which is slower.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
    /// let mut map = NavMap::new(Grid::new([9, 1].into(), 1)?, Topology::default());
    /// let unit = [2, 0].into();
    /// map.block(unit);
    /// let query = PathQuery::new(unit, [8, 0].into()).with_own_obstacles([unit]);
    /// let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
    /// assert_eq!(path.cells().len(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_own_obstacles(mut self, cells: impl IntoIterator<Item = IVec2>) -> Self {
        self.own_obstacles = cells.into_iter().collect();
        self
    }

    /// The agent's own obstacles: one obstacle on each of these cells is ignored.
    #[must_use]
    pub fn own_obstacles(&self) -> &[IVec2] {
        &self.own_obstacles
    }

    /// This query with other options.
    #[must_use]
    pub const fn with_options(mut self, options: PathOptions) -> Self {
        self.options = options;
        self
    }

    path_option_builders!(options);

    /// This query, with another rule for when a goal counts as reached.
    pub(crate) const fn by(mut self, contact: Contact) -> Self {
        (self.options.range, self.options.by_middle) = (contact.range, contact.by_middle);
        self
    }

    /// The goals, in the given order. A search ignores goals outside the map or in walls, unless a free cell is within the range
    /// of the goal. If no goal is left, the search returns an error.
    #[must_use]
    pub fn goals(&self) -> &[IVec2] {
        &self.goals
    }

    /// All cells of the map that count as this goal to agents of one cell: the cells within [`PathOptions::range`] of the goal, row by row. `shape` is the
    /// shape of the cells, and `bounds` are the [bounds](crate::Grid::bounds) of the map, or the size of a map whose first cell is (0, 0).
    pub fn cells_of_goal(
        &self,
        goal: IVec2,
        shape: Shape,
        bounds: impl Into<CellRect>,
    ) -> impl Iterator<Item = IVec2> {
        let CellRect { min, max } = bounds.into();
        let range = f64::from(self.options.range);
        // Lines of hexagons are √3/2 tiles apart, and each staggered line is shifted by a tile against the line before it.
        let reach = match shape {
            Shape::Square => range,
            Shape::Hex(_) => range * 1.2 + 1.0,
            Shape::Staggered => 2.0 * range,
        };
        let reach = reach.clamp(0.0, FURTHEST) as i64;
        let span = |goal: i32, min: i32, max: i32| {
            let [goal, first, last] = [goal, min, max].map(i64::from);
            // Empty if the goal is far outside.
            ((goal - reach).clamp(first, last + 1) as i32)..=((goal + reach).min(last).max(first - 1) as i32)
        };
        let columns = span(goal.x, min.x, max.x);
        span(goal.y, min.y, max.y)
            .flat_map(move |y| columns.clone().map(move |x| IVec2::new(x, y)))
            .filter(move |&cell| is_within(shape, cell, goal, range))
    }

    /// Calls `visit` for the rim cells of a goal, row by row: cells that count as this goal and have a neighbour that does not. Paths from
    /// elsewhere enter the other cells through the rim.
    pub(crate) fn for_each_rim_cell(
        &self,
        goal: IVec2,
        shape: Shape,
        bounds: CellRect,
        mut visit: impl FnMut(IVec2),
    ) {
        if shape != Shape::Square {
            let reach = if shape == Shape::Staggered { 2 } else { 1 };
            let is_rim = |&cell: &IVec2| {
                let mut near = CellRect::of_cell(cell).grown(reach).cells();
                near.any(|beside| {
                    shape.distance_squared(cell, beside) <= 2 && !self.is_near(beside, goal, shape)
                })
            };
            self.cells_of_goal(goal, shape, bounds).filter(is_rim).for_each(visit);
            return;
        }
        let range = f64::from(self.options.range);
        let middle = goal.as_i64vec2();
        let [first, last] = [bounds.min, bounds.max].map(IVec2::as_i64vec2);
        let reach = range.clamp(0.0, FURTHEST) as i64;
        let mut row = |y: i64, begin: i64, end: i64| {
            let columns = (middle.x + begin).max(first.x)..=(middle.x + end).min(last.x);
            columns.for_each(|x| visit(IVec2::new(x as i32, y as i32)));
        };
        // Each row needs its own half width and the half width of the next row outwards. One of them is known from the previous row.
        let mut known = [(-1, None); 2];
        let mut half = |off: i64| {
            if let Some(&(_, width)) = known.iter().find(|&&(known, _)| known == off) {
                return width;
            }
            known = [known[1], (off, half_width(off, range))];
            known[1].1
        };
        for y in (middle.y - reach).max(first.y)..=(middle.y + reach).min(last.y) {
            let off = (y - middle.y).abs();
            let inner = half(off + 1);
            let Some(outer) = half(off) else { continue };
            // Cells closer to the axis than half the width of the next row have all their neighbours in range.
            match inner {
                Some(inner) if inner > 0 => {
                    row(y, -outer, -inner);
                    row(y, inner, outer);
                }
                _ => row(y, -outer, outer),
            }
        }
    }

    /// Returns whether a cell is within the range of a goal.
    pub(crate) fn is_near(&self, cell: IVec2, goal: IVec2, shape: Shape) -> bool {
        cell == goal
            || self.options.range > 0.0 && is_within(shape, cell, goal, f64::from(self.options.range))
    }

    /// The index of the first goal that an agent of one cell reaches in this cell, which is within its range. `None` if there is no such goal. `shape` is the shape of
    /// the map's cells.
    #[must_use]
    pub fn goal_of(&self, cell: IVec2, shape: Shape) -> Option<usize> {
        self.goal_of_body(cell, shape, None)
    }

    /// The index of the first goal that a body reaches at a place.
    pub(crate) fn goal_of_body(&self, place: IVec2, shape: Shape, body: Option<&BodyGrid>) -> Option<usize> {
        let mut near = self.goal_places(body).filter(|&(_, goal)| self.is_near(place, goal, shape));
        near.next().map(|(nth, _)| nth)
    }

    /// The places at which a body reaches the goals, each with the index of its goal.
    pub(crate) fn goal_places(&self, body: Option<&BodyGrid>) -> impl Iterator<Item = (usize, IVec2)> {
        self.options.contact().places(&self.goals, body)
    }

    /// Checks the range and the inflation.
    pub(crate) fn check(&self) -> Result<(), PathError> {
        let PathOptions { range, inflation, .. } = self.options;
        if !(0.0..=f32::INFINITY).contains(&range) {
            return Err(PathError::InvalidRange(range));
        }
        if !(1.0..=PathOptions::MAX_INFLATION).contains(&inflation) && !self.options.is_greedy() {
            return Err(PathError::InvalidInflation(inflation));
        }
        Ok(())
    }
}

/// The maximum range, in tiles; longer ranges count as this one. 2³³ tiles reach from any goal to any cell, and sums of such
/// lengths fit into 64 bits.
const FURTHEST: f64 = (1_u64 << 33) as f64;

/// The greatest distance along a row at which a cell is within `range` of a goal, if the row is `off` rows away from the goal.
/// `None` if no cell of the row is within the range.
fn half_width(off: i64, range: f64) -> Option<i64> {
    let square = |at: i64| at as f64 * at as f64;
    let is_within = |width: i64| square(width) + square(off) <= range * range;
    if !is_within(0) {
        return None;
    }
    // Corrects rounding errors.
    let root = (range * range - square(off)).sqrt().min(FURTHEST) as i64;
    (root.saturating_sub(1)..=root + 1).rev().find(|&width| width >= 0 && is_within(width))
}

fn is_within(shape: Shape, a: IVec2, b: IVec2, range: f64) -> bool {
    shape.distance_squared(a, b) as f64 <= range * range
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn the_rim_of_a_range_has_a_neighbour_outside_of_it() {
        let mut random = fastrand::Rng::with_seed(35);
        for round in 0..400 {
            let size = UVec2::new(random.u32(1..40), random.u32(1..40));
            let goal = IVec2::new(random.i32(-20..60), random.i32(-20..60));
            let range = if round % 3 == 0 { random.u32(0..20) as f32 } else { random.f32() * 30.0 };
            let query = PathQuery::new(IVec2::ZERO, goal).within(range);
            let mut found: Vec<IVec2> = Vec::new();
            let shape = if round % 2 == 0 { Shape::Square } else { Shape::ALL[round / 2 % Shape::ALL.len()] };
            query.for_each_rim_cell(goal, shape, size.into(), |cell| found.push(cell));
            let is_rim = |&cell: &IVec2| {
                let mut near = CellRect::of_cell(cell).grown(2).cells();
                let is_beside =
                    |&near: &IVec2| shape.distance_squared(cell, near) <= if shape.is_hex() { 1 } else { 2 };
                near.any(|at| is_beside(&at) && !query.is_near(at, goal, shape))
            };
            let all = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x as i32, y as i32)));
            let within: Vec<IVec2> = all.filter(|&cell| query.is_near(cell, goal, shape)).collect();
            assert!(query.cells_of_goal(goal, shape, size).eq(within.iter().copied()));
            let expected: Vec<IVec2> = within.into_iter().filter(is_rim).collect();
            assert_eq!(found, expected, "{range} tiles round {goal} on {size} {shape:?}");
        }
    }

    #[test]
    fn within_a_range_the_cells_of_a_goal_are_those_of_the_map_that_are_near_enough() {
        let size = UVec2::new(4, 3);
        let count = |goal: IVec2, range: f32| {
            PathQuery::new(IVec2::ZERO, goal).within(range).cells_of_goal(goal, Shape::Square, size).count()
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
