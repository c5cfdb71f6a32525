//! What happened to the agents of a fleet.

use super::failure::Failure;
use crate::{crowd::StuckReason, fleet::agent_id::AgentId};
use glam::IVec2;

/// An event of one agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FleetEvent {
    /// The agent got a path and had none before, or got the first path for another request.
    Found(AgentId),
    /// The agent's path was replaced by a different one.
    Replanned(AgentId),
    /// The agent's request failed. Another failure of the same kind after a retry is no event.
    Failed(AgentId, Failure),
    /// The agent reached the end of a path to its target. The end of a partial path does not count.
    Reached(AgentId),
    /// The agent is in a crowd and has rested beside its goal ([`Reached`](Self::Reached)), because the goal was full. Now it has come to
    /// rest in the goal.
    Entered(AgentId),
    /// The agent has stopped before an obstacle of a class that its request names: see
    /// [`Request::stop_before`](super::Request::stop_before). Sent once for each stop.
    ObstacleAhead {
        /// The agent.
        agent: AgentId,
        /// The cell of the obstacle, which the agent would cover in the next cell of its path: for agents of one cell this is the same cell.
        cell: IVec2,
    },
    /// The agent has begun to cross a [link](crate::NavLink). Until [`LinkFinished`](Self::LinkFinished) the game may move it.
    LinkEntered {
        /// The agent.
        agent: AgentId,
        /// The cell where the link begins.
        from: IVec2,
        /// The cell where the link ends.
        to: IVec2,
    },
    /// The agent has come to the end of a link.
    LinkFinished {
        /// The agent.
        agent: AgentId,
        /// The cell where the link begins.
        from: IVec2,
        /// The cell where the link ends.
        to: IVec2,
    },
    /// The agent is in a crowd and has not come nearer to its goal for some time, see
    /// [`stuck_after`](crate::crowd::CrowdRules::stuck_after). The agent keeps trying.
    Stuck {
        /// The agent.
        agent: AgentId,
        /// Why the agent is stuck.
        reason: StuckReason,
        /// The cell that the agent occupies. `None` if the agent occupies no cell.
        cell: Option<IVec2>,
    },
}
