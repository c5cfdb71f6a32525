//! Answers the questions of a layer's crowd about its agents.

use super::{
    layer::LayerProfile,
    legs::LEAST_STEP,
    member::{Member, Route},
    reading::Reading,
};
use crate::{
    cost::Cost,
    crowd::{CrowdEnvironment, MemberId, OwnPathCosts},
    fleet::walking::CellStep,
    ground::weight,
};
use core::cell::Cell;
use glam::{IVec2, Vec2};

/// A straight line out of a wall is checked at this many points per tile, but at most at `MOST_SAMPLES` points.
const SAMPLES_PER_TILE: f32 = 16.0;
const MOST_SAMPLES: f32 = 1024.0;

/// The cost of a cell that a goal field does not know yet. It is greater than every known cost.
const UNKNOWN: Cost = Cost::from_units(u32::MAX - 3);

/// The guide of one layer: the costs to the goals of its agents, and the durations of their steps.
pub(in crate::fleet) struct Guide<'a> {
    pub(in crate::fleet) reading: &'a Reading<'a>,
    pub(in crate::fleet) members: &'a [Member],
    pub(in crate::fleet) profiles: &'a [LayerProfile],
    /// The steps of all agents, by index.
    pub(in crate::fleet) steps: &'a [CellStep],
    pub(in crate::fleet) capacity: u8,
    /// The time of the call.
    pub(in crate::fleet) now: u64,
    /// The costs of the agent with its own path that was asked for last. In a call, neither paths nor the map change.
    pub(in crate::fleet) asked: Cell<Option<(MemberId, OwnPathCosts<'a>)>>,
}

