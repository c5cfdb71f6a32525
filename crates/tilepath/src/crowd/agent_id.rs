//! The number of an agent.

/// The number of an agent in its [`Crowd`](crate::crowd::Crowd). The number of one that was removed is given to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentId(pub(super) u32);

impl AgentId {
    /// The number, for arrays of agents: the least numbers that are not in use are given first.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
