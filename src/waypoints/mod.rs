//! Waypoints: their components, the graph that they make, and the marker of agents that walk on it.

mod commands;
mod graph;
mod grid;
mod on_waypoints;
#[cfg(feature = "serialize")]
mod saved;
mod sync;
mod waypoint;

pub use commands::LinkWaypoints;
pub use graph::WaypointGraph;
pub use grid::{WaypointGrid, WaypointGridError};
pub use on_waypoints::OnWaypoints;
#[cfg(feature = "serialize")]
pub(crate) use saved::SavedWaypoints;
pub(crate) use sync::{
    WaypointSync, keep_graph, note_disabled_waypoint, note_displaced_waypoint, note_enabled_waypoint,
    note_lost_links, note_lost_waypoint, note_orphaned_waypoint, sync_waypoints,
};
pub use waypoint::{Waypoint, WaypointLink, WaypointLinks};
