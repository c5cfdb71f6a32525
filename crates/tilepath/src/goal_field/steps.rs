//! The steps from a cell, and the labels that they give it by those of the cells that they enter.

use super::{
    neighbour_labels::{NeighbourLabels, bits},
    queue::LabelledCell,
};
use crate::{
    cost::step_units,
    cost_field::{
        CostField, NeighbourWeights,
        labels::{UNREACHED, WALL},
    },
    ground::{
        Rule,
        directions::{DX, DY, bit},
    },
};
use core::marker::PhantomData;

/// Several steps in one direction, all of them tight: each costs exactly what the labels at its ends differ by.
pub(super) struct TightRun {
    pub(super) steps: usize,
    /// The cost of each of them.
    pub(super) step: u32,
    /// The padded index of the cell that the last one enters.
    pub(super) end: usize,
}

/// The weights of a map with the steps of one diagonal rule.
pub(super) struct FieldSteps<'a, R> {
    weights: &'a CostField,
    lengths: [u64; 2],
    stride: usize,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> FieldSteps<'a, R> {
    pub(super) fn new(weights: &'a CostField) -> Self {
        Self {
            weights,
            lengths: weights.topology().both_lengths().map(u64::from),
            stride: weights.offset(1) as usize,
            rule: PhantomData,
        }
    }

    #[inline]
    fn neighbour(&self, index: usize, direction: usize) -> usize {
        index.wrapping_add_signed(DX[direction] + DY[direction] * self.stride as isize)
    }

    /// The label that a step in a direction gives a cell, by the label of the cell entered.
    #[inline]
    fn through(&self, index: usize, direction: usize, label: u32) -> u64 {
        let weight = self.weights.weight(self.neighbour(index, direction));
        u64::from(label) + step_units(self.lengths[direction / 4], weight)
    }

    /// The label that the best step from a cell gives it; [`UNREACHED`] if none leads on.
    #[inline]
    pub(super) fn offer(&self, labels: &[u32], index: usize) -> u32 {
        let around = NeighbourLabels::<R>::new(labels, index, self.stride);
        let through = |direction| self.through(index, direction, around.label(direction));
        let best = bits(around.reached()).map(through).min();
        best.map_or(UNREACHED, |label| u32::try_from(label).unwrap_or(UNREACHED))
    }

    /// Returns whether a step from a cell still leads on at the cost that its label says.
    #[inline]
    fn is_supported(&self, labels: &[u32], index: usize, label: u32) -> bool {
        let around = NeighbourLabels::<R>::new(labels, index, self.stride);
        bits(around.lower(label))
            .any(|direction| self.through(index, direction, around.label(direction)) <= label.into())
    }

    /// The direction of a tight step from a cell, if there is one.
    ///
    /// The directions to look in after a step in the direction of `arrival` come first, diagonals before straight steps.
    #[inline]
    pub(super) fn tight(&self, labels: &[u32], index: usize, arrival: Option<usize>) -> Option<usize> {
        if labels[index] == UNREACHED || self.weights.weight(index) == 0 {
            return None;
        }
        let is_tight = |&direction: &usize| {
            let label = labels[self.neighbour(index, direction)];
            label != WALL && self.through(index, direction, label) == u64::from(labels[index])
        };
        let worth_it = arrival.map_or(0, |arrival| self.weights.successors(index, arrival));
        bits(worth_it.into()).filter(is_tight).max().or_else(|| {
            let legal = NeighbourWeights::<R>::new(self.weights.nine(index)).legal();
            bits(legal.into()).filter(is_tight).max()
        })
    }

    /// The tight steps in a direction in which the first one is tight, as far as costs are uniform.
    ///
    /// No step costs less than its labels differ by. Therefore all steps to a cell are tight if together they cost what the labels at
    /// both ends differ by. The last such cell is found by doubling the distance, then by bisection.
    pub(super) fn tight_run(&self, labels: &[u32], index: usize, direction: usize) -> TightRun {
        let offset = DX[direction] + DY[direction] * self.stride as isize;
        let at = |steps: usize| index.wrapping_add_signed(offset * steps as isize);
        let step = step_units(self.lengths[direction / 4], self.weights.weight(at(1)));
        let is_tight =
            |steps: usize| u64::from(labels[at(steps)]) + step * steps as u64 == u64::from(labels[index]);
        let (mut tight, mut beyond) = (1, 2);
        if self.weights.has_lines() && !self.weights.weight_and_mixed(index).1 {
            let mut most = self.clear(index, direction);
            beyond = most + 1;
            while is_tight(most) {
                tight = most;
                while most < 2 * tight {
                    let more = self.clear_beyond(at(most), direction);
                    most += more;
                    if more == 0 {
                        break;
                    }
                }
                beyond = most + usize::from(most == tight);
                if most == tight {
                    break;
                }
            }
        }
        while beyond - tight > 1 {
            let middle = tight.midpoint(beyond);
            if is_tight(middle) { tight = middle } else { beyond = middle }
        }
        TightRun { steps: tight, step: step as u32, end: at(tight) }
    }

    /// A number of steps from a cell that is not mixed which are all legal and enter cells of one weight, in a direction in which the
    /// first one is legal.
    fn clear(&self, index: usize, direction: usize) -> usize {
        let (x, y) = self.weights.coordinates(index);
        if direction >= 4 {
            return self.weights.sweep(x, y, direction);
        }
        let (steps, wall) = self.weights.run(x, y, direction);
        steps - usize::from(wall)
    }

    /// The same from a cell at which a run or a sweep in this direction stopped; 0 if it can't continue.
    fn clear_beyond(&self, index: usize, direction: usize) -> usize {
        let goes_on = direction < 4 || self.weights.successors(index, direction) & bit(direction) != 0;
        if goes_on && !self.weights.weight_and_mixed(index).1 { self.clear(index, direction) } else { 0 }
    }

    /// Raises a cell that was taken off the list of the raised ones: calls `raise` for the neighbours that were supported by it alone
    /// and makes them unreached.
    #[inline]
    pub(super) fn raise_dependents(
        &self,
        labels: &mut [u32],
        raised: LabelledCell,
        mut raise: impl FnMut(LabelledCell),
    ) {
        let LabelledCell { label, cell } = raised;
        let index = cell as usize;
        let weight = self.weights.weight(index);
        let sums = self.lengths.map(|length| u64::from(label) + step_units(length, weight));
        for direction in 0..8 {
            let next = self.neighbour(index, direction);
            let known = labels[next];
            // Labels of walls are lower than any sum.
            let may_depend = known != UNREACHED && u64::from(known) >= sums[direction / 4];
            if may_depend && !self.is_supported(labels, next, known) {
                labels[next] = UNREACHED;
                raise(LabelledCell { label: known, cell: next as u32 });
            }
        }
    }

    /// The neighbour to step to by the weights as they are now: of those with a lower label the one on the cheapest path, the first in
    /// the order of directions if several tie. `None` if the cell is not reached.
    #[inline]
    pub(super) fn next(&self, labels: &[u32], index: usize) -> Option<usize> {
        let label = labels[index];
        let around = NeighbourWeights::<R>::new(self.weights.nine(index));
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
