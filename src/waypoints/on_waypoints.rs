//! The marker of agents that walk over waypoints.

use super::step::WaypointStep;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// The agent walks over waypoints, not over tiles: its [`PathRequest`](crate::PathRequest) is answered from the
/// [`WaypointGraph`](crate::WaypointGraph). [`PathResult`](crate::PathResult), [`PathFollower`](crate::PathFollower) and the events are the
/// same as on tiles. Insert or remove it at any time: the request is then asked again.
///
/// - *Where the path begins.* At the waypoint nearest to the agent, to which it walks in a straight line. Between two waypoints the agent
///   goes on, or turns back where a link leads back and that is cheaper. If its link is removed under it, it walks to the nearer end.
/// - *Where it ends.* A target that is a waypoint is the end itself; any other entity and a position stand for the waypoint nearest to
///   them. A cell of the map is no target here ([`FailureReason::CellOverWaypoints`](crate::FailureReason::CellOverWaypoints)).
/// - *Options.* Heuristic (all of them find the cheapest path; `Zero` is Dijkstra's algorithm), inflation, partial paths, the limit of
///   expansions and the priority do what they do on tiles. A range is refused
///   ([`FailureReason::RangeOverWaypoints`](crate::FailureReason::RangeOverWaypoints)). Profile and danger aversion have no effect: links have
///   one price for all. Nor has [`slowed_by_terrain`](crate::PathFollower::slowed_by_terrain).
/// - *When it is replanned.* When a link of the rest of its path goes or changes its cost, when links or moved waypoints could make a path
///   cheaper, when the waypoint nearest to a followed entity is another, and when something pushed the agent away from its link.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(WaypointStep)]
pub struct OnWaypoints;
