//! The ids of agents.

use core::{fmt, num::NonZeroU32};

/// The id of an agent in a [`Fleet`](super::Fleet). A fleet never gives the id of a removed agent to another agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgentId {
    index: u32,
    generation: NonZeroU32,
}

impl AgentId {
    pub(super) const fn new(index: u32, before: u32) -> Self {
        let generation = NonZeroU32::MIN.saturating_add(before);
        Self { index, generation }
    }

    /// The number of earlier agents with the same index.
    pub(super) const fn generation(self) -> u32 {
        self.generation.get() - 1
    }

    /// The index of the agent in tables, counted from 0. A new agent may get the index of a removed agent.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation())
    }
}
