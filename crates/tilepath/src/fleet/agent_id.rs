//! The names of agents.

use core::{fmt, num::NonZeroU32};

/// The name of an agent in a [`Fleet`](super::Fleet). A fleet never gives the name of a removed agent to another one.
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

    /// How many agents had the index before.
    pub(super) const fn generation(self) -> u32 {
        self.generation.get() - 1
    }

    /// The place of the agent in tables: numbers from 0 up, which are given again when agents are removed.
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
