//! What the crowd of a layer asks of its agents.

use super::{
    layer::LayerProfile,
    layer_agent::{AgentRoute, LayerAgent},
};
use crate::request::{CostProfiles, PathResult};
use bevy::prelude::*;
use tilepath::{
    Cost, GoalFieldReader, NavMap,
    agents::CrowdGuide,
    crowd::{MemberId, OwnPathCosts},
};

/// The cost of a cell that a goal field does not know yet. It is more than all that it knows.
const UNKNOWN: Cost = Cost::from_units(u32::MAX - 3);

/// What agents read when they decide.
pub(super) struct Reading<'a, 'w, 's> {
    pub(super) map: &'a NavMap,
    pub(super) profiles: &'a CostProfiles,
    pub(super) fields: &'a [Option<GoalFieldReader<'a>>],
    /// The last frame in which a cost of each field changed, or became known.
    pub(super) changed_in: &'a [u64],
    pub(super) results: &'a Query<'w, 's, &'static PathResult>,
}

/// The guide of one layer.
pub(super) struct Guide<'a, 'w, 's> {
    pub(super) reading: &'a Reading<'a, 'w, 's>,
    pub(super) agents: &'a mut [LayerAgent],
    pub(super) profiles: &'a [LayerProfile],
}

impl Reading<'_, '_, '_> {
    fn field(&self, number: u16) -> Option<&GoalFieldReader<'_>> {
        self.fields.get(usize::from(number))?.as_ref()
    }

    /// The own path of an agent; empty if it has none.
    fn path(&self, agent: &LayerAgent) -> &[IVec2] {
        self.results.get(agent.entity).map_or(&[], PathResult::own_cells)
    }
}

impl Guide<'_, '_, '_> {
    fn is_narrow(&self, agent: &LayerAgent) -> bool {
        self.profiles.iter().any(|profile| profile.id == agent.profile && profile.is_narrow)
    }
}

impl CrowdGuide for Guide<'_, '_, '_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        let mut cost = [None];
        self.costs(agent, &[cell], &mut cost);
        cost[0]
    }

    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        let agent = &self.agents[agent.index()];
        match agent.route {
            AgentRoute::None => costs.fill(Some(Cost::ZERO)),
            AgentRoute::Field(number) => {
                let Some(reader) = self.reading.field(number) else { return costs.fill(None) };
                reader.costs(cells, costs);
                let unfound = costs.iter_mut().zip(cells).filter(|(found, _)| found.is_none());
                unfound.for_each(|(found, &cell)| *found = (!reader.knows(cell)).then_some(UNKNOWN));
            }
            AgentRoute::Path => {
                let Reading { map, .. } = self.reading;
                let path = OwnPathCosts::new(map.topology(), self.reading.path(agent), agent.near as usize);
                costs.iter_mut().zip(cells).for_each(|(found, &cell)| *found = path.cost(cell));
            }
        }
    }

    fn fetch_costs(&self, agent: MemberId, cell: IVec2) {
        if let AgentRoute::Field(number) = self.agents[agent.index()].route
            && let Some(reader) = self.reading.field(number)
        {
            reader.fetch(cell);
        }
    }

    fn revision(&self, agent: MemberId) -> Option<u64> {
        match self.agents[agent.index()].route {
            // An agent that gets another route, or another path, has other costs.
            AgentRoute::None | AgentRoute::Path => Some(0),
            AgentRoute::Field(number) => {
                self.reading.field(number)?;
                self.reading.changed_in.get(usize::from(number)).copied()
            }
        }
    }

    fn slowness(&self, agent: MemberId, cell: IVec2) -> f32 {
        self.agents[agent.index()].slowness(self.reading.map, self.reading.profiles, cell)
    }

    fn is_free(&self, agent: MemberId, cell: IVec2) -> bool {
        let Reading { map, profiles, .. } = self.reading;
        map.is_free(profiles.get_or_default(self.agents[agent.index()].profile), cell)
    }

    fn allows_step(&self, agent: MemberId, from: IVec2, to: IVec2) -> bool {
        let agent = &self.agents[agent.index()];
        let Reading { map, profiles, .. } = self.reading;
        !self.is_narrow(agent) || map.allows_step(profiles.get_or_default(agent.profile), from, to)
    }

    fn allows_cell(&self, agent: MemberId, cell: IVec2) -> bool {
        !self.is_narrow(&self.agents[agent.index()]) || self.is_free(agent, cell)
    }

    fn exit(&self, agent: MemberId, wall: IVec2) -> Option<IVec2> {
        let agent = &self.agents[agent.index()];
        let Reading { map, profiles, .. } = self.reading;
        let (map, profile) = (map.without_obstacles(&[]), profiles.get_or_default(agent.profile));
        match agent.route {
            AgentRoute::None => None,
            AgentRoute::Field(number) => {
                let reader = self.reading.field(number)?;
                map.exit_where(profile, wall, |exit| reader.cost(exit).is_some())
            }
            AgentRoute::Path => {
                let end = self.reading.path(agent).last().map_or(&[][..], core::slice::from_ref);
                map.exit_towards(profile, wall, end)
            }
        }
    }

    fn note_step(&mut self, agent: MemberId, to: IVec2) {
        let reading = self.reading;
        let agent = &mut self.agents[agent.index()];
        if agent.route == AgentRoute::Path {
            let path = reading.path(agent);
            agent.find_on_path(path, to, reading.map, reading.profiles, true);
        }
    }
}
