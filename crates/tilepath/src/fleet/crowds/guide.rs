//! Answers the questions of a layer's crowd about its agents.

use super::{
    layer::LayerProfile,
    layer_agent::{LayerAgent, Route},
};
use crate::{
    agents::CrowdGuide,
    cost::Cost,
    crowd::{MemberId, OwnPathCosts},
    fleet::{agent_id::AgentId, agents::AgentSlots, answer::AgentPath, cells::is_far, grounds::Grounds},
    goal_field::GoalFieldReader,
    ground::CostProfile,
    map::NavMap,
};
use glam::IVec2;

/// The cost of a cell that a goal field does not know yet. It is greater than every known cost.
const UNKNOWN: Cost = Cost::from_units(u32::MAX - 3);

/// What the agents of crowds read to choose their next cells.
pub(super) struct Reading<'a> {
    pub(super) map: &'a NavMap,
    pub(super) grounds: &'a Grounds<'a>,
    /// The goal fields, by slot.
    pub(super) fields: &'a [Option<GoalFieldReader<'a>>],
    /// For each field, the last frame in which a cost changed or became known.
    pub(super) changed_in: &'a [u64],
    /// For each field, whether its last change came from an edit of the map, and not from a target that moved.
    pub(super) edited: &'a [bool],
    pub(super) agents: AgentSlots<'a>,
}

/// The guide of one layer.
pub(super) struct Guide<'a> {
    pub(super) reading: &'a Reading<'a>,
    pub(super) agents: &'a mut [LayerAgent],
    pub(super) profiles: &'a [LayerProfile],
    /// Agents that their goal fields turn round, each with its cell, or with `None` if an edit of the map has done it.
    pub(super) turned: &'a mut Vec<(AgentId, Option<IVec2>)>,
}

impl Reading<'_> {
    fn field(&self, slot: u16) -> Option<&GoalFieldReader<'_>> {
        self.fields.get(usize::from(slot))?.as_ref()
    }

    /// The cells of an agent's own path. Empty if the agent has no such path.
    fn path(&self, agent: &LayerAgent) -> &[IVec2] {
        self.agents.get(agent.agent.index()).map_or(&[], |agent| AgentPath::own_cells(&agent.path))
    }

    fn profile(&self, agent: &LayerAgent) -> Option<&CostProfile> {
        self.grounds.profile_or_first(agent.profile)
    }
}

impl Guide<'_> {
    fn agent(&self, agent: MemberId) -> &LayerAgent {
        &self.agents[agent.index()]
    }

    fn is_narrow(&self, agent: &LayerAgent) -> bool {
        self.profiles.iter().any(|profile| profile.number == agent.profile && profile.is_narrow)
    }
}

impl CrowdGuide for Guide<'_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        let mut cost = [None];
        self.costs(agent, &[cell], &mut cost);
        cost[0]
    }

    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        let agent = self.agent(agent);
        match agent.route {
            Route::None => costs.fill(Some(Cost::ZERO)),
            Route::Field(slot) => {
                let Some(reader) = self.reading.field(slot) else { return costs.fill(None) };
                reader.costs(cells, costs);
                let unfound = costs.iter_mut().zip(cells).filter(|(found, _)| found.is_none());
                unfound.for_each(|(found, &cell)| *found = (!reader.knows(cell)).then_some(UNKNOWN));
            }
            Route::Path => {
                let Some(profile) = self.reading.profile(agent) else { return costs.fill(None) };
                let (map, path) = (self.reading.map, self.reading.path(agent));
                let path = OwnPathCosts::on_map(map, profile, path, agent.near as usize);
                costs.iter_mut().zip(cells).for_each(|(found, &cell)| *found = path.cost(cell));
            }
        }
    }

    fn fetch_costs(&self, agent: MemberId, cell: IVec2) {
        if let Route::Field(slot) = self.agent(agent).route
            && let Some(reader) = self.reading.field(slot)
        {
            reader.fetch(cell);
        }
    }

    fn revision(&self, agent: MemberId) -> Option<u64> {
        match self.agent(agent).route {
            // Without a field, the costs change only with the route or the path. `CrowdMover::note_other_costs` then
            // informs the crowd.
            Route::None | Route::Path => Some(0),
            Route::Field(slot) => {
                self.reading.field(slot)?;
                self.reading.changed_in.get(usize::from(slot)).copied()
            }
        }
    }

    fn slowness(&self, agent: MemberId, cell: IVec2) -> f32 {
        self.agent(agent).slowness(self.reading.map, self.reading.grounds, cell)
    }

    fn is_free(&self, agent: MemberId, cell: IVec2) -> bool {
        let profile = self.reading.profile(self.agent(agent));
        profile.is_some_and(|profile| self.reading.map.is_free(profile, cell))
    }

    fn allows_step(&self, agent: MemberId, from: IVec2, to: IVec2) -> bool {
        let agent = self.agent(agent);
        let allows = |profile| self.reading.map.allows_step(profile, from, to);
        !self.is_narrow(agent) || self.reading.profile(agent).is_some_and(allows)
    }

    fn allows_cell(&self, agent: MemberId, cell: IVec2) -> bool {
        !self.is_narrow(self.agent(agent)) || self.is_free(agent, cell)
    }

    fn rests_at_goal_only(&self, agent: MemberId) -> bool {
        self.agent(agent).rests_in_goal
    }

    fn cells(&self, agent: MemberId) -> u64 {
        let agent = self.agent(agent);
        if self.is_narrow(agent) { u64::from(agent.profile) + 1 } else { 0 }
    }

    fn exit(&self, agent: MemberId, wall: IVec2) -> Option<IVec2> {
        let agent = self.agent(agent);
        let (map, profile) = (self.reading.map.without_obstacles(&[]), self.reading.profile(agent)?);
        match agent.route {
            Route::None => None,
            Route::Field(slot) => {
                let reader = self.reading.field(slot)?;
                map.exit_where(profile, wall, |exit| reader.cost(exit).is_some())
            }
            Route::Path => {
                let end = self.reading.path(agent).last().map_or(&[][..], core::slice::from_ref);
                map.exit_towards(profile, wall, end)
            }
        }
    }

    fn note_step(&mut self, agent: MemberId, to: IVec2) {
        let reading = self.reading;
        let agent = &mut self.agents[agent.index()];
        if agent.route == Route::Path
            && let Some(profile) = reading.profile(agent)
        {
            let path = reading.path(agent);
            agent.find_on_path(path, to, (reading.map, profile), true);
        }
        if let Route::Field(slot) = agent.route {
            let cost = |cell| reading.field(slot).and_then(|reader| reader.cost(cell));
            let from = agent.last_step.map(|(at, _)| at);
            let here = from.and_then(cost);
            let is_led = here.is_some_and(|here| cost(to).is_some_and(|there| there < here));
            let turns_back = agent.turns_back(to, is_led);
            let is_edited = reading.edited.get(usize::from(slot)).copied().unwrap_or_default();
            if turns_back && (is_edited || is_far(reading.map, here)) {
                self.turned.push((agent.agent, from.filter(|_| !is_edited)));
            }
        }
    }
}
