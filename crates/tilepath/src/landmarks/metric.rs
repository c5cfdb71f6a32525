//! What the length of a step is.

use crate::{
    cost_field::{CostField, NeighbourWeights},
    ground::{
        PLAIN_WEIGHT, Rule, Topology,
        directions::{DX, DY},
    },
};

/// The greatest distance; what is further counts as being just there.
pub(super) const UNKNOWN: u32 = i32::MAX as u32;

/// What distances are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metric {
    /// Halves of cost units, for steps of these lengths, straight and diagonal. A step counts by the mean of the two weights, a diagonal step
    /// by a bit less: by what it costs to the lower weight, and half a straight step of the difference. That is the same both ways.
    Costs([u32; 2]),
    /// Between hexagons, where all steps are equally long: weights without so many of their lowest bits. A step counts by the cell that it
    /// enters. The distance the other way differs by the weights of the two ends, and that is all. Such distances fit in two bytes.
    Weights(u32),
}

/// Terrain weighs some whole tiles as a rule, and loses nothing without so many bits.
const MOST_SHIFT: u32 = PLAIN_WEIGHT.ilog2();
/// The greatest distance from the first landmark for which two bytes are enough: other distances may be somewhat greater.
const FAR: u32 = 7 << 13;

impl Metric {
    /// The metric to try first.
    pub(super) const fn new(topology: Topology) -> Self {
        if topology.shape().is_hex() { Self::Weights(0) } else { Self::Costs(topology.both_lengths()) }
    }

    /// The metric to measure by instead if the first landmark is as far as this from a cell; `None` if this one is right.
    pub(super) fn coarser(self, far: u32, topology: Topology) -> Option<Self> {
        let Self::Weights(shift) = self else { return None };
        if far <= FAR {
            return None;
        }
        let shift = (shift + 1..=MOST_SHIFT).find(|next| far >> (next - shift) <= FAR);
        Some(shift.map_or(Self::Costs(topology.both_lengths()), Self::Weights))
    }

    /// The length of a straight step between two cells of the weight of a tile.
    pub(super) const fn tile(self) -> u32 {
        match self {
            Self::Costs([straight, _]) => straight.saturating_mul(2 * PLAIN_WEIGHT),
            Self::Weights(shift) => PLAIN_WEIGHT >> shift,
        }
    }

    /// The length of a step in a direction between cells of these weights, and of the step back.
    #[inline(always)]
    fn lengths(self, direction: usize, here: u32, there: u32) -> [u32; 2] {
        match self {
            Self::Costs(lengths) => {
                let [straight, diagonal] = lengths.map(u64::from);
                let (light, heavy) = (u64::from(here.min(there)), u64::from(here.max(there)));
                let to_light = if direction < 4 { straight } else { 2 * diagonal - straight };
                let twice = to_light * light + straight * heavy;
                [twice.min(u64::from(UNKNOWN)) as u32; 2]
            }
            Self::Weights(shift) => [there >> shift, here >> shift],
        }
    }
}

/// Calls a function with each cell that a legal step leads to from the cell at a padded index, and the lengths of the step there and of
/// that back, at most [`UNKNOWN`].
#[inline(always)]
pub(super) fn for_each_step<R: Rule>(
    field: &CostField,
    metric: Metric,
    cell: usize,
    mut step: impl FnMut(usize, [u32; 2]),
) {
    let stride = field.offset(1);
    let here = field.weight(cell);
    if here == 0 {
        return;
    }
    let around = NeighbourWeights::<R>::new(field.nine(cell));
    let mut legal = around.legal();
    while legal != 0 {
        let direction = legal.trailing_zeros() as usize;
        legal &= legal - 1;
        let next = cell.wrapping_add_signed(DX[direction] + DY[direction] * stride);
        step(next, metric.lengths(direction, here, around.weight(direction)));
    }
}
