//! What is new about an agent whose crowd moved it.

use crate::fleet::{agent_id::AgentId, cells::Progress};
use glam::{IVec2, Vec2};

/// What is new about an agent whose crowd moved it, for a game that stores the bodies of agents itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CrowdMove {
    /// The agent.
    pub agent: AgentId,
    /// Where the agent is now. `None` if it has not moved.
    pub place: Option<Vec2>,
    /// How far the agent has come on its path.
    pub progress: Progress,
    /// The cell at which its path begins now if it reads the path from a goal field.
    pub start: IVec2,
}
