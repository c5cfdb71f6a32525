//! Visitors: how a debug view, a tutorial or a test watches a search.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// Receives the events of a search, for example for a debug view. Every method does nothing by default. The visitor `()` watches
/// nothing and costs no time.
pub trait Visitor {
    /// Whether the visitor needs every expansion. With `true`, the default, searches on a [`NavMap`](crate::NavMap) go from cell
    /// to cell. With `false`, searches may use jump point search, which calls no method of the visitor. `NavMap::record_jumps`
    /// (feature `trace`) records jumps.
    const WATCHES: bool = true;

    /// Called when a node is expanded.
    ///
    /// - `g` is the cost from the start to `node`.
    /// - `h` is the estimated cost from `node` to a goal. In weighted A*, `h` is already inflated.
    /// - `f` is `g + h`, by which the open list is ordered.
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        let _ = (node, g, h, f);
    }

    /// Called for each step from an expanded node to a neighbour, even if the step does not lead to a cheaper path.
    fn examine(&mut self, from: NodeId, to: NodeId) {
        let _ = (from, to);
    }

    /// Called when a step from the expanded node reaches a node at a lower cost than before, so that the search puts the node on
    /// the open list. Not called for the start.
    fn generate(&mut self, generation: Generation) {
        let _ = generation;
    }
}

impl Visitor for () {
    const WATCHES: bool = false;
}

impl<V: Visitor> Visitor for &mut V {
    const WATCHES: bool = V::WATCHES;

    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        (**self).expand(node, g, h, f);
    }

    fn examine(&mut self, from: NodeId, to: NodeId) {
        (**self).examine(from, to);
    }

    fn generate(&mut self, generation: Generation) {
        (**self).generate(generation);
    }
}

/// A node that a search put on its open list, with its costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generation {
    /// The node that was put on the open list.
    pub node: NodeId,
    /// The expanded node from which the search reached `node`.
    pub from: NodeId,
    /// The cost from the start to `node`.
    pub g: Cost,
    /// The estimated cost from `node` to a goal. In weighted A*, the estimate is already inflated.
    pub h: Cost,
    /// Whether the search reached `node` for the first time. `false` if the search found a cheaper path to a node that was
    /// reached before.
    pub is_new: bool,
}

/// The expansion of one node, with its costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The node that was expanded.
    pub node: NodeId,
    /// The cost from the start to `node`.
    pub g: Cost,
    /// The estimated cost from `node` to a goal. In weighted A*, the estimate is already inflated.
    pub h: Cost,
    /// The sum `g + h`, by which the open list is ordered.
    pub f: Cost,
}

impl Recorder {
    /// Removes all records, but keeps the allocated memory for reuse.
    pub fn clear(&mut self) {
        self.expansions.clear();
        self.examined.clear();
        self.generated.clear();
    }
}

/// A visitor that records all events of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Recorder {
    /// All expansions, in the order in which they happened.
    pub expansions: Vec<Expansion>,
    /// All examined steps in order, each as a pair of the expanded node and its neighbour.
    pub examined: Vec<(NodeId, NodeId)>,
    /// The nodes that were put on the open list, in order. The `usize` says which expansion reached the node: it is an index into
    /// [`expansions`](Recorder::expansions).
    pub generated: Vec<(usize, Generation)>,
}

impl Visitor for Recorder {
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.expansions.push(Expansion { node, g, h, f });
    }

    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.examined.push((from, to));
    }

    fn generate(&mut self, generation: Generation) {
        self.generated.push((self.expansions.len().saturating_sub(1), generation));
    }
}
