//! The steps round a cell as a goal field takes them: back from the goals, each priced by the cell that it enters.

use super::{UNREACHED, queue::CostQueue};
use crate::{
    cost_field::CostField,
    search::{Around, Rule},
};
use core::marker::PhantomData;

/// The weights of a map with the steps of one diagonal rule.
pub(super) struct Steps<'a, R> {
    weights: &'a CostField,
    straight: u64,
    diagonal: u64,
    /// How the padded index changes by a step in each direction.
    offsets: [isize; 8],
    rule: PhantomData<R>,
}

impl<'a, R: Rule> Steps<'a, R> {
    pub(super) fn new(weights: &'a CostField) -> Self {
        let lengths = weights.topology().lengths();
        let [east, north, west, south] = [0, 1, 2, 3].map(|direction| weights.offset(direction));
        Self {
            weights,
            straight: lengths.straight().into(),
            diagonal: lengths.diagonal().into(),
            offsets: [east, north, west, south, north + east, north + west, south + west, south + east],
            rule: PhantomData,
        }
    }

    #[inline]
    fn neighbour(&self, cell: usize, direction: usize) -> usize {
        cell.wrapping_add_signed(self.offsets[direction])
    }

    /// The legal steps from a cell, best first by the cost that they lead to, then in the order of directions: the cell entered and
    /// the cost of the whole way through it.
    #[inline]
    fn ways(&self, costs: &[u32], cell: usize) -> impl Iterator<Item = (usize, u64)> {
        let around = Around::<R>::new(self.weights, cell);
        let legal = if self.is_free(cell) { around.legal() } else { 0 };
        (0..8).filter(move |direction| legal >> direction & 1 == 1).filter_map(move |direction| {
            let next = self.neighbour(cell, direction);
            let length = if direction < 4 { self.straight } else { self.diagonal };
            let step = length * u64::from(around.weight(direction));
            (costs[next] != UNREACHED).then(|| (next, u64::from(costs[next]) + step))
        })
    }

    #[inline]
    pub(super) fn is_free(&self, cell: usize) -> bool {
        self.weights.weight(cell) != 0
    }

    /// The cost of a cell as its neighbours have it; [`UNREACHED`] where none leads on.
    #[inline]
    pub(super) fn offer(&self, costs: &[u32], cell: usize) -> u32 {
        let best = self.ways(costs, cell).map(|(_, cost)| cost).min();
        best.map_or(UNREACHED, |cost| u32::try_from(cost).unwrap_or(UNREACHED))
    }

    /// The neighbour to step to: of those that cost less than the cell, the one on the cheapest way. None where the cell has no cost.
    #[inline]
    pub(super) fn next(&self, costs: &[u32], cell: usize) -> Option<usize> {
        if costs[cell] == UNREACHED {
            return None;
        }
        let down = self.ways(costs, cell).filter(|&(next, _)| costs[next] < costs[cell]);
        down.reduce(|best, other| if other.1 < best.1 { other } else { best }).map(|(next, _)| next)
    }

    /// The costs of a straight and of a diagonal step into a cell, added to a cost.
    #[inline]
    fn sums(&self, cell: usize, cost: u32) -> [u32; 2] {
        let weight = u64::from(self.weights.weight(cell));
        [self.straight, self.diagonal]
            .map(|length| u32::try_from(u64::from(cost) + length * weight).unwrap_or(UNREACHED))
    }

    /// Lowers the neighbours of a cell of this cost and pushes those that became cheaper.
    #[inline]
    pub(super) fn relax(&self, costs: &mut [u32], queue: &mut CostQueue, cell: usize, cost: u32) {
        let sums = self.sums(cell, cost);
        let mut left = Around::<R>::new(self.weights, cell).legal();
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            let (next, sum) = (self.neighbour(cell, direction), sums[direction / 4]);
            if sum < costs[next] {
                costs[next] = sum;
                queue.push(sum, next as u32);
            }
        }
    }

    /// Pushes the neighbours whose cost may have come of a step into this cell at this cost, each with its own.
    #[inline]
    pub(super) fn push_dependents(&self, costs: &[u32], queue: &mut CostQueue, cell: usize, cost: u32) {
        if !self.is_free(cell) {
            // Only an edit can have made it a wall, and round an edit every cell is looked at.
            return;
        }
        let sums = self.sums(cell, cost);
        for direction in 0..8 {
            let next = self.neighbour(cell, direction);
            if costs[next] != UNREACHED && costs[next] >= sums[direction / 4] {
                queue.push(costs[next], next as u32);
            }
        }
    }
}

/// Calls a function for the [`Rule`] of a map.
macro_rules! by_rule {
    ($weights:expr, $function:ident($($argument:expr),*)) => {
        match $weights.topology().diagonals() {
            $crate::topology::DiagonalRule::Never => $function::<$crate::search::Never>($($argument),*),
            $crate::topology::DiagonalRule::OnlyWhenNoObstacles => {
                $function::<$crate::search::OnlyWhenNoObstacles>($($argument),*)
            }
            $crate::topology::DiagonalRule::IfAtMostOneObstacle => {
                $function::<$crate::search::IfAtMostOneObstacle>($($argument),*)
            }
            $crate::topology::DiagonalRule::Always => $function::<$crate::search::Always>($($argument),*),
        }
    };
}
pub(super) use by_rule;
