//! What the crowd of a layer asks of its agents.

use super::{
    cell_walk::place_of,
    layer::LayerProfile,
    mind::{Aim, Mind},
};
use crate::request::{CostProfiles, PathResult};
use bevy::prelude::*;
use tilepath::{
    CellGeometry, Cost, GoalFieldReader, NavMap,
    crowd::{AgentId, CrowdEnvironment, OwnPathCosts},
};

/// The least time of a step, in microseconds.
pub(super) const LEAST_STEP: u64 = 4_000;

/// The points per tile at which a way out of a wall is checked, and the most points.
const SAMPLES_PER_TILE: f32 = 16.0;
const MOST_SAMPLES: f32 = 1024.0;

/// The cost of a cell that a goal field does not know yet. It is more than all that it knows.
const UNKNOWN: Cost = Cost::from_units(u32::MAX - 3);

/// What agents read when they decide.
pub(super) struct Reading<'a, 'w, 's> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) capacity: u8,
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
    /// The duration of an agent's step of `distance` world units into a cell.
    fn time_of_step(&self, agent: AgentId, to: IVec2, distance: f32) -> u64 {
        let mind = &self.minds[agent.index()];
        let slowness = mind.slowness(self.reading.map, self.reading.profiles, to);
        mind.time_for(distance * slowness).max(LEAST_STEP)
    }

    /// Whether a straight way enters no wall to an agent, except for the wall in which it begins.
    fn leads_out(&self, mind: &Mind, at: Vec2, to: Vec2) -> bool {
        let Reading { map, geometry, profiles, .. } = *self.reading;
        let profile = profiles.get_or_default(mind.profile);
        let is_free = |point| geometry.cell_at(point).is_some_and(|cell| map.is_free(profile, cell));
        let tiles = geometry.tiles_at(at).distance(geometry.tiles_at(to));
        let count = (tiles * SAMPLES_PER_TILE).ceil().clamp(1.0, MOST_SAMPLES) as u32;
        let points = (0..=count).map(|nth| at.lerp(to, nth as f32 / count as f32));
        points.skip_while(|&point| !is_free(point)).all(is_free)
    }

    fn is_narrow(&self, mind: &Mind) -> bool {
        self.profiles.iter().any(|profile| profile.id == mind.profile && profile.is_narrow)
    }
}

impl CrowdEnvironment for Guide<'_, '_, '_> {
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
        self.time_of_step(agent, to, self.reading.geometry.stride(from, to).1)
    }

    fn duration_to_place(&self, agent: AgentId, from: IVec2, to: IVec2, place: u8) -> u64 {
        let Reading { geometry, capacity, .. } = *self.reading;
        let middle = geometry.between(from, to);
        // Neither end need be the centre of a cell.
        let at = self.minds[agent.index()].walk.at(self.now);
        let distance = at.distance(middle) + middle.distance(place_of(geometry, to, place, capacity));
        self.time_of_step(agent, to, distance)
    }

    fn duration_out(&self, agent: AgentId, cell: IVec2, place: u8) -> u64 {
        let Reading { geometry, capacity, .. } = *self.reading;
        let mind = &self.minds[agent.index()];
        let (at, to) = (mind.walk.at(self.now), place_of(geometry, cell, place, capacity));
        match self.leads_out(mind, at, to) {
            true => mind.time_for(at.distance(to)).max(LEAST_STEP),
            // It never walks into a wall.
            false => 0,
        }
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

    fn exit(&self, agent: AgentId, wall: IVec2) -> Option<IVec2> {
        let mind = &self.minds[agent.index()];
        let Reading { map, profiles, results, .. } = self.reading;
        let (map, profile) = (map.without_obstacles(&[]), profiles.get_or_default(mind.profile));
        match mind.aim {
            Aim::Nowhere => None,
            Aim::Field(number) => {
                let reader = self.reading.fields.get(usize::from(number)).and_then(Option::as_ref)?;
                map.exit_where(profile, wall, |exit| reader.cost(exit).is_some())
            }
            Aim::Path => {
                let path = results.get(mind.entity).map_or(&[][..], PathResult::own_cells);
                map.exit_towards(profile, wall, path.last().map_or(&[][..], core::slice::from_ref))
            }
        }
    }
}
