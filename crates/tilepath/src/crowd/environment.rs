//! What a crowd asks of its agents.

use super::agent_id::AgentId;
use crate::cost::Cost;
use glam::IVec2;

/// What a [`Crowd`](crate::crowd::Crowd) must know of its agents: where they want to go, and how fast they are.
pub trait CrowdEnvironment {
    /// The cost from a cell to where the agent wants to go: zero where it has arrived, `None` if it may not be there or no path leads on.
    ///
    /// Only the order of the costs of neighbours counts. A [goal field](crate::GoalFieldReader::cost) is the best guide;
    /// [`OwnPathCosts`](crate::crowd::OwnPathCosts) for an agent with a path of its own.
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost>;

    /// The costs from several cells, in their order; as many as there is room for in `costs`. Each must be what [`CrowdEnvironment::cost`] returns,
    /// which is asked by default.
    fn costs(&self, agent: AgentId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.cost(agent, cell));
    }

    /// Says that the costs of a cell and of those round it are about to be asked for. What is read here of goal fields that are in no cache,
    /// such as by [`GoalFieldReader::fetch`](crate::GoalFieldReader::fetch), is read for many agents at the same time. By default nothing is.
    fn fetch_costs(&self, _agent: AgentId, _cell: IVec2) {}

    /// A number that is another whenever a cost of the agent may be another than before; `None`, the default, if nobody can say. As long as it
    /// is the same the crowd remembers what it asked for. A different path needs no other number if
    /// [`Crowd::note_other_costs`](crate::crowd::Crowd::note_other_costs) is called for it.
    fn revision(&self, _agent: AgentId) -> Option<u64> {
        None
    }

    /// How long the agent takes from the centre of a cell to that of a neighbour, in microseconds. 0 counts as 1; with `u64::MAX` it stands
    /// still on its step until [`Crowd::change_pace`](crate::crowd::Crowd::change_pace) says otherwise.
    fn duration(&self, agent: AgentId, from: IVec2, to: IVec2) -> u64;

    /// How long the agent takes from its position to a place in a neighbouring cell that several agents share, in microseconds. By default
    /// as long as to the centre.
    fn duration_to_place(&self, agent: AgentId, from: IVec2, to: IVec2, _place: u8) -> u64 {
        self.duration(agent, from, to)
    }

    /// How long an agent that had to leave its cell takes to its new place, in microseconds. With 0, the default, it is there at once.
    fn duration_out(&self, _agent: AgentId, _cell: IVec2, _place: u8) -> u64 {
        0
    }

    /// Returns whether the agent may take a step that is legal on the crowd's ground. To be said if its profile is narrower than the
    /// crowd's.
    fn allows_step(&self, _agent: AgentId, _from: IVec2, _to: IVec2) -> bool {
        true
    }

    /// Returns whether the agent may be placed in a cell of the crowd's ground. To be said if its profile is narrower than the crowd's.
    fn allows_cell(&self, _agent: AgentId, _cell: IVec2) -> bool {
        true
    }

    /// The free cell at which an agent leaves a wall. The agent gets a place there, or in the nearest cell with room from there. With
    /// `None`, the default, it gets the nearest place. [`MapWithoutObstacles::exit_towards`](crate::MapWithoutObstacles::exit_towards) finds a cell from
    /// which a path leads on.
    fn exit(&self, _agent: AgentId, _wall: IVec2) -> Option<IVec2> {
        None
    }
}
