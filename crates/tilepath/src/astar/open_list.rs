//! The open list: generated nodes in the order in which they are to be expanded.

use super::neighbours::NodeId;
use crate::cost::Cost;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// A priority queue by least f, then greatest g, then earliest arrival, which makes the order total and the same everywhere.
///
/// A node that is reached again more cheaply is pushed again; its older entry is known by its greater g.
#[derive(Clone, Default, Debug)]
pub(super) struct OpenList {
    heap: BinaryHeap<Reverse<OpenEntry>>,
    arrivals: u32,
}

/// Ordered field by field: f, then the complement of g, then arrival.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct OpenEntry {
    f: Cost,
    inverse_g: u32,
    arrival: u32,
    node: NodeId,
}

impl OpenList {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
        self.arrivals = 0;
    }

    pub(super) fn push(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.arrivals = self.arrivals.wrapping_add(1);
        self.heap.push(Reverse(OpenEntry { f, inverse_g: !g.units(), arrival: self.arrivals, node }));
    }

    /// The next node with the g that it was pushed with and its f.
    pub(super) fn first(&self) -> Option<(NodeId, Cost, Cost)> {
        self.heap.peek().map(|Reverse(entry)| (entry.node, Cost::from_units(!entry.inverse_g), entry.f))
    }

    /// Takes the next node off the list.
    pub(super) fn pop(&mut self) {
        self.heap.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_least_f_then_greatest_g_then_first_come() {
        let mut open = OpenList::default();
        let cost = Cost::from_units;
        for (node, g, f) in [(0, 5, 9), (1, 2, 8), (2, 6, 8), (3, 6, 8), (4, 0, 7)] {
            open.push(node, cost(g), cost(f));
        }
        let order: Vec<NodeId> = core::iter::from_fn(|| {
            let (node, ..) = open.first()?;
            open.pop();
            Some(node)
        })
        .collect();
        assert_eq!(order, [4, 2, 3, 1, 0]);
    }
}
