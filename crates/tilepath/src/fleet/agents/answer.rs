//! Answers: the state of a request, and the path found.

use crate::{
    cost::Cost,
    fleet::{
        fields::SharedPath,
        requests::{Failure, Target},
    },
    graph::WaypointId,
    path::Path,
};
use glam::IVec2;
use std::sync::Arc;

/// The state of a request: not answered yet, answered with a path, or failed.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnswerStatus {
    /// The request has no answer yet. The agent may have the path of an earlier request, by which it walks on.
    #[default]
    Pending,
    /// There is a path to the target.
    Found,
    /// The target can't be reached. The path leads to the reachable place that is nearest to the target.
    Partial,
    /// The request failed, for this reason.
    Failed(Failure),
}

/// The path of an agent.
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AgentPath {
    /// The agent has no path.
    #[default]
    None,
    /// The agent's own path over cells, found by a search.
    OverCells(CellPath),
    /// A path over cells, read from a goal field that agents share.
    OnField(SharedPath),
    /// A path over waypoints, found by a search.
    OverWaypoints(WaypointPath),
}

impl AgentPath {
    /// Returns whether there is no path.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether the path `other` is the rest of this path.
    pub(in crate::fleet) fn goes_on_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OverCells(old), Self::OverCells(new)) => old.path.cells().ends_with(new.path.cells()),
            (Self::OverWaypoints(old), Self::OverWaypoints(new)) => old.waypoints.ends_with(&new.waypoints),
            _ => false,
        }
    }

    /// The agent's own path over cells. `None` if the agent has no such path.
    #[must_use]
    pub fn own(&self) -> Option<&Path> {
        match self {
            Self::OverCells(own) => Some(&own.path),
            _ => None,
        }
    }

    /// The cells of the agent's own path. Empty if the agent has no such path.
    #[must_use]
    pub fn own_cells(&self) -> &[IVec2] {
        self.own().map_or(&[], Path::cells)
    }
}

/// A path over cells, found by a search.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellPath {
    /// The path.
    pub path: Arc<Path>,
    /// The target to which the path leads. `None` if the path is partial.
    pub target: Option<Target>,
    /// The number of the profile for which the path was found.
    pub profile: u16,
}

/// A path over waypoints, found by a search.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaypointPath {
    /// The waypoints in order, from the start to the end.
    pub waypoints: Vec<WaypointId>,
    /// The cost of each edge, in the order of the path.
    pub edges: Vec<Cost>,
    /// The target to which the path leads. `None` if the path is partial.
    pub target: Option<Target>,
    /// The number of nodes that the search expanded.
    pub nodes_expanded: u32,
}

impl WaypointPath {
    /// The cost of the rest of the path, from the waypoint with this index on.
    #[must_use]
    pub fn cost_from(&self, index: usize) -> Cost {
        let rest = self.edges.get(index..).unwrap_or_default();
        rest.iter().fold(Cost::ZERO, |sum, &edge| sum.saturating_add(edge))
    }
}
