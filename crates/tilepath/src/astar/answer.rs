//! How far a search came, what it found, and why it found nothing.

use super::neighbours::NodeId;
use crate::cost::Cost;

/// The state of a search after a call of [`SearchScratch::run`](crate::SearchScratch::run).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStatus {
    /// The search has reached a goal.
    Found {
        /// The goal.
        goal: NodeId,
        /// The cost of the path to it.
        cost: Cost,
    },
    /// The search has used up its slice of expansions. Run the search again to continue.
    Paused,
    /// The search has expanded every node that it can reach, and none of these nodes is a goal.
    Exhausted,
}

/// A path through a search space: its nodes and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodePath {
    /// The nodes of the path in order, from the start to the goal.
    pub nodes: Vec<NodeId>,
    /// The cost of the whole path.
    pub cost: Cost,
}

/// Why [`SearchScratch::astar`](crate::SearchScratch::astar) found no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The search can't start: the search space has no node with this number.
    #[error("the search space has no node {0} to start from")]
    NoSuchStart(NodeId),
    /// No path leads to a goal.
    #[error("no path leads to a goal")]
    Unreachable,
    /// Every path to a goal costs more than [`Cost`] can represent.
    #[error("the cost of the path is too great to be represented")]
    TooCostly,
}
