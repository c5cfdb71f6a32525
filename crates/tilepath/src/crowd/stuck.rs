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
    /// No cell near it has room: it has no place.
    NoRoom,
    /// No path leads on from where it is.
    NoPath,
    /// It waits at a corridor for those that come the other way.
    Corridor,
    /// Others stand in its way and can't give way, or push it back.
    Crowded,
}

/// An agent that does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StuckAgent {
    /// The agent.
    pub agent: AgentId,
    /// Where it is; `None` if it has no place.
    pub cell: Option<IVec2>,
    /// When it came nearer last, in microseconds.
    pub since: u64,
    /// Why.
    pub reason: StuckReason,
}
