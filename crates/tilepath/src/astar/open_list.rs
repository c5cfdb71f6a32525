//! The open list: generated nodes in the order in which they are to be expanded.

use super::{neighbours::NodeId, node_pool::NodePool};
use crate::cost::Cost;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// A priority queue: lowest f first. Ties go to the greatest g, then to the earliest push, so that the order is the same on every machine.
///
/// f is the exact sum, even if no [`Cost`] can represent it. So where estimates are at their maximum, nodes come in the order of g. A node
/// that is reached again at a lower cost is pushed again. Its older entry has a greater g and is skipped.
#[derive(Clone, Default, Debug)]
pub(super) struct OpenList {
    heap: BinaryHeap<Reverse<OpenEntry>>,
    arrivals: u32,
}

/// 33 bits of f, 32 of the complement of g, 32 of the order of pushes and 28 of the node, the highest bits first.
type OpenEntry = u128;

const NODE_BITS: u32 = NodePool::MAX_NODES.ilog2();
const G_SHIFT: u32 = NODE_BITS + u32::BITS;
const F_SHIFT: u32 = G_SHIFT + u32::BITS;

const fn g_of(entry: OpenEntry) -> Cost {
    Cost::from_units(!((entry >> G_SHIFT) as u32))
}

const fn node_of(entry: OpenEntry) -> NodeId {
    entry as NodeId & (NodePool::MAX_NODES as NodeId - 1)
}

impl OpenList {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
        self.arrivals = 0;
    }

    /// Adds a node with its cost from the start and the estimate of the rest.
    pub(super) fn push(&mut self, node: NodeId, g: Cost, h: Cost) {
        self.arrivals = self.arrivals.wrapping_add(1);
        let f = u64::from(g.units()) + u64::from(h.units());
        let low =
            u128::from(!g.units()) << G_SHIFT | u128::from(self.arrivals) << NODE_BITS | u128::from(node);
        self.heap.push(Reverse(u128::from(f) << F_SHIFT | low));
    }

    /// The next node, with its g at the time of the push.
    pub(super) fn first(&self) -> Option<(NodeId, Cost)> {
        self.heap.peek().map(|&Reverse(entry)| (node_of(entry), g_of(entry)))
    }

    /// Takes the next node off the list.
    pub(super) fn pop(&mut self) {
        self.heap.pop();
    }

    /// Orders all nodes by g alone, as if every estimate had been 0. Drops entries for which `is_current` returns `false`.
    pub(super) fn drop_estimates(&mut self, is_current: impl Fn(NodeId, Cost) -> bool) {
        let mut entries = core::mem::take(&mut self.heap).into_vec();
        entries.retain(|&Reverse(entry)| is_current(node_of(entry), g_of(entry)));
        for Reverse(entry) in &mut entries {
            let low = *entry & ((1 << F_SHIFT) - 1);
            *entry = u128::from(g_of(*entry).units()) << F_SHIFT | low;
        }
        self.heap = entries.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(mut open: OpenList) -> Vec<NodeId> {
        let mut order = Vec::new();
        while let Some((node, _)) = open.first() {
            order.push(node);
            open.pop();
        }
        order
    }

    fn list(entries: impl IntoIterator<Item = (NodeId, u32, u32)>) -> OpenList {
        let mut open = OpenList::default();
        for (node, g, h) in entries {
            open.push(node, Cost::from_units(g), Cost::from_units(h));
        }
        open
    }

    #[test]
    fn order_is_least_f_then_greatest_g_then_first_come() {
        let open = list([(0, 5, 4), (1, 2, 6), (2, 6, 2), (3, 6, 2), (4, 0, 7)]);
        assert_eq!(order(open), [4, 2, 3, 1, 0]);
    }

    #[test]
    fn where_estimates_are_at_their_maximum_the_order_is_that_of_g() {
        let last = NodePool::MAX_NODES as NodeId - 1;
        let open =
            list([(last, 30, u32::MAX), (1, u32::MAX - 1, u32::MAX), (2, 10, u32::MAX), (3, 20, u32::MAX)]);
        assert_eq!(open.first(), Some((2, Cost::from_units(10))));
        assert_eq!(order(open), [2, 3, last, 1]);
    }

    #[test]
    fn without_estimates_what_is_current_comes_in_the_order_of_g() {
        let mut open = list([(0, 9, 0), (1, 8, 1), (2, 7, 20), (3, 7, 3), (4, 1, 90)]);
        open.drop_estimates(|node, g| node != 4 && g != Cost::ZERO);
        assert_eq!(order(open), [2, 3, 1, 0]);
    }
}
