//! The steps of agents over cells, as the planning of their paths reads them.

use super::{
    agent_id::AgentId,
    cells::{CellStep, Progress},
};
use glam::IVec2;

/// The steps of agents that walk over cells. An agent without a step does not walk.
pub trait Walkers {
    /// The step of an agent.
    fn step(&self, agent: AgentId) -> Option<&CellStep>;

    /// How far an agent has come on its path.
    fn progress(&self, agent: AgentId) -> Option<Progress>;

    /// The cell at which the path of an agent begins now, if the agent reads its path from a goal field.
    fn path_start(&self, agent: AgentId) -> Option<IVec2>;

    /// Notes that an agent has a new path, or none.
    fn renew(&mut self, agent: AgentId);

    /// Notes that the map may have moved without the agent.
    fn forget_place(&mut self, agent: AgentId);

    /// Begins the walk again.
    fn head_for_start(&mut self, agent: AgentId);
}

/// Nobody walks.
impl Walkers for () {
    fn step(&self, _: AgentId) -> Option<&CellStep> {
        None
    }

    fn progress(&self, _: AgentId) -> Option<Progress> {
        None
    }

    fn path_start(&self, _: AgentId) -> Option<IVec2> {
        None
    }

    fn renew(&mut self, _: AgentId) {}

    fn forget_place(&mut self, _: AgentId) {}

    fn head_for_start(&mut self, _: AgentId) {}
}
