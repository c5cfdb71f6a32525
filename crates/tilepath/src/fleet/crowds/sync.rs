//! Updates crowds to the state of the fleet's agents: agents join, were moved by something else, or have another
//! route.

use super::{
    crowds::Crowds,
    layer::CrowdLayer,
    layer_agent::{NO_GOAL, Route},
    member::ReachedGoals,
};
use crate::{
    agents::{Motion, Walker},
    crowd::MemberId,
    fleet::{
        agent::Agent,
        agent_id::AgentId,
        cells::{Pace, StepState},
        fields::GroupId,
        grounds::Grounds,
        walks::Walks,
    },
    geometry::CellGeometry,
    map::NavMap,
};
use glam::{IVec2, Vec2};

/// The inputs of an update that are the same for all agents.
pub(super) struct CrowdSync<'a> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) grounds: &'a Grounds<'a>,
    pub(super) capacity: u8,
    /// Whether the map was edited since the last walk.
    pub(super) is_edited: bool,
    /// Whether cells have other places than before: the map moved or was replaced, or the capacity of cells changed.
    pub(super) has_other_places: bool,
    /// Whether the map was replaced or a profile changed.
    pub(super) has_other_profiles: bool,
    /// The time of the last walk, in microseconds.
    pub(super) now: u64,
}

/// An agent whose crowd must be updated.
pub(super) struct Changed<'a> {
    pub(super) id: AgentId,
    pub(super) agent: &'a Agent,
    pub(super) layer: u8,
    pub(super) at: Vec2,
    pub(super) pace: Pace,
}

