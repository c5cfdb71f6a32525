//! The names of waypoints.

use crate::astar::NodeId;
use core::fmt;

/// The name of a waypoint of a [`NavGraph`](super::NavGraph). A graph never gives the name of a removed waypoint to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaypointId {
    pub(super) node: NodeId,
    pub(super) birth: u32,
}

impl fmt::Display for WaypointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.node, self.birth)
    }
}
