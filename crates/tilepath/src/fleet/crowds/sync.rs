//! Updates crowds to the state of the fleet's agents: agents join, were moved by something else, or have another
//! route.

use super::{
    crowds::Crowds,
    layer::{CrowdLayer, Moved},
    member::{NO_GOAL, Route},
    membership::ReachedGoals,
};
use crate::{
    crowd::MemberId,
    fleet::{
        agent_id::AgentId,
        agents::{Agent, Grounds, PlanCause, Walks},
        fields::GroupId,
        walking::{Pace, StepState},
    },
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
};
use glam::Vec2;

/// The inputs of an update that are the same for all agents.
pub(in crate::fleet) struct CrowdSync<'a> {
    pub(in crate::fleet) map: &'a NavMap,
    pub(in crate::fleet) geometry: &'a CellGeometry,
    pub(in crate::fleet) grounds: &'a Grounds<'a>,
    pub(in crate::fleet) capacity: u8,
    /// Whether the map was edited since the last walk.
    pub(in crate::fleet) is_edited: bool,
    /// Whether cells have other places than before: the map moved or was replaced, or the capacity of cells changed.
    pub(in crate::fleet) has_other_places: bool,
    /// Whether the map was replaced or a profile changed.
    pub(in crate::fleet) has_other_profiles: bool,
    /// The time of the last walk, in microseconds.
    pub(in crate::fleet) now: u64,
}

/// An agent whose crowd must be updated.
pub(in crate::fleet) struct Changed<'a> {
    pub(in crate::fleet) id: AgentId,
    pub(in crate::fleet) agent: &'a Agent,
    pub(in crate::fleet) layer: u8,
    pub(in crate::fleet) at: Vec2,
    pub(in crate::fleet) pace: Pace,
}

impl CrowdSync<'_> {
    /// Updates a layer to the present map and settings.
    pub(in crate::fleet) fn sync_layer(&self, layer: &mut CrowdLayer, walks: &Walks) {
        if self.has_other_profiles {
            layer.widen(self.map, self.grounds, self.now);
        }
        layer.crowd.set_capacity(self.capacity, self.now);
        let CrowdLayer { crowd, members, .. } = layer;
        let here = |id: MemberId| {
            let step = &walks.steps[members[id.index()].agent.index()];
            self.geometry.cell_at(step.motion.at(self.now))
        };
        crowd.sync_agents_in(self.map, &here, self.now);
    }

    /// Updates the crowd of an agent to the agent's present state. An agent off the map leaves its crowd. Returns
    /// `true` if such an agent is still on a goal field, which has no path for it.
    pub(in crate::fleet) fn sync_agent(
        &self,
        crowds: &mut Crowds,
        walks: &mut Walks,
        changed: &Changed,
    ) -> bool {
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
        let layer = crowds.layer(changed.layer, self.map, self.capacity);
        let is_new = place.is_none();
        let step = &mut walks.steps[index];
        let id = place.map_or_else(|| layer.join(changed.id, (at, here), step, now), |(_, id)| id);
        let mut is_elsewhere = false;
        if !is_new && (!step.is_at(at, now) || self.has_other_places) {
            let slowness = layer.members[id.index()].slowness(self.map, self.grounds, step.to());
            let moved = Moved { at, here, is_steered: changed.agent.is_steered };
            is_elsewhere = layer.move_to(id, moved, slowness, (step, self.geometry), now);
            if is_elsewhere {
                layer.members[id.index()].stands_since = now;
            }
        }
        crowds.members[index].place = Some((changed.layer, id));
        if is_elsewhere {
            // The agent may reach the same goals once more.
            crowds.members[index].reached.last = None;
        }
        self.note_route(crowds, walks, changed, (id, is_new));
        false
    }

    /// Makes a layer ready to run. Agents are checked for walls only now, because the update of the crowds may just have moved them into walls.
    pub(in crate::fleet) fn prepare(&self, layer: &mut CrowdLayer, walks: &Walks) {
        if layer.has_new_profile {
            layer.widen(self.map, self.grounds, self.now);
        }
        if core::mem::take(&mut layer.has_other_profiles) || self.is_edited || self.has_other_profiles {
            self.leave_walls(layer, walks);
        }
    }

    /// Displaces agents from cells that are walls for their own profiles. The crowd itself displaces agents from
    /// cells that are walls for all profiles.
    fn leave_walls(&self, layer: &mut CrowdLayer, walks: &Walks) {
        for nth in 0..layer.members.len() {
            let member = layer.members[nth];
            self.note_size(layer, member.id, member.profile);
            let Some(cell) = layer.crowd.cell(member.id) else { continue };
            let profile = self.grounds.profile_or_first(member.profile);
            let is_free = || profile.is_some_and(|profile| self.map.is_free(profile, cell));
            if layer.is_narrow(member.profile) && !is_free() {
                let at = walks.steps[member.agent.index()].motion.at(self.now);
                let here = self.geometry.cell_at(at).unwrap_or(cell);
                layer.crowd.displace(member.id, here, self.now);
            }
        }
    }

    /// Updates the size of an agent to that of its profile.
    fn note_size(&self, layer: &mut CrowdLayer, id: MemberId, profile: u16) {
        let profile = self.grounds.profile_or_first(profile);
        layer.crowd.set_size(id, profile.map_or(1, CostProfile::size), self.now);
    }

    /// Updates the route, the goal, the profile and the speed of an agent.
    fn note_route(
        &self,
        crowds: &mut Crowds,
        walks: &mut Walks,
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
        let reached = &mut crowds.members[index].reached;
        if goal != NO_GOAL && goal != reached.group {
            *reached = ReachedGoals { group: goal, ..ReachedGoals::default() };
        }
        let layer = crowds.layer(changed.layer, self.map, self.capacity);
        layer.news.push(id);
        let before = layer.members[id.index()];
        // A cancelled request still says where the agent may be.
        let profile = agent.request.as_ref().map_or(0, |request| request.profile);
        layer.note_profile(profile);
        self.note_size(layer, id, profile);
        layer.has_other_profiles |= before.profile != profile;
        let is_asked_for = before.route == route && agent.record.cause == PlanCause::PushedOff;
        if is_renewed && is_asked_for {
            layer.crowd.note_other_path(id);
        } else if is_renewed || before.route != route {
            layer.crowd.note_other_costs(id);
        }
        let step = &mut walks.steps[index];
        let member = &mut layer.members[id.index()];
        (member.route, member.goal, member.profile) = (route, goal, profile);
        member.is_slowed_by_terrain = pace.is_slowed_by_terrain;
        member.rests_in_goal = agent.request().is_some_and(|request| request.in_cell);
        member.stops = agent.stops();
        layer.has_stops |= member.stops;
        if (is_renewed || is_new)
            && let Some(profile) = self.grounds.profile_or_first(profile)
        {
            member.find_on_path(agent.path().own_cells(), step.to(), (self.map, profile), false);
        }
        let slowness = member.slowness(self.map, self.grounds, step.to());
        let has_other_slowness = before.is_slowed_by_terrain != pace.is_slowed_by_terrain;
        if !layer.set_speed(id, pace.speed, slowness, step, self.now) && has_other_slowness {
            layer.repace(id, slowness, step, self.now);
        }
        let has_speed = layer.members[id.index()].has_speed();
        if !has_speed && (is_new || before.has_speed()) {
            layer.members[id.index()].stands_since = self.now;
            layer.standing.push(id);
        }
        if goal != before.goal || !before.has_speed() && has_speed {
            layer.crowd.set_goal(id, goal, self.now);
        }
    }
}
