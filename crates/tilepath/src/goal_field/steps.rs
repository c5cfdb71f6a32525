//! The legal steps from a cell and what the labels of the cells that they enter say of it.

use super::{
    UNREACHED, WALL,
    queue::{CostQueue, Spot},
};
use crate::{
    cost_field::CostField,
    directions::{DX, DY, bit},
    search::{Around, Rule},
};
use core::marker::PhantomData;

/// The weights of a map with the steps of one diagonal rule.
pub(super) struct Steps<'a, R> {
    weights: &'a CostField,
    straight: u64,
    diagonal: u64,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> Steps<'a, R> {
    pub(super) fn new(weights: &'a CostField) -> Self {
        let lengths = weights.topology().lengths();
        Self {
            weights,
            straight: lengths.straight().into(),
            diagonal: lengths.diagonal().into(),
            rule: PhantomData,
        }
    }

    #[inline]
    fn neighbour(&self, index: usize, direction: usize) -> usize {
        index.wrapping_add_signed(DX[direction] + DY[direction] * self.weights.offset(1))
    }

    /// The legal steps from a cell to cells that are reached, in the order of directions: the cell entered, and the label that it
    /// gives.
    #[inline]
    fn ways(&self, labels: &[u32], index: usize) -> impl Iterator<Item = (usize, u64)> {
        let around = Around::<R>::new(self.weights.nine(index));
        let legal = if self.weights.weight(index) == 0 { 0 } else { around.legal() };
        (0..8).filter(move |direction| legal >> direction & 1 == 1).filter_map(move |direction| {
            let next = self.neighbour(index, direction);
            let length = if direction < 4 { self.straight } else { self.diagonal };
            let step = length * u64::from(around.weight(direction));
            (1..UNREACHED).contains(&labels[next]).then(|| (next, u64::from(labels[next]) + step))
        })
    }

    /// The label that the best step from a cell gives it; [`UNREACHED`] where none leads on.
    #[inline]
    pub(super) fn offer(&self, labels: &[u32], index: usize) -> u32 {
        let best = self.ways(labels, index).map(|(_, label)| label).min();
        best.map_or(UNREACHED, |label| u32::try_from(label).unwrap_or(UNREACHED))
    }

    /// The neighbour to step to: of those with a lower label, the one on the cheapest way. `None` where the cell is not reached.
    #[inline]
    pub(super) fn next(&self, labels: &[u32], index: usize) -> Option<usize> {
        if labels[index] == UNREACHED {
            return None;
        }
        let down = self.ways(labels, index).filter(|&(next, _)| labels[next] < labels[index]);
        down.reduce(|best, other| if other.1 < best.1 { other } else { best }).map(|(next, _)| next)
    }

    /// A neighbour whose label is lower than that of the cell by exactly what the step to it costs, and the direction it lies in.
    ///
    /// Those worth looking at after a step in the direction of `arrival` come first, diagonals before straight steps.
    #[inline]
    pub(super) fn tight(
        &self,
        labels: &[u32],
        index: usize,
        arrival: Option<usize>,
    ) -> Option<(usize, usize)> {
        let label = labels[index];
        if label == UNREACHED {
            return None;
        }
        let worth_it = arrival.map_or(0, |arrival| self.weights.successors(index, arrival));
        self.tight_among(labels, index, worth_it).or_else(|| {
            let legal = Around::<R>::new(self.weights.nine(index)).legal();
            self.tight_among(labels, index, if self.weights.weight(index) == 0 { 0 } else { legal })
        })
    }

    #[inline]
    fn tight_among(&self, labels: &[u32], index: usize, mut directions: u8) -> Option<(usize, usize)> {
        let label = u64::from(labels[index]);
        while directions != 0 {
            let direction = directions.ilog2() as usize;
            directions &= !bit(direction);
            let next = self.neighbour(index, direction);
            let length = if direction < 4 { self.straight } else { self.diagonal };
            let known = labels[next];
            if known != WALL && u64::from(known) + length * u64::from(self.weights.weight(next)) == label {
                return Some((next, direction));
            }
        }
        None
    }

    /// Pushes the neighbours whose label may have come of a step into this cell when it had this label, each with its own.
    #[inline]
    pub(super) fn push_dependents(&self, labels: &[u32], queue: &mut CostQueue, spot: Spot, label: u32) {
        let index = self.weights.index(spot.x(), spot.y());
        let weight = u64::from(self.weights.weight(index));
        let sums = [self.straight, self.diagonal].map(|length| u64::from(label) + length * weight);
        for direction in 0..8 {
            let known = labels[self.neighbour(index, direction)];
            // Of walls the label is lower than any sum.
            if known != UNREACHED && u64::from(known) >= sums[direction / 4] {
                queue.push(known, spot.moved(DX[direction], DY[direction]));
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
