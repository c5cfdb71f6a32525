//! What a search knows of each node, kept from search to search without clearing.

use crate::{cost::Cost, neighbours::NodeId};

/// The cheapest cost to each node so far, the node it was reached from, and in which direction.
///
/// Each search has a generation; a node of an older generation counts as never reached, so that nothing is cleared.
#[derive(Clone, Default, Debug)]
pub(super) struct NodePool {
    nodes: Vec<Node>,
    generation: u32,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    g: Cost,
    parent: NodeId,
    /// The generation, and below it four bits for the direction.
    stamp: u32,
}

const DIRECTION_BITS: u32 = 4;

impl NodePool {
    /// Forgets all nodes and makes room for `count`.
    pub(super) fn reset(&mut self, count: usize) {
        if self.nodes.len() < count {
            self.nodes.resize(count, Node::default());
        }
        self.generation += 1;
        if self.generation >> (u32::BITS - DIRECTION_BITS) != 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
    }

    /// The cheapest cost to a node so far; [`Cost::INFINITE`] where it was never reached.
    #[inline]
    pub(super) fn g(&self, node: NodeId) -> Cost {
        let node = &self.nodes[node as usize];
        if node.stamp >> DIRECTION_BITS == self.generation { node.g } else { Cost::INFINITE }
    }

    /// The direction that a node was reached in, below 16.
    #[inline]
    pub(super) fn direction(&self, node: NodeId) -> usize {
        (self.nodes[node as usize].stamp & ((1 << DIRECTION_BITS) - 1)) as usize
    }

    #[inline]
    pub(super) fn set(&mut self, node: NodeId, g: Cost, parent: NodeId, direction: usize) {
        let stamp = self.generation << DIRECTION_BITS | direction as u32;
        self.nodes[node as usize] = Node { g, parent, stamp };
    }

    /// Writes down the chain from the start of the search to a node that was reached. The start is its own parent.
    pub(super) fn chain(&self, node: NodeId, chain: &mut Vec<NodeId>) {
        chain.clear();
        chain.push(node);
        let mut at = node;
        while self.nodes[at as usize].parent != at {
            at = self.nodes[at as usize].parent;
            chain.push(at);
        }
        chain.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_forgets_even_when_generations_wrap() {
        let mut pool = NodePool::default();
        pool.reset(3);
        pool.set(1, Cost::from_units(7), 1, 0);
        assert_eq!(pool.g(1), Cost::from_units(7));
        pool.generation = (1 << 28) - 1;
        pool.set(2, Cost::from_units(8), 1, 5);
        assert_eq!((pool.g(2), pool.direction(2)), (Cost::from_units(8), 5));
        pool.reset(3);
        assert!((0..3).all(|node| pool.g(node) == Cost::INFINITE));
    }
}
