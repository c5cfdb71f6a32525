//! The steps from a cell and what the labels of the cells that they enter say of it.

use super::{
    UNREACHED, WALL,
    around::{AroundLabels, bits},
    queue::{Entry, Spot},
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
    lengths: [u64; 2],
    stride: usize,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> Steps<'a, R> {
    pub(super) fn new(weights: &'a CostField) -> Self {
        let lengths = weights.topology().lengths();
        Self {
            weights,
            lengths: [lengths.straight().into(), lengths.diagonal().into()],
            stride: weights.offset(1) as usize,
            rule: PhantomData,
        }
    }

    #[inline]
    fn neighbour(&self, index: usize, direction: usize) -> usize {
        index.wrapping_add_signed(DX[direction] + DY[direction] * self.stride as isize)
    }

    /// The label that a step in a direction gives a cell, told the label of the cell entered.
    #[inline]
    fn through(&self, index: usize, direction: usize, label: u32) -> u64 {
        let weight = self.weights.weight(self.neighbour(index, direction));
        u64::from(label) + self.lengths[direction / 4] * u64::from(weight)
    }

    /// The label that the best step from a cell gives it; [`UNREACHED`] where none leads on.
    #[inline]
    pub(super) fn offer(&self, labels: &[u32], index: usize) -> u32 {
        let around = AroundLabels::<R>::new(labels, index, self.stride);
        let through = |direction| self.through(index, direction, around.label(direction));
        let best = bits(around.reached()).map(through).min();
        best.map_or(UNREACHED, |label| u32::try_from(label).unwrap_or(UNREACHED))
    }

    /// Whether a step from a cell still leads on at the cost that its label says.
    #[inline]
    fn is_supported(&self, labels: &[u32], index: usize, label: u32) -> bool {
        let around = AroundLabels::<R>::new(labels, index, self.stride);
        bits(around.lower(label))
            .any(|direction| self.through(index, direction, around.label(direction)) <= label.into())
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
        if labels[index] == UNREACHED {
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
            let known = labels[next];
            if known != WALL && self.through(index, direction, known) == label {
                return Some((next, direction));
            }
        }
        None
    }

    /// Raises a cell that was taken off the list of the raised ones: calls `raise` for the neighbours that were supported by it alone
    /// and makes them unreached.
    #[inline]
    pub(super) fn raise_dependents(&self, labels: &mut [u32], raised: Entry, mut raise: impl FnMut(Entry)) {
        let Entry { label, spot } = raised;
        let index = self.weights.index(spot.x(), spot.y());
        let weight = u64::from(self.weights.weight(index));
        let sums = self.lengths.map(|length| u64::from(label) + length * weight);
        for direction in 0..8 {
            let next = self.neighbour(index, direction);
            let known = labels[next];
            // Labels of walls are lower than any sum.
            let may_depend = known != UNREACHED && u64::from(known) >= sums[direction / 4];
            if may_depend && !self.is_supported(labels, next, known) {
                labels[next] = UNREACHED;
                raise(Entry { label: known, spot: spot.moved(DX[direction], DY[direction]) });
            }
        }
    }

    /// The neighbour to step to by the weights as they are now: of those with a lower label the one on the cheapest way, the first in
    /// the order of directions where several tie. `None` where the cell is not reached.
    #[inline]
    pub(super) fn next(&self, labels: &[u32], index: usize) -> Option<usize> {
        let label = labels[index];
        let around = Around::<R>::new(self.weights.nine(index));
        if label == UNREACHED || self.weights.weight(index) == 0 {
            return None;
        }
        let lower = |&direction: &usize| (1..label).contains(&labels[self.neighbour(index, direction)]);
        let down = bits(around.legal().into()).filter(lower);
        let best = down.min_by_key(|&direction| {
            self.through(index, direction, labels[self.neighbour(index, direction)])
        });
        best.map(|direction| self.neighbour(index, direction))
    }
}

/// The spot of a padded index.
pub(super) fn spot(weights: &CostField, index: usize) -> Spot {
    let (x, y) = weights.coordinates(index);
    Spot::new(x, y)
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
