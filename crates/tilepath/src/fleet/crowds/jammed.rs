//! Agents of crowds that are in jams, or stuck.

use super::layer::CrowdLayer;
use crate::{
    crowd::{JamPart, MemberId, StuckReason},
    fleet::{agent_id::AgentId, fleet::Fleet},
};
use glam::IVec2;

impl Fleet {
    /// The number of jams for which a plan is searched, or whose agents walk by a plan.
    #[must_use]
    pub fn jams(&self) -> usize {
        self.crowds.layers.iter().map(|layer| layer.crowd.jams()).sum()
    }

    /// An agent's part in a jam. `None` for an agent that walks by itself.
    #[must_use]
    pub fn jam(&self, agent: AgentId) -> Option<JamPart> {
        let (layer, id) = self.place_in_crowd(agent)?;
        layer.crowd.jam(id)
    }

    /// The cells that an agent still has to enter by the plan of its jam, in their order. Empty for an agent without a plan.
    pub fn planned_cells(&self, agent: AgentId) -> impl Iterator<Item = IVec2> + '_ {
        self.place_in_crowd(agent).into_iter().flat_map(|(layer, id)| layer.crowd.planned_cells(id))
    }

    /// Why an agent of a crowd is stuck. `None` from the time on at which it comes nearer to its goal, or rests.
    #[must_use]
    pub fn stuck(&self, agent: AgentId) -> Option<StuckReason> {
        let (layer, id) = self.place_in_crowd(agent)?;
        layer.crowd.stuck(id)
    }

    fn place_in_crowd(&self, agent: AgentId) -> Option<(&CrowdLayer, MemberId)> {
        self.agents.get(agent).and_then(|_| self.crowds.place(agent.index()))
    }
}
