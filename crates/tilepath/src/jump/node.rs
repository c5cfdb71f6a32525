//! The nodes of a jump point search.

use crate::{astar::NodeId, cost_field::CostField};

/// A cell by its padded index, the direction in which the search arrived there, and whether the cell is mixed, in one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpNode(pub(super) u32);

const MIXED: u32 = 8;

impl JumpNode {
    /// The node at padded coordinates.
    #[inline]
    pub(super) fn at(field: &CostField, x: usize, y: usize, arrival: usize) -> Self {
        let node = field.index(x, y) as NodeId;
        if field.is_mixed_at(x, y) { Self::of_mixed(node, arrival) } else { Self::new(node, arrival) }
    }

    /// The node of a cell that is not mixed, by the direction of arrival; or any node, by its [bits](JumpNode::bits).
    #[inline]
    pub(super) const fn new(node: NodeId, bits: usize) -> Self {
        Self(node << 4 | bits as u32)
    }

    #[inline]
    pub(super) const fn of_mixed(node: NodeId, arrival: usize) -> Self {
        Self(node << 4 | MIXED | arrival as u32)
    }

    /// The arrival direction and the mixed bit, below 16.
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

    /// The key of the jumps from this node; the node itself is the key of its leaps. The key has the mixed bit, which no node with a list
    /// has: only nodes on cells that are not mixed have lists. Example: the leaps from cell 7, arrived at eastwards, have the key `7 << 4`,
    /// its jumps the key `7 << 4 | 8`.
    pub(super) const fn of_jumps(self) -> Self {
        Self(self.0 | MIXED)
    }

    /// Returns whether this is the key of jumps, see [`JumpNode::of_jumps`].
    pub(super) const fn is_of_jumps(self) -> bool {
        self.is_mixed()
    }

    #[inline]
    pub(super) const fn is_mixed(self) -> bool {
        self.0 & MIXED != 0
    }
}
