//! The marker of agents that walk over waypoints, and where such an agent is on the graph.

use crate::{follower::Setbacks, request::RequestKey};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use smallvec::SmallVec;

/// Makes an agent walk over waypoints instead of tiles. The plugin answers the agent's [`PathRequest`](crate::PathRequest) from
/// the [`WaypointGraph`](crate::WaypointGraph). [`PathResult`](crate::PathResult), [`PathFollower`](crate::PathFollower) and the
/// events are the same as on tiles.
///
/// You may insert or remove the component at any time. The plugin then answers the request again.
///
/// # Where the path begins
/// The path begins at the waypoint nearest to the agent. The agent walks to this waypoint in a straight line.
///
/// An agent on a link goes on to the end of the link, or turns back if a link leads back and this is cheaper. If the link is
/// removed, the agent walks to the nearer end of the link.
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
///   for a greedy search fails, too ([`FailureReason::InvalidInflation`](crate::FailureReason::InvalidInflation)).
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
#[require(WaypointStep)]
pub struct OnWaypoints;

/// Where an agent is on the waypoint graph, and what its last answer was about.
#[derive(Component, Clone, PartialEq, Debug)]
pub(crate) struct WaypointStep {
    /// The position at which the walk put the agent last; NaN before the first walk.
    pub(crate) at: Vec2,
    /// The link that the agent is on, from a waypoint to another; at a waypoint both are the same. `None` while it walks to its first one.
    pub(crate) link: Option<[Entity; 2]>,
    /// The index of the waypoint of its path to which it walks.
    pub(crate) next: usize,
    /// Whether the path is a new one, of which `next` knows nothing.
    pub(crate) is_new: bool,
    /// How often pushes threw it back on its way to the next waypoint.
    pub(crate) setbacks: Setbacks,
    /// The waypoints of the targets at the last answer.
    pub(crate) goals: SmallVec<[Entity; 1]>,
    /// The waypoint nearest to the agent when it was last asked for.
    pub(crate) start: Option<Entity>,
    /// The request that was made last.
    pub(crate) request: Option<RequestKey>,
}

impl Default for WaypointStep {
    fn default() -> Self {
        Self {
            at: Vec2::NAN,
            link: None,
            next: 0,
            is_new: true,
            setbacks: Setbacks::default(),
            goals: SmallVec::new(),
            start: None,
            request: None,
        }
    }
}

impl WaypointStep {
    /// Whether the walk put the agent at this position, and nothing has moved it since.
    pub(crate) fn is_at(&self, at: Vec2) -> bool {
        at == self.at
    }

    /// Notes that something took the agent away from its link.
    pub(crate) const fn lose(&mut self) {
        self.link = None;
        self.at = Vec2::NAN;
    }
}
