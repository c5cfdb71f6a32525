//! Goals near each other, looked up along rows and columns.

use super::octagon::Octagon;
use crate::{
    cost_field::CostField,
    ground::directions::{DX, DY, bit},
};
use core::ops::Range;

/// Goals near each other, at padded coordinates.
#[derive(Clone, Debug)]
pub(crate) struct GoalGroup {
    /// The positions of these goals in the list of all goals.
    places: Range<u32>,
    /// The least and the greatest column and row.
    min: [u32; 2],
    max: [u32; 2],
    /// A lower bound on the cost to the nearest goal.
    pub(super) octagon: Octagon,
    /// The columns of the goals in each row, and the rows of the goals in each column. Empty for a single goal.
    lines: GoalLines,
}

impl GoalGroup {
    /// A group of the goals at `places` in the list `cells` of all goals. There must be at least one, and they must be sorted row by row.
    pub(super) fn new(field: &CostField, cells: &[[u32; 2]], places: Range<usize>) -> Self {
        let cells = &cells[places.clone()];
        let octagon = Octagon::new(field, cells);
        let (min, max) = rect(cells);
        let lines = if cells.len() > 1 { GoalLines::new(cells, min, max) } else { GoalLines::default() };
        Self { places: places.start as u32..places.end as u32, min, max, octagon, lines }
    }

    /// The positions of these goals in the list of all goals.
    pub(super) const fn places(&self) -> Range<usize> {
        self.places.start as usize..self.places.end as usize
    }

    /// The goal, if the group has only one.
    #[inline]
    pub(super) const fn single(&self) -> Option<(usize, usize)> {
        if self.places.end - self.places.start == 1 {
            Some((self.min[0] as usize, self.min[1] as usize))
        } else {
            None
        }
    }

    /// The least and the greatest column (axis 0) or row (axis 1).
    #[inline]
    pub(super) const fn span(&self, axis: usize) -> (usize, usize) {
        (self.min[axis] as usize, self.max[axis] as usize)
    }

    /// The distance to the rectangle around the goals, along rows and along columns; 0 within its columns and rows.
    #[inline]
    pub(super) fn apart(&self, (x, y): (usize, usize)) -> (usize, usize) {
        let along = |at: usize, axis: usize| {
            let (min, max) = self.span(axis);
            min.saturating_sub(at).max(at.saturating_sub(max))
        };
        (along(x, 0), along(y, 1))
    }

    /// The directions that do not lead away from the columns or the rows of the group, as a set of bits.
    pub(super) fn ahead(&self, (x, y): (usize, usize)) -> u8 {
        let leads_away = |at: usize, axis: usize, step: isize| {
            let (min, max) = self.span(axis);
            at < min && step < 0 || at > max && step > 0
        };
        let is_ahead =
            |&direction: &usize| !leads_away(x, 0, DX[direction]) && !leads_away(y, 1, DY[direction]);
        (0..8).filter(is_ahead).fold(0, |set, direction| set | bit(direction))
    }

    /// The number of steps to the first goal in a straight direction, from a row or column of the group; 0 at a goal. The group must have
    /// several goals.
    #[inline]
    pub(super) fn steps(&self, (x, y): (usize, usize), direction: usize) -> Option<usize> {
        let (line, at) = if along_row(direction) {
            (y - self.min[1] as usize, x)
        } else {
            // The list of rows has one more entry: where the last row ends.
            let rows = (self.max[1] - self.min[1]) as usize + 2;
            (rows + x - self.min[0] as usize, y)
        };
        self.lines.ahead(line, at as u32, direction < 2).map(|goal| at.abs_diff(goal as usize))
    }
}

/// The least and the greatest coordinates of some cells.
pub(super) fn rect(cells: &[[u32; 2]]) -> ([u32; 2], [u32; 2]) {
    cells.iter().fold(([u32::MAX; 2], [0; 2]), |(min, max), &[x, y]| {
        ([min[0].min(x), min[1].min(y)], [max[0].max(x), max[1].max(y)])
    })
}

/// Returns whether a straight direction leads along a row.
#[inline]
pub(super) const fn along_row(direction: usize) -> bool {
    direction & 1 == 0
}

