//! The distance over open ground to one cell.

use crate::{
    cost::step_units,
    cost_field::CostField,
    ground::{DiagonalRule, Moves},
};

/// The octile distance at the least cost. Without diagonal steps, a diagonal counts as two straight steps. On hexagons, a diagonal counts
/// as one step or two.
pub(crate) struct Octile {
    goal: (usize, usize),
    straight: u64,
    /// The cost of a diagonal on which x and y rise together, and of the other diagonal.
    diagonals: [u64; 2],
    /// What a diagonal step saves against two straight steps, on squares.
    saved: u64,
}

impl Octile {
    /// The same distance to another cell.
    #[inline]
    pub(super) const fn to(&self, goal: (usize, usize)) -> Self {
        Self { goal, ..*self }
    }

    pub(super) fn new(field: &CostField, goal: (usize, usize)) -> Self {
        let [straight, diagonal] = steps(field);
        let rising = if field.topology().shape().is_hex() { 2 * straight } else { diagonal };
        Self { goal, straight, diagonals: [rising, diagonal], saved: 2 * straight - diagonal }
    }

    #[inline(always)]
    pub(super) fn of(&self, x: usize, y: usize) -> u32 {
        let (dx, dy) = (x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64);
        let diagonal = self.diagonals[usize::from((x < self.goal.0) != (y < self.goal.1))];
        let units = dx.min(dy) * diagonal + dx.abs_diff(dy) * self.straight;
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// The distance from one cell to another, at padded coordinates.
    #[inline(always)]
    pub(super) fn between(&self, [x, y]: [u32; 2], to: [u32; 2]) -> u32 {
        self.to((to[0] as usize, to[1] as usize)).of(x as usize, y as usize)
    }

    /// The same between coordinates as numbers of 32 bits, rounded. Of these, processors find several at a time.
    #[inline(always)]
    pub(super) fn rounded(&self, [x, y]: [f32; 2], to: [f32; 2]) -> f32 {
        let (dx, dy) = (x - to[0], y - to[1]);
        let [rising, falling] = self.diagonals.map(|units| units as f32);
        let diagonal = if dx * dy < 0.0 { falling } else { rising };
        let (dx, dy) = (dx.abs(), dy.abs());
        let least = if dx < dy { dx } else { dy };
        least * diagonal + (dx + dy - least - least) * self.straight as f32
    }

    /// The distance on hexagons, which may exceed `u32`.
    #[inline(always)]
    pub(super) fn of_hex(&self, x: usize, y: usize) -> u64 {
        let (dx, dy) = (x as isize - self.goal.0 as isize, y as isize - self.goal.1 as isize);
        let steps = dx.unsigned_abs().max(dy.unsigned_abs()).max((dx + dy).unsigned_abs());
        steps as u64 * self.straight
    }

    /// The distance on squares, which may exceed `u32`.
    #[inline(always)]
    pub(super) fn of_square(&self, x: usize, y: usize) -> u64 {
        let (dx, dy) = (x.abs_diff(self.goal.0) as u64, y.abs_diff(self.goal.1) as u64);
        // The cost of straight steps alone, minus what the diagonal steps save.
        (dx + dy) * self.straight - dx.min(dy) * self.saved
    }
}

/// The least cost of a straight and of a diagonal step, in units.
pub(super) fn steps(field: &CostField) -> [u64; 2] {
    let [straight, diagonal] = field.topology().both_lengths();
    let straight_only = field.topology().moves() == Moves::Square(DiagonalRule::Never);
    let diagonal = if straight_only { 2 * straight } else { diagonal };
    [straight, diagonal].map(|length| step_units(length.into(), field.cheapest()))
}
