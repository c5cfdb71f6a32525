//! Why an edit of a graph was refused, or why there is no path.

use crate::astar::NodeId;
use glam::Vec2;

/// Why an edit of a [`Graph`](crate::Graph) was refused, or why a search found no path.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum GraphError {
    /// A position is NaN or infinite.
    #[error("a node can't be at {0}")]
    Position(Vec2),
    /// The graph has no node with this number.
    #[error("there is no node {0}")]
    NoSuchNode(NodeId),
    /// The query has no start.
    #[error("the query has no start")]
    NoStart,
    /// The query has no goal.
    #[error("the query has no goal")]
    NoGoal,
    /// The inflation is below 1, NaN or above [`GraphQuery::MAX_INFLATION`](crate::GraphQuery::MAX_INFLATION).
    #[error("the inflation {0} is not valid")]
    InvalidInflation(f32),
    /// No path leads from a start to a goal.
    #[error("there is no path from node {from} to node {to}")]
    Unreachable {
        /// The first start of the query.
        from: NodeId,
        /// The first goal of the query.
        to: NodeId,
    },
    /// The cost of an edge or of a path is too great for a [`Cost`](crate::Cost).
    #[error("the cost from node {from} to node {to} is too great to be represented")]
    TooCostly {
        /// The start of the edge, or the first start of the query.
        from: NodeId,
        /// The end of the edge, or the first goal of the query.
        to: NodeId,
    },
}
