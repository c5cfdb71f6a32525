//! What happened to the agents of a fleet.

use super::{agent_id::AgentId, failure::Failure};

/// What happened to an agent, in the order in which it happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FleetEvent {
    /// The agent got a path and had none before.
    Found(AgentId),
    /// The agent's path was replaced by a different one.
    Replanned(AgentId),
    /// The agent's request failed. A retry that fails for the same kind of reason is no event.
    Failed(AgentId, Failure),
    /// The agent reached the end of a path to its target. The end of a partial path does not count.
    Reached(AgentId),
}
