//! What is kept of an agent that may walk in a crowd.

use crate::{crowd::MemberId, fleet::cells::Pace};

/// What is kept of an agent that may walk in a crowd, by its index.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Member {
    /// Its layer and its number there. `None` if it takes no part.
    pub(super) place: Option<(u8, MemberId)>,
    /// How fast it walked when it was looked at last.
    pub(super) pace: Pace,
    /// The last update in which it had a body.
    pub(super) seen_in: u64,
}

/// Which goals an agent in a crowd has reached.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ReachedGoals {
    /// The number of the last group of requests by which it walked.
    pub(super) group: u64,
    /// A hash of the goals that it reached last.
    pub(super) last: Option<u64>,
}

impl Default for Member {
    fn default() -> Self {
        Self { place: None, pace: Pace::new(0.0), seen_in: 0 }
    }
}
