//! A cell as a jump point search arrives at it.

use crate::{astar::NodeId, cost_field::CostField};

/// A cell by its padded index, the direction that it was arrived at in, and whether it is mixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpNode(pub(super) u32);

const MIXED: u32 = 8;

impl JumpNode {
    /// The key of the cell at padded coordinates.
    #[inline]
    pub(super) fn at(field: &CostField, x: usize, y: usize, arrival: usize) -> Self {
        let node = field.index(x, y) as NodeId;
        if field.is_mixed_at(x, y) { Self::of_mixed(node, arrival) } else { Self::new(node, arrival) }
    }

    /// The key of a node, told the direction that it was arrived at in, or whatever [`JumpNode::bits`] told of it.
    #[inline]
    pub(super) const fn new(node: NodeId, bits: usize) -> Self {
        Self(node << 4 | bits as u32)
    }

    #[inline]
    pub(super) const fn of_mixed(node: NodeId, arrival: usize) -> Self {
        Self(node << 4 | MIXED | arrival as u32)
    }

    /// All but the node, below 16.
    #[inline]
    pub(super) const fn bits(self) -> usize {
        self.0 as usize & 15
    }

    #[inline]
    pub(super) const fn node(self) -> NodeId {
        self.0 >> 4
    }

    #[inline]
    pub(super) const fn arrival(self) -> usize {
        self.0 as usize & 7
    }

    /// The second key that a cell away from mixed cells has: that of its jumps, where it itself is that of its leaps.
    pub(super) const fn of_jumps(self) -> Self {
        Self(self.0 | MIXED)
    }

    /// Whether this is such a second key. No list belongs to a mixed cell.
    pub(super) const fn is_of_jumps(self) -> bool {
        self.is_mixed()
    }

    #[inline]
    pub(super) const fn is_mixed(self) -> bool {
        self.0 & MIXED != 0
    }
}
