//! What games do with a graph of waypoints, as values: a recording holds them.

use super::waypoint_id::WaypointId;
use crate::cost::Cost;
use glam::Vec2;

/// A call of a [`NavGraph`](crate::NavGraph) that changes the graph.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GraphInput {
    /// [`NavGraph::add_waypoint`](crate::NavGraph::add_waypoint), and the name that the waypoint got.
    AddWaypoint(Vec2, WaypointId),
    /// [`NavGraph::move_waypoint`](crate::NavGraph::move_waypoint).
    MoveWaypoint(WaypointId, Vec2),
    /// [`NavGraph::remove_waypoint`](crate::NavGraph::remove_waypoint).
    RemoveWaypoint(WaypointId),
    /// [`NavGraph::set_edges`](crate::NavGraph::set_edges).
    SetEdges(WaypointId, Vec<(WaypointId, Cost)>),
}