impl<'a> Guide<'a> {
    /// The costs of an agent with its own path. `None` if it has no profile.
    fn own_path_costs(&self, id: MemberId) -> Option<OwnPathCosts<'a>> {
        if let Some((_, costs)) = self.asked.get().filter(|&(asked, _)| asked == id) {
            return Some(costs);
        }
        let (agent, reading) = (self.agent(id), self.reading);
        let (profile, path) = (reading.profile(agent.profile)?, reading.path(agent.agent));
        let costs = OwnPathCosts::on_map(reading.map, profile, path, agent.near as usize);
        self.asked.set(Some((id, costs)));
        Some(costs)
    }

    fn agent(&self, agent: MemberId) -> &Member {
        &self.members[agent.index()]
    }

    /// Where a place of an agent is in a cell. A wide agent stands in the middle.
    fn place_in(&self, agent: &Member, cell: IVec2, place: u8) -> Vec2 {
        let is_wide = self.reading.profile(agent.profile).is_some_and(|profile| profile.size() > 1);
        self.reading.geometry.place_in(cell, place, if is_wide { 1 } else { self.capacity })
    }

    /// Where an agent is.
    fn place(&self, agent: &Member) -> Vec2 {
        self.steps[agent.agent.index()].motion.at(self.now)
    }

    /// The duration of an agent's step of `distance` world units into a cell.
    fn time_of_step(&self, agent: MemberId, to: IVec2, distance: f32) -> u64 {
        let agent = self.agent(agent);
        let slowness = agent.slowness(self.reading.map, self.reading.grounds, to);
        agent.time_for(distance * slowness).max(LEAST_STEP)
    }

    fn is_free(&self, agent: &Member, cell: IVec2) -> bool {
        self.reading.profile(agent.profile).is_some_and(|profile| self.reading.map.is_free(profile, cell))
    }

    /// Returns whether a straight line enters no wall, except the wall in which it begins. What is a wall depends on the agent.
    fn leads_out(&self, agent: &Member, at: Vec2, to: Vec2) -> bool {
        let (map, geometry) = (self.reading.map, self.reading.geometry);
        let is_free = |point| geometry.cell_at(point).is_some_and(|cell| self.is_free(agent, cell));
        let tiles = geometry.tiles_at(at).distance(geometry.tiles_at(to));
        let count = (tiles * SAMPLES_PER_TILE).ceil().clamp(1.0, MOST_SAMPLES) as u32;
        let points = (0..=count).map(|nth| at.lerp(to, nth as f32 / count as f32));
        if map.grid().links().edges().is_empty() {
            return points.skip_while(|&point| !is_free(point)).all(is_free);
        }
        let Some(steps) = self.reading.profile(agent.profile).map(|profile| map.foot_steps(profile)) else {
            return false;
        };
        let (mut last, mut is_out) = (None, false);
        points.map(|point| (geometry.cell_at(point), is_free(point))).all(|(cell, is_free)| {
            is_out |= is_free;
            let passes = |(from, to)| from == to || steps.lets_pass(from, to);
            let is_clear = !is_out || is_free && last.zip(cell).is_none_or(passes);
            last = cell;
            is_clear
        })
    }

    /// Whether no wall on an edge keeps an agent from a step. A step for a toll is one of its path. A step from which none leads back is one of
    /// its path, too, or leads on to its goal.
    fn passes_edge(&self, agent: &Member, from: IVec2, to: IVec2) -> bool {
        let map = self.reading.map;
        let Some(profile) = self.reading.profile(agent.profile) else { return true };
        let edges = map.seen_by(profile).links().edges();
        // Agents ask this at every step.
        if edges.is_empty() || !edges.stand_beside(map.topology().shape(), from, to) {
            return true;
        }
        let steps = map.foot_steps(profile);
        let has_toll = steps.toll(from, to, |class| weight::of_terrain(profile.cost(class))) > 0;
        if !has_toll && map.allows_step(profile, to, from) {
            return true;
        }
        match agent.route {
            Route::None => false,
            Route::Field(slot) => self.reading.field(slot).is_some_and(|reader| match has_toll {
                true => reader.next(from) == Some(to),
                false => reader.cost(to).is_some(),
            }),
            Route::Path => {
                let path = self.reading.path(agent.agent);
                let leads_on = |&end: &IVec2| {
                    map.regions(profile).is_some_and(|regions| map.leads(profile, regions, to, end))
                };
                path.windows(2).any(|step| step == [from, to])
                    || !has_toll && path.last().is_some_and(leads_on)
            }
        }
    }

    fn is_narrow(&self, agent: &Member) -> bool {
        self.profiles.iter().any(|profile| profile.number == agent.profile && profile.is_narrow)
    }
}

/// How far from its goal an agent may rest, in tiles, if agents with the same goal fill this many cells: twice the radius of the disc that
/// they fill together with as many agents that have another goal, and two tiles more.
fn resting_radius(cells: u32) -> f32 {
    2.0 * (2.0 * cells as f32 / core::f32::consts::PI).sqrt() + 2.0
}

