//! How far a search came, what it found, and why it found nothing.

use super::neighbours::NodeId;
use crate::cost::Cost;
use core::fmt;

/// How far [`SearchScratch::run`](crate::SearchScratch::run) came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStatus {
    /// A goal was reached, at this cost.
    Found {
        /// The goal.
        goal: NodeId,
        /// The cost of the path to it.
        cost: Cost,
    },
    /// The slice is used up. Run the search again to continue.
    Paused,
    /// Every node that can be reached was expanded, and none of them is a goal.
    Exhausted,
}

/// A path through a search space: a chain of nodes from the start of a search to its goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodePath {
    /// The nodes, the start first.
    pub nodes: Vec<NodeId>,
    /// The cost of the whole path.
    pub cost: Cost,
}

/// Why [`SearchScratch::astar`](crate::SearchScratch::astar) found no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// The space has no node of this number to start from.
    NoSuchStart(NodeId),
    /// No path leads to a goal.
    Unreachable,
    /// Every path to a goal costs more than [`Cost`] can represent.
    TooCostly,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchStart(node) => write!(f, "the search space has no node {node} to start from"),
            Self::Unreachable => f.write_str("no path leads to a goal"),
            Self::TooCostly => f.write_str("the cost of the path is too great to be represented"),
        }
    }
}

impl core::error::Error for SearchError {}
