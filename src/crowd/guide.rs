//! What the crowd of a layer asks of its agents.

use super::{
    layer::LayerProfile,
    mind::{Aim, Mind},
};
use crate::{
    map::CellGeometry,
    request::{CostProfiles, PathResult},
};
use bevy::prelude::*;
use tilepath::{
    Cost, GoalFieldReader, NavMap,
    crowd::{AgentId, CrowdGuide, OwnPathCosts},
};

/// The least time of a step, in microseconds.
pub(super) const LEAST_STEP: u64 = 4_000;
/// The longest, a day: an agent that is slower takes as long.
const LONGEST_STEP: f32 = 86_400e6;

/// The cost of a cell that a goal field does not know yet. It is more than all that it knows.
const UNKNOWN: Cost = Cost::from_units(u32::MAX - 3);

/// What agents read when they decide.
pub(super) struct Reading<'a, 'w, 's> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) profiles: &'a CostProfiles,
    pub(super) fields: &'a [Option<GoalFieldReader<'a>>],
    /// The last frame in which a cost of each field changed, or became known.
    pub(super) changed_in: &'a [u64],
    pub(super) results: &'a Query<'w, 's, &'static PathResult>,
}

/// The guide of one layer.
pub(super) struct Guide<'a, 'w, 's> {
    pub(super) reading: &'a Reading<'a, 'w, 's>,
    pub(super) minds: &'a [Mind],
    pub(super) profiles: &'a [LayerProfile],
    /// The time, in microseconds.
    pub(super) now: u64,
}

impl Reading<'_, '_, '_> {
    /// The costs from cells to the goal of an agent.
    fn costs(&self, mind: &Mind, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        match mind.aim {
            Aim::Nowhere => costs.fill(Some(Cost::ZERO)),
            Aim::Field(number) => {
                let reader = self.fields.get(usize::from(number)).and_then(Option::as_ref);
                let Some(reader) = reader else { return costs.fill(None) };
                reader.costs(cells, costs);
                let unfound = costs.iter_mut().zip(cells).filter(|(found, _)| found.is_none());
                unfound.for_each(|(found, &cell)| *found = (!reader.knows(cell)).then_some(UNKNOWN));
            }
            Aim::Path => {
                let path = self.results.get(mind.entity).map_or(&[][..], PathResult::own_cells);
                let path = OwnPathCosts::new(self.map.topology(), path, mind.near as usize);
                costs.iter_mut().zip(cells).for_each(|(found, &cell)| *found = path.cost(cell));
            }
        }
    }
}

impl Guide<'_, '_, '_> {
    fn is_narrow(&self, mind: &Mind) -> bool {
        self.profiles.iter().any(|profile| profile.id == mind.profile && profile.is_narrow)
    }
}

impl CrowdGuide for Guide<'_, '_, '_> {
    fn cost(&self, agent: AgentId, cell: IVec2) -> Option<Cost> {
        let mut cost = [None];
        self.costs(agent, &[cell], &mut cost);
        cost[0]
    }

    fn costs(&self, agent: AgentId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        self.reading.costs(&self.minds[agent.index()], cells, costs);
    }

    fn fetch_costs(&self, agent: AgentId, cell: IVec2) {
        if let Aim::Field(number) = self.minds[agent.index()].aim
            && let Some(reader) = self.reading.fields.get(usize::from(number)).and_then(Option::as_ref)
        {
            reader.fetch(cell);
        }
    }

    fn revision(&self, agent: AgentId) -> Option<u64> {
        match self.minds[agent.index()].aim {
            // Whoever aims elsewhere than before, or along another path, has other costs.
            Aim::Nowhere | Aim::Path => Some(0),
            Aim::Field(number) => {
                let number = usize::from(number);
                self.reading.fields.get(number)?.as_ref()?;
                self.reading.changed_in.get(number).copied()
            }
        }
    }

    fn duration(&self, agent: AgentId, from: IVec2, to: IVec2) -> u64 {
        let mind = &self.minds[agent.index()];
        let Reading { map, geometry, profiles, .. } = self.reading;
        let cost =
            || map.grid().class(to).map_or(1, |class| profiles.get_or_default(mind.profile).cost(class));
        let slowness = if mind.slowed_by_terrain { f32::from(cost()).max(1.0) } else { 1.0 };
        let distance = match mind.from == mind.to {
            // It may not be at its place yet.
            true => {
                let middle = geometry.between(from, to);
                mind.walk.at(self.now).distance(middle) + middle.distance(geometry.center_of(to))
            }
            false => geometry.stride(from, to).1,
        };
        let micros = mind.pace.unwrap_or(f32::INFINITY) * distance * slowness;
        (micros.min(LONGEST_STEP) as u64).max(LEAST_STEP)
    }

    fn allows_step(&self, agent: AgentId, from: IVec2, to: IVec2) -> bool {
        let mind = &self.minds[agent.index()];
        let Reading { map, profiles, .. } = self.reading;
        mind.pace.is_some()
            && (!self.is_narrow(mind) || map.allows_step(profiles.get_or_default(mind.profile), from, to))
    }

    fn allows_cell(&self, agent: AgentId, cell: IVec2) -> bool {
        let mind = &self.minds[agent.index()];
        let Reading { map, profiles, .. } = self.reading;
        !self.is_narrow(mind) || map.is_free(profiles.get_or_default(mind.profile), cell)
    }
}
