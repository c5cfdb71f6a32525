//! What a search knows of each node, kept from search to search without clearing.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// The cheapest cost to each node so far, the node it was reached from, and in which direction.
///
/// Each search has a generation; a node of an older generation counts as never reached, so that nothing is cleared.
#[derive(Clone, Default, Debug)]
pub(crate) struct NodePool {
    nodes: Vec<Node>,
    generations: Vec<u16>,
    generation: u16,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    g: Cost,
    /// The parent, and below it [`DIRECTION_BITS`] for the direction.
    link: u32,
}

const DIRECTION_BITS: u32 = 4;

impl NodePool {
    /// How many nodes there may be.
    pub(crate) const MAX_NODES: usize = 1 << (u32::BITS - DIRECTION_BITS);

    /// Forgets all nodes and makes room for `count`.
    ///
    /// # Panics
    /// If there are more than [`NodePool::MAX_NODES`].
    pub(crate) fn reset(&mut self, count: usize) {
        assert!(count <= Self::MAX_NODES, "{count} nodes are more than a search can number");
        if self.nodes.len() < count {
            self.nodes.resize(count, Node::default());
            self.generations.resize(count, 0);
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.generations.fill(0);
            self.generation = 1;
        }
    }

    /// The cheapest cost to a node so far; [`Cost::INFINITE`] if it was never reached.
    #[inline]
    pub(crate) fn g(&self, node: NodeId) -> Cost {
        let reached = self.generations[node as usize] == self.generation;
        core::hint::select_unpredictable(reached, self.nodes[node as usize].g, Cost::INFINITE)
    }

    /// The direction that a node was reached in, below 16.
    #[inline]
    pub(crate) fn direction(&self, node: NodeId) -> usize {
        self.nodes[node as usize].link as usize & 15
    }

    #[inline]
    pub(crate) fn set(&mut self, node: NodeId, g: Cost, parent: NodeId, direction: usize) {
        self.generations[node as usize] = self.generation;
        self.nodes[node as usize] = Node { g, link: parent << DIRECTION_BITS | direction as u32 };
    }

    /// Gives a node that was reached another direction.
    #[inline]
    pub(crate) fn set_direction(&mut self, node: NodeId, direction: usize) {
        let link = &mut self.nodes[node as usize].link;
        *link = *link >> DIRECTION_BITS << DIRECTION_BITS | direction as u32;
    }

    fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].link >> DIRECTION_BITS
    }

    /// Writes down the chain from the start of the search to a node that was reached. The start is its own parent.
    pub(crate) fn chain(&self, node: NodeId, chain: &mut Vec<NodeId>) {
        chain.clear();
        chain.push(node);
        let mut at = node;
        while self.parent(at) != at {
            at = self.parent(at);
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
        pool.generation = u16::MAX;
        pool.set(2, Cost::from_units(8), 1, 5);
        assert_eq!(pool.g(2), Cost::from_units(8));
        assert_eq!(pool.g(1), Cost::INFINITE);
        pool.reset(3);
        assert!((0..3).all(|node| pool.g(node) == Cost::INFINITE));
    }
}
