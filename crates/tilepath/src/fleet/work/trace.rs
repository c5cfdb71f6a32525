//! Recorded searches.

use crate::{astar::Recorder, fleet::agent_id::AgentId, ground::CostProfile};

/// The record of a search that has ended.
#[derive(Clone, Debug)]
pub struct SearchRecord {
    /// The agent for which the search was made.
    pub agent: AgentId,
    /// Everything that the search looked at. Nodes are numbers: on tiles the row-major index of a cell, on waypoints
    /// a node of [`NavGraph::graph`](crate::NavGraph::graph).
    pub recorder: Recorder,
    /// The profile of a search over tiles. `None` over waypoints.
    pub profile: Option<CostProfile>,
}

/// Which searches are recorded, and the last record.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct SearchRecords {
    /// The agent whose searches are recorded. `Some(None)` records the searches of all agents, `None` records
    /// nothing.
    watched: Option<Option<AgentId>>,
    pub(in crate::fleet) last: Option<SearchRecord>,
}

impl SearchRecords {
    pub(in crate::fleet) const fn watch(&mut self, agent: Option<AgentId>) {
        self.watched = Some(agent);
    }

    pub(in crate::fleet) fn take(&mut self) -> Option<SearchRecord> {
        self.last.take()
    }

    pub(in crate::fleet) fn watches(&self, agent: AgentId) -> bool {
        self.watched.is_some_and(|only| only.is_none_or(|only| only == agent))
    }
}
