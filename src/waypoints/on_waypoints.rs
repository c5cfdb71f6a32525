//! The marker of agents that walk over waypoints.

use crate::rollback::KeptComponent;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes an agent walk over waypoints instead of tiles. The plugin answers the agent's [`PathRequest`](crate::PathRequest) from
/// the [`WaypointGraph`](crate::WaypointGraph). [`PathResult`](crate::PathResult), [`PathFollower`](crate::PathFollower) and the
/// events are the same as on tiles.
///
/// You may insert or remove the component at any time. The plugin then answers the request again.
///
/// # Where the path begins
/// The path begins at the waypoint nearest to the agent. The agent walks to this waypoint in a straight line.
///
/// An agent on a link goes on to the end of the link, or turns back if a link leads back and this is cheaper. This also holds for an
/// agent that was spawned on the link. If the link is removed, the agent walks to the nearer end of the link.
///
/// # Where the path ends
/// The path ends at a waypoint. If the target is a position or an entity that is not a waypoint, the path ends at the waypoint
/// nearest to the target. A cell can't be a target: the request then fails with
/// [`FailureReason::CellOverWaypoints`](crate::FailureReason::CellOverWaypoints).
///
/// # Options of the request
/// - Heuristic, inflation, partial paths, the limit of expansions and the priority work as on tiles. Every built-in heuristic
///   finds the cheapest path. With `Heuristic::Zero` the search is Dijkstra's algorithm.
/// - A request with a range fails ([`FailureReason::RangeOverWaypoints`](crate::FailureReason::RangeOverWaypoints)). A request
///   for a greedy search fails, too ([`PathError::InvalidInflation`](tilepath::PathError::InvalidInflation)).
/// - Profile, danger aversion, `in_sight` and [`slowed_by_terrain`](crate::PathFollower::slowed_by_terrain) have no effect. A
///   link has the same cost for all agents.
///
/// # Replanning
/// The plugin searches again in these cases:
///
/// - A link on the rest of the path is removed, or its cost changes.
/// - New links or moved waypoints may make another path cheaper.
/// - Another waypoint becomes the nearest to the target.
/// - Something moves the agent away from its path.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct OnWaypoints;

impl KeptComponent for OnWaypoints {}