impl CrowdSync<'_> {
    /// Updates a layer to the present map and settings.
    pub(super) fn sync_layer(&self, layer: &mut CrowdLayer, walks: &Walks) {
        if self.has_other_profiles {
            layer.widen(self.map, self.grounds, self.now);
        }
        layer.mover.set_geometry(*self.geometry);
        layer.mover.set_capacity(self.capacity, self.now);
        let CrowdLayer { mover, agents, .. } = layer;
        mover.sync_agents_at(
            self.map,
            |id| walks.steps[agents[id.index()].agent.index()].motion.at(self.now),
            self.now,
        );
    }

    /// Updates the crowd of an agent to the agent's present state. An agent off the map leaves its crowd. Returns
    /// `true` if such an agent is still on a goal field, which has no path for it.
    pub(super) fn sync_agent(&self, crowds: &mut Crowds, walks: &mut Walks, changed: &Changed) -> bool {
        let index = changed.id.index();
        let at = changed.at;
        walks.is_noted[index] = false;
        crowds.members[index].pace = changed.pace;
        let here = self.geometry.cell_at(at).filter(|&here| self.map.grid().contains(here));
        let place = crowds.members[index].place;
        if here.is_none() || place.is_some_and(|(number, _)| number != changed.layer) {
            crowds.leave(index, walks);
        }
        let Some(here) = here else {
            return walks.steps[index].field().is_some();
        };
        let (place, now) = (crowds.members[index].place, self.now);
        let layer = crowds.layer(changed.layer, self.map, self.geometry, self.capacity);
        let is_new = place.is_none();
        let id = place.map_or_else(|| layer.join(changed.id, at, here, now), |(_, id)| id);
        let step = &mut walks.steps[index];
        let mut is_elsewhere = false;
        if is_new {
            step.motion = Motion::still(at);
        } else if !step.is_at(at, now) || self.has_other_places {
            let slowness = self.slowness(layer, id);
            is_elsewhere = layer.mover.move_to(id, at, here, slowness, now);
            if is_elsewhere {
                layer.agents[id.index()].stands_since = now;
            }
            step.motion = Motion::still(at);
        }
        crowds.members[index].place = Some((changed.layer, id));
        if is_elsewhere {
            // The agent may reach the same goals once more.
            crowds.reached[index].last = None;
        }
        self.note_route(crowds, walks, changed, (id, is_new));
        false
    }

    /// Displaces agents from cells that are walls for their own profiles. The crowd itself displaces agents from
    /// cells that are walls for all profiles.
    pub(super) fn leave_walls(&self, layer: &mut CrowdLayer, walks: &Walks) {
        for agent in &layer.agents {
            let Some(cell) = layer.mover.crowd().cell(agent.id) else { continue };
            let profile = self.grounds.profile_or_first(agent.profile);
            let is_free = || profile.is_some_and(|profile| self.map.is_free(profile, cell));
            if layer.is_narrow(agent.profile) && !is_free() {
                let here = self
                    .geometry
                    .cell_at(walks.steps[agent.agent.index()].motion.at(self.now))
                    .unwrap_or(cell);
                layer.mover.displace(agent.id, here, self.now);
            }
        }
    }

    /// How many times longer it takes the agent to enter the cell of its step than to enter a cell of cost 1.
    fn slowness(&self, layer: &CrowdLayer, id: MemberId) -> f32 {
        let to = layer.mover.walker(id).map(Walker::to);
        to.map_or(1.0, |to| layer.agents[id.index()].slowness(self.map, self.grounds, to))
    }

    /// Updates the route, the goal, the profile and the speed of an agent.
    fn note_route(
        &self,
        crowds: &mut Crowds,
        walks: &Walks,
        changed: &Changed,
        (id, is_new): (MemberId, bool),
    ) {
        let (index, agent, pace) = (changed.id.index(), changed.agent, changed.pace);
        let is_renewed = walks.steps[index].state == StepState::New;
        let route = match walks.steps[index].field() {
            Some(slot) => Route::Field(slot),
            None if agent.path().own().is_some() => Route::Path,
            None => Route::None,
        };
        // Until an answer comes, the agent goes to the goal of an earlier request.
        let group = agent.plan.walked.or(agent.group());
        let group = group.map(GroupId::number).filter(|_| route != Route::None);
        let goal = group.unwrap_or(NO_GOAL);
        let reached = &mut crowds.reached[index];
        if goal != NO_GOAL && goal != reached.group {
            *reached = ReachedGoals { group: goal, ..ReachedGoals::default() };
        }
        let layer = crowds.layer(changed.layer, self.map, self.geometry, self.capacity);
        layer.news.push(id);
        let before = layer.agents[id.index()];
        // A cancelled request still says where the agent may be.
        let profile = agent.request.as_ref().map_or(0, |request| request.profile);
        layer.note_profile(profile);
        layer.has_other_profiles |= before.profile != profile;
        if is_renewed || before.route != route {
            layer.mover.note_other_costs(id);
        }
        let walker = layer.mover.walker(id);
        let had_speed = walker.is_some_and(Walker::has_speed);
        let to = walker.map_or(IVec2::ZERO, Walker::to);
        let known = &mut layer.agents[id.index()];
        let has_other_slowness = known.is_slowed_by_terrain != pace.is_slowed_by_terrain;
        (known.route, known.goal, known.profile) = (route, goal, profile);
        known.is_slowed_by_terrain = pace.is_slowed_by_terrain;
        known.rests_in_goal = agent.request().is_some_and(|request| request.in_cell);
        if (is_renewed || is_new)
            && let Some(profile) = self.grounds.profile_or_first(profile)
        {
            known.find_on_path(agent.path().own_cells(), to, (self.map, profile), false);
        }
        let slowness = known.slowness(self.map, self.grounds, to);
        if !layer.mover.set_speed(id, pace.speed, slowness, self.now) && has_other_slowness {
            layer.mover.repace(id, slowness, self.now);
        }
        let has_speed = layer.mover.walker(id).is_some_and(Walker::has_speed);
        if !has_speed && (is_new || had_speed) {
            layer.agents[id.index()].stands_since = self.now;
            layer.standing.push(id);
        }
        if goal != before.goal || !had_speed && has_speed {
            layer.mover.set_goal(id, goal, self.now);
        }
    }
}
