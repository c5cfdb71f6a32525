//! What a crowd asks of its agents.

use super::agent_id::AgentId;
use crate::cost::Cost;
use glam::IVec2;

/// What a [`Crowd`](crate::crowd::Crowd) must know about its agents: where they want to go, and how fast they are.
pub trait CrowdEnvironment {
    /// The cost from a cell to the agent's goal. Zero where the agent has arrived. `None` if the agent may not be in the cell, or if no
    /// path leads on from it.
    ///
    /// Only the order of the costs of neighbours counts. A [goal field](crate::GoalFieldReader::cost) is the best guide. For an agent with
    /// its own path, use [`OwnPathCosts`](crate::crowd::OwnPathCosts).
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost>;

    /// Writes the costs from several cells into `costs`, in the order of the cells, until `costs` is full. Each must be what
    /// [`CrowdEnvironment::cost`] returns. By default this calls [`CrowdEnvironment::cost`] for each cell.
    fn costs(&self, agent: AgentId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.cost(agent, cell));
    }

    /// Called before the costs of a cell and its neighbours are asked for. Load them into the cache of the processor here, for example with
    /// [`GoalFieldReader::fetch`](crate::GoalFieldReader::fetch): many agents then wait for memory at the same time. Does nothing by
    /// default.
    fn fetch_costs(&self, _agent: AgentId, _cell: IVec2) {}

    /// A version of the agent's costs: change it whenever a cost may have changed. `None` (the default) disables caching. While the version
    /// is the same, the crowd remembers the costs. For another path you may keep the version if you call
    /// [`Crowd::note_other_costs`](crate::crowd::Crowd::note_other_costs).
    fn revision(&self, _agent: AgentId) -> Option<u64> {
        None
    }

    /// How long the agent takes from the centre of a cell to the centre of a neighbour, in microseconds. 0 counts as 1. With `u64::MAX` the
    /// agent stands still on its step until [`Crowd::change_pace`](crate::crowd::Crowd::change_pace) gives it another time.
    fn duration(&self, agent: AgentId, from: IVec2, to: IVec2) -> u64;

    /// How long the agent takes from its position to a place in a neighbouring cell that several agents share, in microseconds. By default
    /// the same as to the centre.
    fn duration_to_place(&self, agent: AgentId, from: IVec2, to: IVec2, _place: u8) -> u64 {
        self.duration(agent, from, to)
    }

    /// How long an agent that had to leave its cell takes to its new place, in microseconds. With 0, the default, the agent is there at
    /// once.
    fn duration_out(&self, _agent: AgentId, _cell: IVec2, _place: u8) -> u64 {
        0
    }

    /// Returns whether the agent may take a step that is legal on the crowd's ground. Implement it if the agent's profile allows less than
    /// the crowd's.
    fn allows_step(&self, _agent: AgentId, _from: IVec2, _to: IVec2) -> bool {
        true
    }

    /// Returns whether the agent may be placed in a cell of the crowd's ground. Implement it if the agent's profile allows less than the
    /// crowd's.
    fn allows_cell(&self, _agent: AgentId, _cell: IVec2) -> bool {
        true
    }

    /// The free cell at which an agent leaves a wall. The agent gets a place in this cell, or in the cell with room nearest to it. With
    /// `None`, the default, the agent gets the nearest place.
    /// [`MapWithoutObstacles::exit_towards`](crate::MapWithoutObstacles::exit_towards) finds a cell from which a path leads on.
    fn exit(&self, _agent: AgentId, _wall: IVec2) -> Option<IVec2> {
        None
    }
}
