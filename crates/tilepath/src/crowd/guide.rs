//! What a crowd asks of its agents.

use super::agent_id::AgentId;
use crate::cost::Cost;
use glam::IVec2;

/// What a [`Crowd`](crate::crowd::Crowd) must know of its agents: where they want to go, and how fast they are.
pub trait CrowdGuide {
    /// The cost from a cell to where the agent wants to go: zero where it has arrived, `None` if it may not be there or no path leads on.
    ///
    /// Only the order of the costs of neighbours counts. A [goal field](crate::GoalFieldReader::cost) is the best guide;
    /// [`OwnPathCosts`](crate::crowd::OwnPathCosts) for an agent with a path of its own.
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost>;

    /// How long the agent takes from the centre of a cell to that of a neighbour, in microseconds.
    fn duration(&self, agent: AgentId, from: IVec2, to: IVec2) -> u64;

    /// Returns whether the agent may take a step that is legal on the crowd's ground. To be said if its profile is narrower than the
    /// crowd's.
    fn allows_step(&self, _agent: AgentId, _from: IVec2, _to: IVec2) -> bool {
        true
    }

    /// Returns whether the agent may be placed in a cell of the crowd's ground. To be said if its profile is narrower than the crowd's.
    fn allows_cell(&self, _agent: AgentId, _cell: IVec2) -> bool {
        true
    }
}
