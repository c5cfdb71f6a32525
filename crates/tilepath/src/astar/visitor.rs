//! Visitors: how a debug view, a tutorial or a test watches a search.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// Watches a search. The empty visitor `()` costs nothing.
pub trait Visitor {
    /// Whether the visitor wants to see anything. A search that nobody watches may jump over cells that a visitor would not see.
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
    /// What it was ordered by, `g + h`.
    pub f: Cost,
}

/// A visitor that records everything.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Recorder {
    /// The expansions, in order.
    pub expansions: Vec<Expansion>,
    /// The steps that were examined, in order.
    pub examined: Vec<(NodeId, NodeId)>,
}

impl Visitor for Recorder {
    fn expand(&mut self, node: NodeId, g: Cost, h: Cost, f: Cost) {
        self.expansions.push(Expansion { node, g, h, f });
    }

    fn examine(&mut self, from: NodeId, to: NodeId) {
        self.examined.push((from, to));
    }
}