impl CrowdEnvironment for Guide<'_> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        let mut cost = [None];
        self.costs(agent, &[cell], &mut cost);
        cost[0]
    }

    fn costs(&self, id: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        match self.agent(id).route {
            Route::None => costs.fill(Some(Cost::ZERO)),
            Route::Field(slot) => {
                let Some(reader) = self.reading.field(slot) else { return costs.fill(None) };
                reader.costs(cells, costs);
                let unfound = costs.iter_mut().zip(cells).filter(|(found, _)| found.is_none());
                unfound.for_each(|(found, &cell)| *found = (!reader.knows(cell)).then_some(UNKNOWN));
            }
            Route::Path => {
                let Some(path) = self.own_path_costs(id) else { return costs.fill(None) };
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
            // Without a field, the costs change only with the route or the path. `Crowd::note_other_costs` then
            // informs the crowd.
            Route::None | Route::Path => Some(0),
            Route::Field(slot) => {
                self.reading.field(slot)?;
                self.reading.changed_in.get(usize::from(slot)).copied()
            }
        }
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        self.time_of_step(agent, to, self.reading.geometry.stride(from, to).1)
    }

    fn duration_to_place(&self, agent: MemberId, from: IVec2, to: IVec2, place: u8) -> u64 {
        let geometry = self.reading.geometry;
        let middle = geometry.between(from, to);
        // The agent may be anywhere in its cell, and its next place may be off the centre.
        let known = self.agent(agent);
        let at = self.place(known);
        let distance = at.distance(middle) + middle.distance(self.place_in(known, to, place));
        self.time_of_step(agent, to, distance)
    }

    fn duration_out(&self, agent: MemberId, cell: IVec2, place: u8) -> u64 {
        let agent = self.agent(agent);
        let (at, to) = (self.place(agent), self.place_in(agent, cell, place));
        match self.leads_out(agent, at, to) {
            true => agent.time_for(at.distance(to)).max(LEAST_STEP),
            // The agent is at its new place at once, because it must not walk through a wall.
            false => 0,
        }
    }

    fn allows_step(&self, agent: MemberId, from: IVec2, to: IVec2) -> bool {
        let agent = self.agent(agent);
        let allows = |profile| self.reading.map.allows_step(profile, from, to);
        agent.has_speed()
            && !(agent.stops && self.reading.obstacle_at(agent.agent, to).is_some())
            && (!self.is_narrow(agent) || self.reading.profile(agent.profile).is_some_and(allows))
            && self.passes_edge(agent, from, to)
    }

    fn allows_cell(&self, agent: MemberId, cell: IVec2) -> bool {
        let agent = self.agent(agent);
        !self.is_narrow(agent) || self.is_free(agent, cell)
    }

    fn rests_at_goal_only(&self, agent: MemberId) -> bool {
        self.agent(agent).rests_in_goal
    }

    fn is_far_off(&self, id: MemberId, cell: IVec2) -> bool {
        let (agent, reading) = (self.agent(id), self.reading);
        let goals = match agent.route {
            Route::None => return false,
            Route::Field(slot) => reading.field(slot).map_or(&[][..], |reader| reader.goals()),
            Route::Path => reading.path(agent.agent).last().map_or(&[][..], core::slice::from_ref),
        };
        let cells = reading.companions(agent.agent).div_ceil(self.capacity.max(1).into());
        let (radius, at) = (resting_radius(cells), reading.geometry.tiles_of(cell));
        goals.iter().all(|&goal| at.distance(reading.geometry.tiles_of(goal)) > radius)
    }

    fn is_goal(&self, id: MemberId, cell: IVec2) -> bool {
        let agent = self.agent(id);
        match agent.route {
            Route::Path => self.reading.path(agent.agent).last() == Some(&cell),
            Route::None | Route::Field(_) => self.cost(id, cell) == Some(Cost::ZERO),
        }
    }

    fn leads_over(&self, id: MemberId, cell: IVec2) -> bool {
        self.agent(id).route != Route::Path
            || self.own_path_costs(id).is_some_and(|path| path.leads_over(cell))
    }

    fn is_off_path(&self, id: MemberId, cell: IVec2) -> bool {
        let agent = self.agent(id);
        agent.route == Route::Path && !self.reading.path(agent.agent).contains(&cell)
    }

    fn cells(&self, agent: MemberId) -> u64 {
        let agent = self.agent(agent);
        if self.is_narrow(agent) { u64::from(agent.profile) + 1 } else { 0 }
    }

    fn exit(&self, agent: MemberId, wall: IVec2) -> Option<IVec2> {
        let agent = self.agent(agent);
        let (map, profile) = (self.reading.map.without_obstacles(&[]), self.reading.profile(agent.profile)?);
        match agent.route {
            Route::None => None,
            Route::Field(slot) => {
                let reader = self.reading.field(slot)?;
                map.exit_where(profile, wall, |exit| reader.cost(exit).is_some())
            }
            Route::Path => {
                let end = self.reading.path(agent.agent).last().map_or(&[][..], core::slice::from_ref);
                map.exit_towards(profile, wall, end)
            }
        }
    }
}
