//! What a walking crowd asks the game about its agents.

use crate::{cost::Cost, crowd::MemberId};
use glam::IVec2;

/// What a [`CrowdMover`](super::CrowdMover) must know about its agents: the costs to their goals, and which cells they may enter. The
/// game implements this trait.
///
/// [`CrowdEnvironment`](crate::crowd::CrowdEnvironment) describes the methods of the same names in detail.
pub trait CrowdGuide {
    /// The cost from a cell to the agent's goal; zero at the goal. `None` if no path leads from the cell to the goal.
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost>;

    /// Writes the cost of each cell in `cells` to the same index of `costs`. The default calls [`CrowdGuide::cost`] for each cell.
    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        costs.iter_mut().zip(cells).for_each(|(cost, &cell)| *cost = self.cost(agent, cell));
    }

    /// Called before the crowd asks for the costs of an agent's cell and its neighbours. Does nothing by default.
    fn fetch_costs(&self, _agent: MemberId, _cell: IVec2) {}

    /// A version of the agent's costs: change it whenever a cost may have changed. `None` (the default) disables caching.
    fn revision(&self, _agent: MemberId) -> Option<u64> {
        None
    }

    /// The factor for the time that the agent takes to enter a cell: 1 by default. With 2, the agent takes twice as long as its
    /// speed says.
    fn slowness(&self, _agent: MemberId, _cell: IVec2) -> f32 {
        1.0
    }

    /// Returns whether a cell is free for the agent. An agent that walks out of a wall walks over free cells only.
    fn is_free(&self, agent: MemberId, cell: IVec2) -> bool;

    /// Returns whether the agent may take a step that is legal for the profile of the crowd. `true` by default.
    fn allows_step(&self, _agent: MemberId, _from: IVec2, _to: IVec2) -> bool {
        true
    }

    /// Returns whether the agent may get a place in a cell that is free to the profile of the crowd. `true` by default.
    fn allows_cell(&self, _agent: MemberId, _cell: IVec2) -> bool {
        true
    }

    /// Returns whether the agent comes to rest at its goal only. `false` by default: then it may also rest beside other agents that rest
    /// around its goal.
    fn rests_at_goal_only(&self, _agent: MemberId) -> bool {
        false
    }

    /// A number for the cells that the agent may enter: agents with the same number may enter the same cells. 0 by default.
    /// Implement this method together with [`CrowdGuide::allows_cell`].
    fn cells(&self, _agent: MemberId) -> u64 {
        0
    }

    /// The free cell at which an agent leaves a wall. `None` (the default) means the nearest cell with room.
    fn exit(&self, _agent: MemberId, _wall: IVec2) -> Option<IVec2> {
        None
    }

    /// Called when an agent begins a step into a cell, before any agent decides again. Does nothing by default.
    fn note_step(&mut self, _agent: MemberId, _to: IVec2) {}
}
