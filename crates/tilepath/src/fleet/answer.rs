//! Answers: the state of a request, and the path found.

use super::{failure::Failure, target::Target};
use crate::{cost::Cost, graph::WaypointId};

/// The state of a request: not answered yet, answered with a path, or failed.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum AnswerStatus {
    /// The request has no answer yet.
    #[default]
    Pending,
    /// There is a path to the target.
    Found,
    /// The target can't be reached. The path leads to the waypoint nearest to the target among all that can be reached.
    Partial,
    /// There is no path.
    Failed(Failure),
}

/// A path over waypoints, from a search.
#[derive(Clone, PartialEq, Debug)]
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
