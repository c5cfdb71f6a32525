//! What a search has found out so far, in either algorithm.

use super::{neighbours::NodeId, node_pool::NodePool};

/// The nodes that a search has reached, and how many it expanded and generated for that.
///
/// A* and jump point search use the same memory in turn: the largest part of a scratch is kept once.
#[derive(Clone, Default, Debug)]
pub(crate) struct SearchState {
    pub(crate) pool: NodePool,
    /// Memory for [`SearchState::chain`].
    chain: Vec<NodeId>,
    pub(crate) expanded: u32,
    pub(crate) generated: u32,
    /// Whether a step was left out because the cost of the path could not be represented.
    pub(crate) too_costly: bool,
}

impl SearchState {
    /// Forgets the search before, and makes room for one over `node_count` nodes. Its start counts as generated.
    pub(crate) fn begin(&mut self, node_count: usize) {
        self.pool.reset(node_count);
        self.begin_counts();
    }

    /// As [`SearchState::begin`], for a search that asks for no parents.
    pub(crate) fn begin_labels(&mut self, node_count: usize) {
        self.pool.reset_labels(node_count);
        self.begin_counts();
    }

    /// Counts from the start on, for a search that needs no memory.
    pub(crate) const fn begin_counts(&mut self) {
        self.clear_counts();
        self.generated = 1;
    }

    /// Counts from nothing on.
    pub(crate) const fn clear_counts(&mut self) {
        self.expanded = 0;
        self.generated = 0;
        self.too_costly = false;
    }

    /// The chain of nodes from the start to a node that was reached.
    pub(crate) fn chain(&mut self, node: NodeId) -> &[NodeId] {
        self.pool.chain(node, &mut self.chain);
        &self.chain
    }

    /// The same chain, with the pool that it comes from.
    pub(crate) fn chain_and_pool(&mut self, node: NodeId) -> (&[NodeId], &NodePool) {
        self.pool.chain(node, &mut self.chain);
        (&self.chain, &self.pool)
    }
}
