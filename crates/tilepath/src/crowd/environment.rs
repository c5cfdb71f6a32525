//! What a crowd asks the game about its agents.

use super::agent::MemberId;
use crate::cost::Cost;
use glam::IVec2;

/// What a [`Crowd`](crate::crowd::Crowd) must know about its agents: the costs to their goals, and how long their steps take. The
/// game implements this trait.
pub(crate) trait CrowdEnvironment {
    /// The cost from a cell to the agent's goal. Zero for a cell at which the agent counts as arrived. `None` if the agent may
    /// not enter the cell, or if no path leads from the cell to the goal.
    ///
    /// Agents go to neighbours with lower costs. When an agent sets out, the cost from the agent's cell tells the crowd how long
    /// the agent's path is. The costs can come from a [goal field](crate::GoalFieldReader::cost), or from
    /// [`OwnPathCosts`](crate::crowd::OwnPathCosts) for an agent with its own path.
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost>;

    /// Writes the cost of each cell in `cells` to the same index of `costs`. Each cost must be equal to the result of
    /// [`CrowdEnvironment::cost`]. The default calls [`CrowdEnvironment::cost`] for each cell. Override the default if several
    /// costs together can be found faster.
    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.cost(agent, cell));
    }

    /// Called before the crowd asks for the costs of an agent's cell and its neighbours. Use this call to load the costs into the
    /// processor cache, for example with [`GoalFieldReader::fetch`](crate::GoalFieldReader::fetch). Does nothing by default.
    fn fetch_costs(&self, _agent: MemberId, _cell: IVec2) {}

    /// A version of the agent's costs: change it whenever a cost may have changed. While the version stays the same, the crowd
    /// reuses the costs that it has asked for. `None` (the default) disables this reuse.
    ///
    /// Another path to the goal changes the costs, too. In that case you may call
    /// [`Crowd::note_other_costs`](crate::crowd::Crowd::note_other_costs) instead of changing the version.
    fn revision(&self, _agent: MemberId) -> Option<u64> {
        None
    }

    /// The duration of the agent's step from the centre of a cell to the centre of a neighbour, in microseconds. 0 counts as 1.
    /// With `u64::MAX` the agent stands still on the step until [`Crowd::change_pace`](crate::crowd::Crowd::change_pace) sets
    /// another duration.
    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64;

    /// The duration of the agent's step from its position to a place in a neighbouring cell, in microseconds. Implement this
    /// method if several agents share a cell, each in its own place. The default is [`CrowdEnvironment::duration`].
    fn duration_to_place(&self, agent: MemberId, from: IVec2, to: IVec2, _place: u8) -> u64 {
        self.duration(agent, from, to)
    }

    /// The time that an agent takes to walk to its new place after it had to leave its cell, in microseconds. With 0 (the
    /// default), the agent is at its new place at once.
    fn duration_out(&self, _agent: MemberId, _cell: IVec2, _place: u8) -> u64 {
        0
    }

    /// Returns whether the agent may take a step that is legal for the crowd's profile. `true` by default. Implement this method
    /// if some agents may enter fewer cells than the crowd's profile allows.
    fn allows_step(&self, _agent: MemberId, _from: IVec2, _to: IVec2) -> bool {
        true
    }

    /// Returns whether the agent may get a place in a cell that is free to the crowd's profile. `true` by default. Implement this
    /// method if some agents may enter fewer cells than the crowd's profile allows.
    fn allows_cell(&self, _agent: MemberId, _cell: IVec2) -> bool {
        true
    }

    /// Returns whether the agent comes to rest at its goal only, in a cell of cost zero. `false` by default: then it may also rest beside
    /// other agents that rest around its goal.
    fn rests_at_goal_only(&self, _agent: MemberId) -> bool {
        false
    }

    /// Returns whether a cell outside corridors is too far from the agent's goal for the agent to rest there. If the agent can come no
    /// nearer, it is then stuck. `false` by default.
    fn is_far_off(&self, _agent: MemberId, _cell: IVec2) -> bool {
        false
    }

    /// Returns whether a cell is the agent's goal. The cost of a goal is zero, but a goal that is far away may have no cost yet.
    fn is_goal(&self, agent: MemberId, cell: IVec2) -> bool {
        self.cost(agent, cell) == Some(Cost::ZERO)
    }

    /// Returns whether a path is sure to lead to the goal over a neighbour of the agent's cell. `true` by default. If the agent follows its own
    /// path, there may be a wall before a neighbour that is as near to its goal as the path: then the agent takes the path.
    fn leads_over(&self, _agent: MemberId, _cell: IVec2) -> bool {
        true
    }

    /// Returns whether the agent follows its own path, and a cell is not on it. `false` by default. If the agent then comes no nearer to its
    /// goal, it asks for another path: its costs know walls between it and its path only as far as it can see.
    fn is_off_path(&self, _agent: MemberId, _cell: IVec2) -> bool {
        false
    }

    /// A number for the cells that the agent may enter ([`CrowdEnvironment::allows_cell`]): agents with the same number may enter
    /// the same cells. 0 by default. Implement this method together with [`CrowdEnvironment::allows_cell`].
    fn cells(&self, _agent: MemberId) -> u64 {
        0
    }

    /// The free cell at which an agent leaves a wall. The agent gets a place in this cell. If this cell is full, the agent gets a
    /// place in the nearest cell that has room. With `None` (the default), the agent gets a place in the cell with room that is
    /// nearest to the wall.
    ///
    /// [`MapWithoutObstacles::exit_towards`](crate::MapWithoutObstacles::exit_towards) finds an exit from which a path leads to a
    /// goal.
    fn exit(&self, _agent: MemberId, _wall: IVec2) -> Option<IVec2> {
        None
    }
}
