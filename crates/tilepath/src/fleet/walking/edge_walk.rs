//! The place of an agent on a path over waypoints.

use crate::graph::WaypointId;

/// The place of an agent on a path over waypoints.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct EdgeWalk {
    /// The edge that the agent is on: its two waypoints, in the direction of the walk. Both are the same while the
    /// agent is at a waypoint. `None` while the agent walks to the first waypoint.
    pub(in crate::fleet) edge: Option<[WaypointId; 2]>,
    /// The index, in the path, of the waypoint to which the agent walks.
    pub(in crate::fleet) next: usize,
    /// Whether the path is new. Then `next` still belongs to the old path.
    pub(in crate::fleet) is_new: bool,
}

impl Default for EdgeWalk {
    fn default() -> Self {
        Self { edge: None, next: 0, is_new: true }
    }
}
