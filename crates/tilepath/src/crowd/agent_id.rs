//! The number of an agent.

/// The number of an agent in its [`Crowd`](crate::crowd::Crowd). The number of a removed agent is given to another agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentId(pub(super) u32);

impl AgentId {
    /// The number as an index, for arrays of agents. New agents get the lowest numbers that are not in use.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
