//! Recorded searches.

use super::agent_id::AgentId;
use crate::astar::Recorder;

/// Whose searches are recorded, and the last record.
#[derive(Clone, Default, Debug)]
pub(super) struct SearchRecords {
    /// `Some(None)` for the searches of all agents.
    watched: Option<Option<AgentId>>,
    pub(super) last: Option<(AgentId, Recorder)>,
}

impl SearchRecords {
    pub(super) const fn watch(&mut self, agent: Option<AgentId>) {
        self.watched = Some(agent);
    }

    pub(super) fn take(&mut self) -> Option<(AgentId, Recorder)> {
        self.last.take()
    }

    pub(super) fn watches(&self, agent: AgentId) -> bool {
        self.watched.is_some_and(|only| only.is_none_or(|only| only == agent))
    }
}
