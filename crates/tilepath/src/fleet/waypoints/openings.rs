//! Whether new edges connect agents that were cut off with their goals.

use crate::{astar::NodeId, graph::NavGraph};
use std::collections::BTreeMap;

/// What was found out in an update with new edges or waypoints.
pub(in crate::fleet) struct Openings {
    /// For each goal that was asked about, the nodes from which edges lead there.
    leading: BTreeMap<NodeId, Vec<bool>>,
    /// How many more nodes may be looked at in this update.
    budget: usize,
}

impl Openings {
    /// `None` if no edges and waypoints were added since a revision, so that no agent has to look.
    pub(in crate::fleet) fn since(revision: u64, graph: &NavGraph, budget: u32) -> Option<Self> {
        graph.is_opened_since(revision).then(|| Self { leading: BTreeMap::new(), budget: budget as usize })
    }

    /// Whether edges lead from one of the nodes to the goal. `false` if the budget is spent: then the agent waits as long as usual.
    pub(in crate::fleet) fn lead(
        &mut self,
        graph: &NavGraph,
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
