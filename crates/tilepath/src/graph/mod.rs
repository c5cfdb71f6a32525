//! Waypoint graphs: nodes with positions, joined by directed, weighted edges.

mod error;
mod goal_set;
mod input;
mod nav_graph;
mod node_graph;
mod path_search;
mod point_index;
mod query;
#[cfg(feature = "serde")]
mod recorded;
mod scales;
#[cfg(feature = "serde")]
mod state;
mod waypoint_id;

pub use error::GraphError;
pub use input::GraphInput;
pub use nav_graph::NavGraph;
pub use node_graph::Graph;
pub use query::GraphQuery;
pub use waypoint_id::WaypointId;
