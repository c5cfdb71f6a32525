//! Why an edit of a graph was refused, or why there is no path.

use crate::astar::NodeId;
use core::fmt;
use glam::Vec2;

/// Why an edit of a [`Graph`](crate::Graph) was refused, or why a search found no path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GraphError {
    /// A position is NaN or infinite.
    Position(Vec2),
    /// The graph has no node with this number.
    NoSuchNode(NodeId),
    /// The query has no start.
    NoStart,
    /// The query has no goal.
    NoGoal,
    /// The inflation is below 1, NaN or above [`GraphQuery::MAX_INFLATION`](crate::GraphQuery::MAX_INFLATION).
    InvalidInflation(f32),
    /// No path leads from a start to a goal.
    Unreachable {
        /// The first start of the query.
        from: NodeId,
        /// The first goal of the query.
        to: NodeId,
    },
    /// The cost of an edge or of a path is too great for a [`Cost`](crate::Cost).
    TooCostly {
        /// The start of the edge, or the first start of the query.
        from: NodeId,
        /// The end of the edge, or the first goal of the query.
        to: NodeId,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(position) => write!(f, "a node can't be at {position}"),
            Self::NoSuchNode(node) => write!(f, "there is no node {node}"),
            Self::NoStart => f.write_str("the query has no start"),
            Self::NoGoal => f.write_str("the query has no goal"),
            Self::InvalidInflation(inflation) => write!(f, "the inflation {inflation} is not valid"),
            Self::Unreachable { from, to } => write!(f, "there is no path from node {from} to node {to}"),
            Self::TooCostly { from, to } => {
                write!(f, "the cost from node {from} to node {to} is too great to be represented")
            }
        }
    }
}

impl core::error::Error for GraphError {}