/// The places of goals along rows and along columns, in one list.
#[derive(Clone, Default, Debug)]
struct GoalLines(
    /// Where the places of each row begin, and where the last row ends; then the same for columns; then the places, ascending along each
    /// line.
    Vec<u32>,
);

impl GoalLines {
    /// Indexes goals that are sorted row by row. `min` and `max` are their least and greatest coordinates.
    fn new(goals: &[[u32; 2]], min: [u32; 2], max: [u32; 2]) -> Self {
        let [columns, rows] = [0, 1].map(|axis| (max[axis] - min[axis]) as usize + 2);
        let mut list = vec![0; columns + rows + 2 * goals.len()];
        let (starts, places) = list.split_at_mut(rows + columns);
        let (of_rows, of_columns) = starts.split_at_mut(rows);
        let (along_rows, along_columns) = places.split_at_mut(goals.len());
        let begin = (rows + columns) as u32;
        fill(of_rows, along_rows, begin, goals.iter().map(|&[x, y]| [y - min[1], x]));
        let begin = begin + goals.len() as u32;
        fill(of_columns, along_columns, begin, goals.iter().map(|&[x, y]| [x - min[0], y]));
        Self(list)
    }

    /// The first goal along a line, from place `at` on.
    #[inline]
    fn ahead(&self, line: usize, at: u32, up: bool) -> Option<u32> {
        let places = &self.0[self.0[line] as usize..self.0[line + 1] as usize];
        if up {
            places.iter().copied().find(|&place| place >= at)
        } else {
            places.iter().copied().rev().find(|&place| place <= at)
        }
    }
}

/// Sorts goals, given as (line, place), by line. `starts` becomes the index of the first place of each line, counted from `begin`.
fn fill(starts: &mut [u32], places: &mut [u32], begin: u32, goals: impl Iterator<Item = [u32; 2]> + Clone) {
    goals.clone().for_each(|[line, _]| starts[line as usize + 1] += 1);
    (1..starts.len()).for_each(|line| starts[line] += starts[line - 1]);
    // While a line is filled, its start moves on to the start of the next line.
    for [line, place] in goals {
        let next = &mut starts[line as usize];
        places[*next as usize] = place;
        *next += 1;
    }
    starts.rotate_right(1);
    starts[0] = 0;
    starts.iter_mut().for_each(|start| *start += begin);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, Grid, Topology},
        map::NavMap,
    };

    #[test]
    fn the_first_goal_ahead_is_the_one_that_steps_come_to() {
        let mut random = fastrand::Rng::with_seed(32);
        let profile = CostProfile::default();
        let mut map = NavMap::new(Grid::new([30, 30].into(), 1).unwrap(), Topology::default());
        map.prepare(&profile);
        let field = map.cost_field(&profile).unwrap();
        for _ in 0..500 {
            let side = random.u32(1..12);
            let mut cells: Vec<[u32; 2]> =
                (0..random.usize(2..20)).map(|_| [3 + random.u32(..side), 5 + random.u32(..side)]).collect();
            cells.sort_unstable_by_key(|&[x, y]| [y, x]);
            cells.dedup();
            let group = GoalGroup::new(field, &cells, 0..cells.len());
            let is_goal = |x: usize, y: usize| cells.contains(&[x as u32, y as u32]);
            assert_eq!(group.single().is_some(), cells.len() == 1);
            if cells.len() == 1 {
                continue;
            }
            for _ in 0..40 {
                let direction = random.usize(..4);
                let (mut x, mut y) = (random.usize(1..20), random.usize(1..20));
                if along_row(direction) {
                    y = random.usize(group.span(1).0..=group.span(1).1);
                } else {
                    x = random.usize(group.span(0).0..=group.span(0).1);
                }
                let ahead = |steps: &usize| {
                    let by = *steps as isize;
                    is_goal(
                        x.wrapping_add_signed(DX[direction] * by),
                        y.wrapping_add_signed(DY[direction] * by),
                    )
                };
                assert_eq!(group.steps((x, y), direction), (0..40).find(ahead));
            }
        }
    }
}
