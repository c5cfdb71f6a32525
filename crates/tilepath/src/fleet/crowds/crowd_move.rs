//! What a crowd changed about one of its agents.

use crate::fleet::{agent_id::AgentId, walking::Progress};
use glam::{IVec2, Vec2};

/// What a crowd changed about one of its agents, for a game that stores the bodies of agents itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CrowdMove {
    /// The agent.
    pub agent: AgentId,
    /// Where the agent is now.
    pub place: Vec2,
    /// How far the agent has come on its path.
    pub progress: Progress,
    /// The cell at which the agent's path now begins, if the agent reads its path from a goal field.
    pub start: IVec2,
}
