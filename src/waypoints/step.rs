//! Where an agent is on the waypoint graph.

use crate::{follower::Setbacks, request::RequestKey};
use bevy::prelude::*;
use smallvec::SmallVec;

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
