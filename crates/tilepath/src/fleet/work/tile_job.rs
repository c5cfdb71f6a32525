//! Searches over the map for the requests of agents.

use crate::{
    batch::{Batch, BatchJob},
    fleet::{
        agent_id::AgentId,
        agents::{Goals, Place, rename},
        requests::{Failure, QueueKey, Request},
    },
    ground::MapRevision,
    search::SearchScratch,
};

/// After starting again this many times because the ground changed, a search runs to its end within one update.
/// Otherwise, ground that changes in every update could keep an agent waiting forever.
pub(in crate::fleet) const MAX_RESTARTS: u32 = 4;

/// The memory of searches, and the unfinished search.
#[derive(Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct TileSearch {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) batch: Batch,
    /// The memory of the searches that lead paths on.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) scratch: SearchScratch,
    /// The request whose search was unfinished when the budget of the last update was spent. Its progress is in `batch`.
    pub(in crate::fleet) parked: Option<ParkedJob>,
    /// The revision of the map that the unfinished search has seen.
    pub(in crate::fleet) revision: MapRevision,
}

impl Clone for TileSearch {
    /// A copy leaves the memory of searches behind.
    fn clone(&self) -> Self {
        let Self { batch, parked, revision, .. } = self;
        Self {
            batch: batch.clone(),
            scratch: SearchScratch::default(),
            parked: parked.clone(),
            revision: *revision,
        }
    }
}

/// The request of one agent, resolved to cells.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct TileJob {
    pub(in crate::fleet) agent: AgentId,
    pub(in crate::fleet) key: QueueKey,
    /// The cell in which the agent is.
    pub(in crate::fleet) start: Option<Place>,
    pub(in crate::fleet) goals: Goals,
    /// Whether the agent has got another request since, and the search runs to its end all the same.
    pub(in crate::fleet) is_overtaken: bool,
    /// Why no search is possible. `None` if a search is possible.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) refused: Option<Failure>,
}

impl TileJob {
    /// The request of an agent at this place in the queue, not resolved yet.
    pub(in crate::fleet) fn new(agent: AgentId, key: QueueKey) -> Self {
        Self { agent, key, start: None, goals: Goals::new(), is_overtaken: false, refused: None }
    }

    /// Notes that the agent has a request with other targets in the same cells.
    pub(in crate::fleet) fn rename_targets(&mut self, agent: AgentId, last: &Request, request: &Request) {
        if self.agent == agent && !self.is_overtaken {
            rename(&mut self.goals, last, request);
        }
    }
}

/// A request whose search is unfinished.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct ParkedJob {
    pub(in crate::fleet) request: TileJob,
    pub(in crate::fleet) job: BatchJob,
    /// The expansions that were paid for so far.
    #[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only saves read it"))]
    pub(in crate::fleet) paid: u32,
}

/// Requests that are answered together, in the order of the queue.
#[derive(Default)]
pub(in crate::fleet) struct Round {
    pub(in crate::fleet) requests: Vec<TileJob>,
    /// The searches: one for each request that is not refused.
    pub(in crate::fleet) jobs: Vec<BatchJob>,
}
