//! Weights: what entering a cell costs per unit of step length.

use crate::cost::MAX_WEIGHT;

/// The [weight](crate::PricedGrid::weight) of plain ground (terrain cost 1, no danger). Terrain of cost `n` has the weight
/// `n * PLAIN_WEIGHT`. For an agent of aversion 1, a danger of `n` tiles adds `n * PLAIN_WEIGHT`.
pub const PLAIN_WEIGHT: u32 = 16;

/// The weight of terrain without danger; 0 for a wall.
#[inline]
pub(crate) const fn of_terrain(cost: u16) -> u32 {
    cost as u32 * PLAIN_WEIGHT
}

/// The weight of a cell: the weight of its terrain plus its danger, where the agent's aversion has been applied to each layer. Danger never
/// opens a wall. The sum is limited to [`MAX_WEIGHT`]: such a cell is too costly to enter.
#[inline]
pub(crate) fn of_cell(terrain: u32, danger: impl Iterator<Item = u64>) -> u32 {
    if terrain == 0 {
        return 0;
    }
    (u64::from(terrain) + danger.sum::<u64>()).min(u64::from(MAX_WEIGHT)) as u32
}
