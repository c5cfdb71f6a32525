//! Agents that don't come nearer to their goals, and why.

use super::agent_id::AgentId;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::IVec2;

/// Why an agent does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
pub enum StuckReason {
    /// No cell near the agent has room: the agent has no place.
    NoRoom,
    /// No path leads on from where the agent is.
    NoPath,
    /// The agent waits at a corridor for agents that come the other way.
    Corridor,
    /// Other agents stand in the agent's way and can't give way, or push it back.
    Crowded,
}

/// An agent that does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StuckAgent {
    /// The agent.
    pub agent: AgentId,
    /// The cell of the agent. `None` if it has no place.
    pub cell: Option<IVec2>,
    /// When the agent last came nearer to its goal, in microseconds.
    pub since: u64,
    /// Why the agent is stuck.
    pub reason: StuckReason,
}
