//! What the agents of crowds read to choose their next cells.

use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{AgentPath, AgentSlots, Grounds},
        fields::RequestGroups,
        requests::RequestKey,
    },
    geometry::CellGeometry,
    goal_field::GoalFieldReader,
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// What the agents of crowds read to choose their next cells.
pub(in crate::fleet) struct Reading<'a> {
    pub(in crate::fleet) map: &'a NavMap,
    pub(in crate::fleet) geometry: &'a CellGeometry,
    pub(in crate::fleet) grounds: &'a Grounds<'a>,
    /// The goal fields, by slot.
    pub(in crate::fleet) fields: &'a [Option<GoalFieldReader<'a>>],
    /// For each field, the last frame in which a cost changed or became known.
    pub(in crate::fleet) changed_in: &'a [u64],
    /// For each field, whether its last change came from an edit of the map, and not from a target that moved.
    pub(in crate::fleet) edited: &'a [bool],
    pub(in crate::fleet) agents: AgentSlots<'a>,
    pub(in crate::fleet) groups: &'a RequestGroups<RequestKey>,
}

impl Reading<'_> {
    /// The goal field in a slot.
    pub(in crate::fleet) fn field(&self, slot: u16) -> Option<&GoalFieldReader<'_>> {
        self.fields.get(usize::from(slot))?.as_ref()
    }

    /// The cells of an agent's own path. Empty if the agent has no such path.
    pub(in crate::fleet) fn path(&self, agent: AgentId) -> &[IVec2] {
        self.agents.get(agent.index()).map_or(&[], |agent| AgentPath::own_cells(&agent.path))
    }

    /// The number of agents with the same request as this agent, itself included.
    pub(in crate::fleet) fn companions(&self, agent: AgentId) -> u32 {
        let group = self.agents.get(agent.index()).and_then(|agent| agent.plan.group);
        group.and_then(|group| self.groups.get(group)).map_or(1, |group| group.agents())
    }

    /// The cell of the obstacle before which an agent stops, if it would step to this cell.
    pub(in crate::fleet) fn obstacle_at(&self, agent: AgentId, cell: IVec2) -> Option<IVec2> {
        let request = self.agents.get(agent.index()).and_then(|agent| agent.request());
        request.and_then(|request| request.obstacle_at(self.map, self.profile(request.profile)?, cell))
    }

    /// The profile with this number.
    pub(in crate::fleet) fn profile(&self, number: u16) -> Option<&CostProfile> {
        self.grounds.profile_or_first(number)
    }
}
