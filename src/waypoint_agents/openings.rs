//! Whether new links connect agents that were cut off with their goals.

use crate::waypoints::WaypointGraph;
use std::collections::BTreeMap;
use tilepath::NodeId;

/// What was found out in a frame with new links or waypoints.
pub(super) struct Openings {
    /// For each goal that was asked about, the nodes from which links lead there.
    leading: BTreeMap<NodeId, Vec<bool>>,
    /// How many more nodes may be looked at in this frame.
    budget: usize,
}

impl Openings {
    /// `None` in a frame without new links and waypoints, in which no agent has to look.
    pub(super) fn of(graph: &WaypointGraph, budget: u32) -> Option<Self> {
        graph.is_opened().then(|| Self { leading: BTreeMap::new(), budget: budget as usize })
    }

    /// Whether links lead from one of the nodes to the goal. `false` if the budget is spent: then the agent waits as long as usual.
    pub(super) fn lead(
        &mut self,
        graph: &WaypointGraph,
        mut starts: impl Iterator<Item = NodeId>,
        goal: NodeId,
    ) -> bool {
        if !self.leading.contains_key(&goal) {
            let nodes = graph.len();
            if nodes > self.budget {
                return false;
            }
            self.budget -= nodes;
            self.leading.insert(goal, graph.graph().leading_to(goal));
        }
        self.leading.get(&goal).is_some_and(|leading| starts.any(|start| leading[start as usize]))
    }
}
