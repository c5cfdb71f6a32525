//! What a search knows of each node, kept from search to search without clearing.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// The lowest cost to each node so far, the direction in which it was reached, and its parent.
///
/// Each search has an epoch. A node of another epoch counts as never reached, so that nothing is cleared. Epochs count up, and a label holds by
/// how much the cost falls short of the greatest, so every label of an older search is lower than every label of this search: one comparison
/// finds the better label.
///
/// A node that no search has reached has the label 0. The system zeroes memory page by page, when a page is first used, so that a search on a
/// large map takes no time for cells that it never sees.
#[derive(Clone, Default, Debug)]
pub(crate) struct NodePool {
    /// Epoch, what the cost falls short of [`u32::MAX`], and direction, the highest bits first.
    labels: Vec<u64>,
    /// The parent of each node. Empty until a search needs parents.
    parents: Vec<NodeId>,
    /// Whether this search writes parents.
    has_parents: bool,
    epoch: u64,
}

const DIRECTION_BITS: u32 = 4;
const EPOCH_SHIFT: u32 = DIRECTION_BITS + u32::BITS;
const LAST_EPOCH: u64 = u64::MAX >> EPOCH_SHIFT;

impl NodePool {
    /// The maximum number of nodes.
    pub(crate) const MAX_NODES: usize = 1 << (u32::BITS - DIRECTION_BITS);

    /// Forgets all nodes and makes room for `count`, with their parents.
    ///
    /// # Panics
    /// If there are more than [`NodePool::MAX_NODES`].
    pub(crate) fn reset(&mut self, count: usize) {
        self.reset_labels(count);
        if self.parents.len() < count {
            // The old parents belong to older searches.
            self.parents = Vec::new();
            self.parents = vec![0; count];
        }
        self.has_parents = true;
    }

    /// Forgets all nodes and makes room for `count` nodes without parents.
    ///
    /// # Panics
    /// If there are more than [`NodePool::MAX_NODES`].
    pub(crate) fn reset_labels(&mut self, count: usize) {
        assert!(count <= Self::MAX_NODES, "{count} nodes are more than a search can number");
        if self.labels.len() < count {
            // The old labels go first.
            self.labels = Vec::new();
            self.labels = vec![0; count];
        }
        if self.epoch == LAST_EPOCH {
            self.labels.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        self.has_parents = false;
    }

    /// Returns whether this search has reached a node and knows its parent. The node may be any number.
    pub(crate) fn has_chain(&self, node: NodeId) -> bool {
        self.has_parents && self.has_reached(node)
    }

    /// Returns whether this search has reached a node. The node may be any number.
    pub(crate) fn has_reached(&self, node: NodeId) -> bool {
        self.labels.get(node as usize).is_some_and(|label| label >> EPOCH_SHIFT == self.epoch)
    }

    /// The labels of the nodes, and the search that they belong to.
    #[inline]
    pub(crate) fn labels(&mut self) -> (&mut [u64], Labelling) {
        (&mut self.labels, Labelling(self.epoch << EPOCH_SHIFT))
    }

    /// The cheapest cost to a node so far; [`Cost::INFINITE`] if it was never reached.
    #[inline]
    pub(crate) fn g(&self, node: NodeId) -> Cost {
        let label = self.labels[node as usize];
        let reached = label >> EPOCH_SHIFT == self.epoch;
        core::hint::select_unpredictable(reached, Labelling::g(label), Cost::INFINITE)
    }

    /// The direction in which a node was reached, below 16.
    #[inline]
    pub(crate) fn direction(&self, node: NodeId) -> usize {
        Labelling::direction(self.labels[node as usize])
    }

    #[inline]
    pub(crate) fn set(&mut self, node: NodeId, g: Cost, parent: NodeId, direction: usize) {
        self.labels[node as usize] = Labelling(self.epoch << EPOCH_SHIFT).label(g.units().into(), direction);
        self.parents[node as usize] = parent;
    }

    /// Changes the direction of a node that was reached.
    #[inline]
    pub(crate) fn set_direction(&mut self, node: NodeId, direction: usize) {
        let label = &mut self.labels[node as usize];
        *label = *label >> DIRECTION_BITS << DIRECTION_BITS | direction as u64;
    }

    /// Writes down the chain from the start of the search to a node that was reached. The start is its own parent.
    pub(crate) fn chain(&self, node: NodeId, chain: &mut Vec<NodeId>) {
        let parent = |node: NodeId| self.parents[node as usize];
        chain.clear();
        chain.push(node);
        let mut at = node;
        while parent(at) != at {
            at = parent(at);
            chain.push(at);
        }
        chain.reverse();
    }
}

/// The labels of one search: of two labels of a node, the higher one is better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labelling(u64);

impl Labelling {
    /// The label for a cost below 2³² and a direction below 16.
    #[inline(always)]
    pub(crate) const fn label(self, g: u64, direction: usize) -> u64 {
        self.0 | (u32::MAX as u64).wrapping_sub(g) << DIRECTION_BITS | direction as u64
    }

    /// Returns whether a label is from this search and stands for the cost `g`.
    #[inline(always)]
    pub(crate) const fn is(self, label: u64, g: u32) -> bool {
        label >> DIRECTION_BITS == self.0 >> DIRECTION_BITS | !g as u64
    }

    /// Returns whether a label of this search stands for a lower cost than another label, which may be from an older search.
    #[inline(always)]
    pub(crate) const fn is_lower(label: u64, than: u64) -> bool {
        label > than | ((1 << DIRECTION_BITS) - 1)
    }

    /// The cost that a label of this search stands for.
    #[inline(always)]
    pub(crate) const fn g(label: u64) -> Cost {
        Cost::from_units(!(label >> DIRECTION_BITS) as u32)
    }

    /// The direction of a label.
    #[inline(always)]
    pub(crate) const fn direction(label: u64) -> usize {
        (label & ((1 << DIRECTION_BITS) - 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_forgets_even_when_epochs_run_out() {
        let mut pool = NodePool::default();
        pool.reset(3);
        pool.set(1, Cost::from_units(7), 1, 0);
        assert_eq!(pool.g(1), Cost::from_units(7));
        pool.epoch = LAST_EPOCH - 1;
        pool.reset(3);
        pool.set(2, Cost::from_units(8), 1, 5);
        assert_eq!(pool.g(2), Cost::from_units(8));
        assert_eq!(pool.g(1), Cost::INFINITE);
        pool.reset(3);
        assert_eq!(pool.epoch, 1);
        assert!((0..3).all(|node| pool.g(node) == Cost::INFINITE));
    }

    #[test]
    fn a_label_is_lower_by_its_cost_alone_and_than_any_of_an_older_search() {
        let mut pool = NodePool::default();
        pool.reset_labels(1);
        let older = pool.labels().1.label(0, 0);
        pool.reset_labels(1);
        let (labels, labelling) = pool.labels();
        let label = |g, direction| labelling.label(g, direction);
        assert!(Labelling::is_lower(label(u32::MAX.into(), 15), older));
        assert!(Labelling::is_lower(label(u32::MAX.into(), 15), labels[0]));
        assert!(Labelling::is_lower(label(4, 15), label(5, 0)));
        assert!(!Labelling::is_lower(label(5, 0), label(5, 15)));
        assert!(
            labelling.is(label(5, 9), 5) && !labelling.is(older, 0) && !labelling.is(labels[0], u32::MAX)
        );
    }
}
