//! Visitors: how a debug view, a tutorial or a test watches a search.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// Watches a search. The empty visitor `()` costs nothing.
pub trait Visitor {
    /// Whether the visitor sees a search. If `false`, the search may jump over cells.
    const WATCHES: bool = true;

    /// A node is expanded. `g` is its cost from the start, `h` the estimate of the rest (inflated in a weighted search), `f` their sum,
    /// by which the open list is ordered.
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        let _ = (node, g, h, f);
    }

    /// A step from an expanded node is examined, whether or not it leads to anything better.
    fn examine(&mut self, from: NodeId, to: NodeId) {
        let _ = (from, to);
    }

    /// A step from the node that was expanded last leads to a node at a lower cost than was known, and this node is put on the open list.
    /// Not called for the start.
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

/// A node that a search put on its open list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generation {
    /// The node.
    pub node: NodeId,
    /// The expanded node from which a step leads to `node`.
    pub from: NodeId,
    /// Its cost from the start.
    pub g: Cost,
    /// The estimate of the rest of the path, inflated in a weighted search.
    pub h: Cost,
    /// Whether the node is reached for the first time.
    pub is_new: bool,
}

/// One expansion of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The node that was expanded.
    pub node: NodeId,
    /// Its cost from the start.
    pub g: Cost,
    /// The estimate of the rest of the path, inflated in a weighted search.
    pub h: Cost,
    /// The value by which the node was ordered: `g + h`.
    pub f: Cost,
}

impl Recorder {
    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.expansions.clear();
        self.examined.clear();
        self.generated.clear();
    }
}

/// A visitor that records everything.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Recorder {
    /// The expansions, in order.
    pub expansions: Vec<Expansion>,
    /// The steps that were examined, in order.
    pub examined: Vec<(NodeId, NodeId)>,
    /// The nodes that were put on the open list, in order. Each comes with the index in `expansions` of the expansion that put it there.
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
