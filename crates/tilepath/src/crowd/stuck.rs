//! Agents that don't come nearer to their goals, and why.

use super::agent_id::AgentId;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::IVec2;

/// Why an agent in a crowd does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
pub enum StuckReason {
    /// The agent has no place on the map: all cells near it are full.
    NoRoom,
    /// No path leads from the agent's cell to its goal.
    NoPath,
    /// The agent waits at a corridor for agents that come from the other end.
    Corridor,
    /// Other agents block the agent's way or push the agent back.
    Crowded,
}

/// An agent that comes no nearer to its goal, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StuckAgent {
    /// The number of the agent.
    pub agent: AgentId,
    /// The cell that the agent occupies. `None` if the crowd has not found a free cell for the agent yet.
    pub cell: Option<IVec2>,
    /// The agent has come no nearer to its goal since this time, in microseconds.
    pub since: u64,
    /// Why the agent is stuck.
    pub reason: StuckReason,
}
