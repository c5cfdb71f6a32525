//! The length of steps in the distances of landmarks.

use crate::{
    cost_field::{CostField, NeighbourWeights},
    ground::{
        PLAIN_WEIGHT, Rule, Topology,
        directions::{DX, DY},
    },
};

/// The greatest distance. Longer distances count as this one.
pub(super) const UNKNOWN: u32 = i32::MAX as u32;

/// The unit of distances, and the lengths of steps.
///
/// A step counts by the mean of both weights. A diagonal step counts a bit less: by its cost at the lower weight, plus half a straight step
/// at the difference of the weights. Both lengths are the same in both directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metric {
    /// The lengths of a straight and of a diagonal step. A step of length 1 between two cells of weight 1 has a distance of 2.
    lengths: [u32; 2],
    /// What a distance of 1 stands for, in half cost units. More than 1 if all steps are equally long.
    unit: u32,
}

impl Metric {
    pub(super) const fn of(topology: Topology) -> Self {
        if topology.shape().is_hex() {
            Self { lengths: [1, 1], unit: topology.lengths().straight() }
        } else {
            Self { lengths: topology.both_lengths(), unit: 1 }
        }
    }

    /// What a distance of 1 stands for, in half cost units.
    pub(super) const fn unit(self) -> u32 {
        self.unit
    }

    /// The length of a straight step between two cells of plain ground.
    pub(super) const fn tile(self) -> u32 {
        self.lengths[0].saturating_mul(2 * PLAIN_WEIGHT)
    }

    /// The length of a step over a link between cells of these weights: that of a straight step, and what the link itself costs.
    fn over_link(self, extra: u32, here: u32, there: u32) -> u32 {
        let straight = u64::from(self.lengths[0]) * (u64::from(here) + u64::from(there));
        (straight + 2 * u64::from(extra) / u64::from(self.unit)).min(u64::from(UNKNOWN)) as u32
    }

    /// The length of a step in a direction between cells of these weights.
    #[inline(always)]
    fn length(self, direction: usize, here: u32, there: u32) -> u32 {
        let [straight, diagonal] = self.lengths.map(u64::from);
        let (light, heavy) = (u64::from(here.min(there)), u64::from(here.max(there)));
        let to_light = if direction < 4 { straight } else { 2 * diagonal - straight };
        (to_light * light + straight * heavy).min(u64::from(UNKNOWN)) as u32
    }
}

/// Calls a function with each cell that a legal step leads to from the cell at a padded index, and the length of the step, at most
/// [`UNKNOWN`]. Distances are the same in both directions, so a link counts as if it led both ways, and a
/// one-way step, too: this keeps them lower bounds.
#[inline(always)]
pub(super) fn for_each_step<R: Rule>(
    field: &CostField,
    metric: Metric,
    cell: usize,
    mut step: impl FnMut(usize, u32),
) {
    let stride = field.offset(1);
    let here = field.weight(cell);
    if here == 0 {
        return;
    }
    let around = NeighbourWeights::<R>::new(field.nine(cell));
    let mut legal = match field.has_walled_edges() {
        true => field.legal_either_way::<R>(cell),
        false => around.legal(),
    };
    while legal != 0 {
        let direction = legal.trailing_zeros() as usize;
        legal &= legal - 1;
        let next = cell.wrapping_add_signed(DX[direction] + DY[direction] * stride);
        step(next, metric.length(direction, here, around.weight(direction)));
    }
    if field.has_crossings() {
        for crossing in field.crossings_at(cell) {
            let other = if crossing.from as usize == cell { crossing.to } else { crossing.from } as usize;
            let there = field.weight(other);
            if there != 0 {
                step(other, metric.over_link(crossing.extra, here, there));
            }
        }
    }
}
