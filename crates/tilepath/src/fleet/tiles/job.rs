//! Searches over the map for the requests of agents.

use crate::{
    batch::{Batch, BatchJob},
    fleet::{
        agent_id::AgentId,
        failure::Failure,
        place::{Goals, Place},
        queue::QueueKey,
    },
    ground::MapRevision,
};

/// The memory of searches, and the unfinished search.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct TileSearch {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) batch: Batch,
    /// The request whose search was unfinished when the budget of the last update was spent. Its progress is in `batch`.
    pub(in crate::fleet) parked: Option<ParkedJob>,
    /// The revision of the map that the unfinished search has seen.
    pub(in crate::fleet) revision: MapRevision,
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
    /// Why no search is possible. `None` if a search is possible.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) refused: Option<Failure>,
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
pub(super) struct Round {
    pub(super) requests: Vec<TileJob>,
    /// The searches: one for each request that is not refused.
    pub(super) jobs: Vec<BatchJob>,
}
