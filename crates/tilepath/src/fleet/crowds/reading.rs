//! What the agents of crowds read to choose their next cells.

use crate::{
    fleet::{agent_id::AgentId, agents::AgentSlots, answer::AgentPath, grounds::Grounds},
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

    /// The profile with this number.
    pub(super) fn profile(&self, number: u16) -> Option<&CostProfile> {
        self.grounds.profile_or_first(number)
    }
}
