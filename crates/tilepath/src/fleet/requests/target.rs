//! Targets: what a request names as its destination.

use crate::fleet::agent_id::AgentId;
use glam::{IVec2, Vec2};

/// What a [`Request`](super::Request) names as its target.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A cell of a map.
    Cell(IVec2),
    /// A point of the world.
    Position(Vec2),
    /// An agent of the fleet. The agent needs no request and need not walk: anything with a position can be an agent.
    Agent(AgentId),
}

impl From<IVec2> for Target {
    fn from(cell: IVec2) -> Self {
        Self::Cell(cell)
    }
}

impl From<Vec2> for Target {
    fn from(position: Vec2) -> Self {
        Self::Position(position)
    }
}

impl From<AgentId> for Target {
    fn from(agent: AgentId) -> Self {
        Self::Agent(agent)
    }
}
