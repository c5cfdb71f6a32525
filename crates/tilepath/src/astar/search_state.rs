//! What a search has found so far. A* and the engines over cost fields share it.

use super::{neighbours::NodeId, node_pool::NodePool};

/// The nodes that a search has reached, and the numbers of nodes that it expanded and generated.
///
/// A* and jump point search use this memory in turn, so that a scratch holds its largest part only once.
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
    /// Forgets the previous search, and makes room for a search over `node_count` nodes. Its start counts as generated.
    pub(crate) fn begin(&mut self, node_count: usize) {
        self.pool.reset(node_count);
        self.begin_counts();
    }

    /// Does the same as [`SearchState::begin`], for a search that needs no parents.
    pub(crate) fn begin_labels(&mut self, node_count: usize) {
        self.pool.reset_labels(node_count);
        self.begin_counts();
    }

    /// Begins to count with the start, for a search that stores no nodes.
    pub(crate) const fn begin_counts(&mut self) {
        self.clear_counts();
        self.generated = 1;
    }

    /// Sets all counts to 0.
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
