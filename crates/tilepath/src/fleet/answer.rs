//! Answers: the state of a request, and the path found.

use super::{failure::Failure, fields::SharedPath, target::Target};
use crate::{cost::Cost, graph::WaypointId, path::Path};
use glam::IVec2;
use std::sync::Arc;

/// The state of a request: not answered yet, answered with a path, or failed.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnswerStatus {
    /// The request has no answer yet.
    #[default]
    Pending,
    /// There is a path to the target.
    Found,
    /// The target can't be reached. The path leads to the place nearest to the target among all that can be reached.
    Partial,
    /// There is no path.
    Failed(Failure),
}

/// The path of an agent.
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AgentPath {
    /// There is none.
    #[default]
    None,
    /// A path over cells of the agent's own, from a search.
    OverCells(CellPath),
    /// A path over cells, read from a goal field that agents share.
    OnField(SharedPath),
    /// A path over waypoints, from a search.
    OverWaypoints(WaypointPath),
}

impl AgentPath {
    /// Returns whether there is no path.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether another path is the rest of this one.
    pub(super) fn goes_on_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OverCells(old), Self::OverCells(new)) => old.path.cells().ends_with(new.path.cells()),
            (Self::OverWaypoints(old), Self::OverWaypoints(new)) => old.waypoints.ends_with(&new.waypoints),
            _ => false,
        }
    }

    /// A path over cells of the agent's own.
    #[must_use]
    pub fn own(&self) -> Option<&Path> {
        match self {
            Self::OverCells(own) => Some(&own.path),
            _ => None,
        }
    }

    /// The cells of a path of the agent's own; empty if there is none.
    #[must_use]
    pub fn own_cells(&self) -> &[IVec2] {
        self.own().map_or(&[], Path::cells)
    }
}

/// A path over cells, from a search.
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

/// A path over waypoints, from a search.
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
    /// The cost of the path from its waypoint of this index on.
    #[must_use]
    pub fn cost_from(&self, index: usize) -> Cost {
        let rest = self.edges.get(index..).unwrap_or_default();
        rest.iter().fold(Cost::ZERO, |sum, &edge| sum.saturating_add(edge))
    }
}
