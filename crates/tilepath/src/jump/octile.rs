//! The distance over open ground to one cell.

use crate::{cost::step_units, cost_field::CostField, ground::DiagonalRule};

/// The octile distance at the least cost; with straight steps alone the diagonal counts two of them.
pub(crate) struct Octile {
    goal: (usize, usize),
    straight: u64,
    diagonal: u64,
}

impl Octile {
    pub(super) fn new(field: &CostField, goal: (usize, usize)) -> Self {
        let [straight, diagonal] = steps(field);
        Self { goal, straight, diagonal }
    }

    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize) -> u32 {
        let (dx, dy) = (x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64);
        let units = dx.min(dy) * self.diagonal + dx.abs_diff(dy) * self.straight;
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

/// The least cost of a straight and of a diagonal step, in units.
pub(super) fn steps(field: &CostField) -> [u64; 2] {
    let lengths = field.topology().lengths();
    let straight_only = field.topology().diagonals() == DiagonalRule::Never;
    let diagonal = if straight_only { 2 * lengths.straight() } else { lengths.diagonal() };
    [lengths.straight(), diagonal].map(|length| step_units(length.into(), field.cheapest()))
}
