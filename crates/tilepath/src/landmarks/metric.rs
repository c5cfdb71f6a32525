//! Lengths of steps that are the same in both directions.

use crate::{
    cost_field::{CostField, NeighbourWeights},
    ground::{
        Rule,
        directions::{DX, DY},
    },
};

/// The greatest distance; what is further counts as being just there.
pub(super) const UNKNOWN: u32 = i32::MAX as u32;

/// Calls a function with each cell that a legal step leads to from the cell at a padded index, and the length of the step, in halves of
/// cost units and at most [`UNKNOWN`].
///
/// A step costs by the cell that it enters, and counts here by the mean of the two weights, a diagonal step by a bit less: by what it
/// costs to the lower weight, and half a straight step of the difference.
#[inline(always)]
pub(super) fn for_each_step<R: Rule>(field: &CostField, cell: usize, mut step: impl FnMut(usize, u32)) {
    let [straight, diagonal] = field.topology().both_lengths().map(u64::from);
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
        let there = around.weight(direction);
        let (light, heavy) = (u64::from(here.min(there)), u64::from(here.max(there)));
        let to_light = if direction < 4 { straight } else { 2 * diagonal - straight };
        let twice = to_light * light + straight * heavy;
        let next = cell.wrapping_add_signed(DX[direction] + DY[direction] * stride);
        step(next, twice.min(u64::from(UNKNOWN)) as u32);
    }
}
