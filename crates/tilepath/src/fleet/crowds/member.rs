//! What crowds store about each agent.

use crate::{crowd::MemberId, fleet::cells::Pace};

/// What crowds store about one agent. Agents outside crowds have an entry, too.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Member {
    /// The agent's layer and its id there. `None` if the agent is in no crowd.
    pub(super) place: Option<(u8, MemberId)>,
    /// The pace of the agent at the last update of its crowd.
    pub(super) pace: Pace,
    /// The last update in which the agent had a body.
    pub(super) seen_in: u64,
}

/// Which goals an agent in a crowd has reached.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ReachedGoals {
    /// The number of the agent's last request group.
    pub(super) group: u64,
    /// A hash of the goals that the agent reached last.
    pub(super) last: Option<u64>,
}

impl Default for Member {
    fn default() -> Self {
        Self { place: None, pace: Pace::new(0.0), seen_in: 0 }
    }
}
