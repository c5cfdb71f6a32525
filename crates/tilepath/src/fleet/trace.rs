//! Recorded searches.

use super::agent_id::AgentId;
use crate::{astar::Recorder, ground::CostProfile};

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
pub(super) struct SearchRecords {
    /// The agent whose searches are recorded. `Some(None)` records the searches of all agents, `None` records
    /// nothing.
    watched: Option<Option<AgentId>>,
    pub(super) last: Option<SearchRecord>,
}

impl SearchRecords {
    pub(super) const fn watch(&mut self, agent: Option<AgentId>) {
        self.watched = Some(agent);
    }

    pub(super) fn take(&mut self) -> Option<SearchRecord> {
        self.last.take()
    }

    pub(super) fn watches(&self, agent: AgentId) -> bool {
        self.watched.is_some_and(|only| only.is_none_or(|only| only == agent))
    }
}
