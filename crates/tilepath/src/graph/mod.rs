//! Waypoint graphs: nodes with positions, joined by directed, weighted edges.

mod error;
mod goal_set;
mod nav_graph;
mod node_graph;
mod path_search;
mod point_index;
mod query;
mod scales;
#[cfg(feature = "serde")]
mod state;

pub use error::GraphError;
pub use nav_graph::{NavGraph, WaypointId};
pub use node_graph::Graph;
pub use query::GraphQuery;
