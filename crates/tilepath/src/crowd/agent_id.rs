//! The number of an agent.

/// The number of an agent in its [`Crowd`](crate::crowd::Crowd). Once the agent is removed, a new agent may get the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentId(pub(super) u32);

impl AgentId {
    /// The number of the agent as an index, for arrays of agents. Such arrays stay small: a new agent gets the lowest number that
    /// no agent has.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
