//! Whether new edges connect agents with their goals after these agents were cut off.

use crate::{astar::NodeId, budget::Budget, graph::NavGraph};
use std::collections::BTreeMap;

/// What is known about the goals of agents in an update with new edges or waypoints.
pub(in crate::fleet) struct Openings {
    /// For each goal that was checked, whether edges lead there from each node.
    leading: BTreeMap<NodeId, Vec<bool>>,
    /// The budget of this update, in nodes that are visited.
    budget: Budget,
}

impl Openings {
    /// Begins the checks of an update. `None` if no edges or waypoints were added since a revision: then no agent
    /// needs a check.
    pub(in crate::fleet) fn since(revision: u64, graph: &NavGraph, budget: Budget) -> Option<Self> {
        graph.is_opened_since(revision).then(|| Self { leading: BTreeMap::new(), budget })
    }

    /// Whether edges lead from one of the nodes to the goal. Returns `false` if the budget is spent: the agent then
    /// waits for its next regular search.
    pub(in crate::fleet) fn lead(
        &mut self,
        graph: &NavGraph,
        mut starts: impl Iterator<Item = NodeId>,
        goal: NodeId,
    ) -> bool {
        if !self.leading.contains_key(&goal) {
            let nodes = graph.len() as u64;
            if nodes > self.budget.left() {
                return false;
            }
            self.budget.spend(nodes);
            self.leading.insert(goal, graph.graph().leading_to(goal));
        }
        self.leading.get(&goal).is_some_and(|leading| starts.any(|start| leading[start as usize]))
    }
}
