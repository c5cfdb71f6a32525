//! The marker of agents that walk over waypoints.

use super::step::WaypointStep;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// The agent walks over waypoints, not over tiles: its [`PathRequest`](crate::PathRequest) is answered from the
/// [`WaypointGraph`](crate::WaypointGraph). [`PathResult`](crate::PathResult), [`PathFollower`](crate::PathFollower) and the events are the
/// same as on tiles. Insert or remove the component at any time: the request is then answered again.
///
/// - *Where the path begins.* At the waypoint nearest to the agent. The agent walks to it in a straight line. Between two waypoints the
///   agent goes on, or turns back if a link leads back and that is cheaper. If the link under the agent is removed, the agent walks to the
///   nearer end.
/// - *Where the path ends.* At a target that is a waypoint. For any other entity or a position, at the waypoint nearest to it. A cell of
///   the map can't be a target here ([`FailureReason::CellOverWaypoints`](crate::FailureReason::CellOverWaypoints)).
/// - *Options.* Heuristic, inflation, partial paths, the limit of expansions and the priority work as on tiles. Every heuristic finds the
///   cheapest path; `Zero` is Dijkstra's algorithm. A range is refused
///   ([`FailureReason::RangeOverWaypoints`](crate::FailureReason::RangeOverWaypoints)). Profile, danger aversion and
///   [`slowed_by_terrain`](crate::PathFollower::slowed_by_terrain) have no effect: a link has the same cost for all agents.
/// - *When the path is replanned.* When a link on the rest of the path is removed or changes its cost, when new links or moved waypoints
///   could make the path cheaper, when another waypoint becomes the nearest to a followed entity, and when something pushes the agent away
///   from its link.
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
