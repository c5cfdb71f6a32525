//! What the agents of crowds read to choose their next cells.

use crate::{
    fleet::{
        agent_id::AgentId, agents::AgentSlots, answer::AgentPath, fields::RequestGroups, grounds::Grounds,
        key::RequestKey,
    },
    geometry::CellGeometry,
    goal_field::GoalFieldReader,
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// What the agents of crowds read to choose their next cells.
pub(super) struct Reading<'a> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) grounds: &'a Grounds<'a>,
    /// The goal fields, by slot.
    pub(super) fields: &'a [Option<GoalFieldReader<'a>>],
    /// For each field, the last frame in which a cost changed or became known.
    pub(super) changed_in: &'a [u64],
    /// For each field, whether its last change came from an edit of the map, and not from a target that moved.
    pub(super) edited: &'a [bool],
    pub(super) agents: AgentSlots<'a>,
    pub(super) groups: &'a RequestGroups<RequestKey>,
}

impl Reading<'_> {
    /// The goal field in a slot.
    pub(super) fn field(&self, slot: u16) -> Option<&GoalFieldReader<'_>> {
        self.fields.get(usize::from(slot))?.as_ref()
    }

    /// The cells of an agent's own path. Empty if the agent has no such path.
    pub(super) fn path(&self, agent: AgentId) -> &[IVec2] {
        self.agents.get(agent.index()).map_or(&[], |agent| AgentPath::own_cells(&agent.path))
    }

    /// The number of agents with the same request as this agent, itself included.
    pub(super) fn companions(&self, agent: AgentId) -> u32 {
        let group = self.agents.get(agent.index()).and_then(|agent| agent.plan.group);
        group.and_then(|group| self.groups.get(group)).map_or(1, |group| group.agents())
    }

    /// The profile with this number.
    pub(super) fn profile(&self, number: u16) -> Option<&CostProfile> {
        self.grounds.profile_or_first(number)
    }
}
