//! The steps from a cell, and the labels that they give the cell.

use super::neighbour_labels::{NeighbourLabels, bits};
use crate::{
    bucket_queue::LabelledCell,
    cost::step_units,
    cost_field::{
        CostField,
        labels::{UNREACHED, WALL},
    },
    ground::{
        Rule,
        directions::{DX, DY},
    },
    undo::CellsMut,
};
use core::marker::PhantomData;

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

    /// The label that a step in a direction gives a cell. `label` is the label of the cell entered.
    #[inline]
    fn through(&self, index: usize, direction: usize, label: u32) -> u64 {
        let weight = self.weights.weight(self.neighbour(index, direction));
        u64::from(label) + step_units(self.lengths[direction / 4], weight)
    }

    /// The labels that the steps over links give a cell which lead to labels lower than `than`.
    #[inline]
    fn over_links(&self, labels: &[u32], index: usize, than: u32) -> impl Iterator<Item = u64> {
        self.links_down(labels, index, than).map(|(_, through)| through)
    }

    /// The cells with a label lower than `than` to which links lead from a cell, with the labels that these steps give the cell.
    #[inline]
    fn links_down(&self, labels: &[u32], index: usize, than: u32) -> impl Iterator<Item = (usize, u64)> {
        self.weights.crossings_out_of(index).iter().filter_map(move |crossing| {
            let label = labels[crossing.to as usize];
            let units = self.weights.crossing_units(crossing).filter(|_| (1..than).contains(&label))?;
            Some((crossing.to as usize, u64::from(label) + units))
        })
    }

    /// The directions of the legal steps from a cell to neighbours whose label is lower than `than`.
    #[inline]
    fn lower(&self, around: &NeighbourLabels<R>, index: usize, than: u32) -> u32 {
        match self.weights.has_walled_edges() {
            true => around.lower_past(than, self.weights.leaving(index)),
            false => around.lower(than),
        }
    }

    /// The label that the best step gives a cell (`rhs` in D* Lite); [`UNREACHED`] if no step leads on.
    #[inline]
    pub(super) fn offer(&self, labels: &[u32], index: usize) -> u32 {
        let around = NeighbourLabels::<R>::new(labels, index, self.stride);
        let through = |direction| self.through(index, direction, around.label(direction));
        let best = bits(self.lower(&around, index, UNREACHED))
            .map(through)
            .chain(self.over_links(labels, index, UNREACHED))
            .min();
        best.map_or(UNREACHED, |label| u32::try_from(label).unwrap_or(UNREACHED))
    }

    /// Returns whether a step from a cell still supports its label: the path over this step costs no more.
    #[inline]
    fn is_supported(&self, labels: &[u32], index: usize, label: u32) -> bool {
        let around = NeighbourLabels::<R>::new(labels, index, self.stride);
        bits(self.lower(&around, index, label))
            .map(|direction| self.through(index, direction, around.label(direction)))
            .chain(self.over_links(labels, index, label))
            .any(|through| through <= label.into())
    }

    /// Calls `raise` for the neighbours that only a raised cell supported, and makes them unreached.
    #[inline]
    pub(super) fn raise_dependents(
        &self,
        labels: &mut CellsMut<'_, u32>,
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
                labels.set(next, UNREACHED);
                raise(LabelledCell { label: known, cell: next as u32 });
            }
        }
        for crossing in self.weights.crossings_into(index) {
            let next = crossing.from as usize;
            let known = labels[next];
            let may_depend = !matches!(known, WALL | UNREACHED) && known > label;
            if may_depend && !self.is_supported(labels, next, known) {
                labels.set(next, UNREACHED);
                raise(LabelledCell { label: known, cell: next as u32 });
            }
        }
    }

    /// The neighbour to step to, at the present weights: of the neighbours with a lower label, the one on the cheapest path. Ties go to the
    /// first in the order of directions. `None` if the cell is not reached.
    #[inline]
    pub(super) fn next(&self, labels: &[u32], index: usize) -> Option<usize> {
        let label = labels[index];
        if label == UNREACHED || self.weights.weight(index) == 0 {
            return None;
        }
        let lower = |&direction: &usize| (1..label).contains(&labels[self.neighbour(index, direction)]);
        let down = bits(self.weights.legal::<R>(index).into()).filter(lower);
        let on_foot = down.map(|direction| {
            let next = self.neighbour(index, direction);
            (next, self.through(index, direction, labels[next]))
        });
        let best = on_foot.chain(self.links_down(labels, index, label)).min_by_key(|&(_, through)| through);
        best.map(|(next, _)| next)
    }
}
