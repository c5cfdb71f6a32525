//! Looks at an agent before the crowd decides: whether it joins, was moved, or wants to go elsewhere.

use super::{
    agents::CrowdWalkerItem,
    crowds::Crowds,
    layer::CrowdLayer,
    layer_agent::{AgentRoute, NO_GOAL},
    write_back::CrowdOutcome,
};
use crate::{follower::ReachedGoals, request::CostProfiles};
use bevy::prelude::*;
use tilepath::{
    CellGeometry, NavMap,
    agents::Walker,
    crowd::MemberId,
    fleet::{AgentId, Fleet, GroupId, StepState},
};

/// What is the same for all agents of a frame.
pub(super) struct CrowdInput<'a> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) profiles: &'a CostProfiles,
    pub(super) capacity: u8,
    /// The map was edited since agents walked last.
    pub(super) is_edited: bool,
    /// Cells have other places than before: the map moved or is another one, or their capacity changed.
    pub(super) has_other_places: bool,
    /// The time at which agents walked last, in microseconds.
    pub(super) now: u64,
}

impl CrowdInput<'_> {
    /// Looks at an agent at a point of the world. Off the map the agent leaves its crowd, and its field knows no path for it.
    pub(super) fn look(
        &self,
        crowds: &mut Crowds,
        fleet: &mut Fleet,
        agent: &mut CrowdWalkerItem,
        at: Vec2,
    ) -> CrowdOutcome {
        let Some(agent_id) = agent.id.0 else { return CrowdOutcome::Nothing };
        let on_field = fleet.field_slot(agent_id);
        let Some(step) = fleet.step_mut(agent_id) else { return CrowdOutcome::Nothing };
        let here = self.geometry.cell_at(at).filter(|&here| self.map.grid().contains(here));
        let layer = agent.occupies.layer;
        if here.is_none() || agent.member.place.is_some_and(|(number, _)| number != layer) {
            crowds.leave(&mut agent.member, Some(&mut *step));
        }
        let Some(here) = here else {
            return if on_field.is_some() { CrowdOutcome::Lost } else { CrowdOutcome::Nothing };
        };
        let layer = crowds.layer(layer, self.map, self.geometry, self.capacity);
        let (id, is_new) = match agent.member.place {
            Some((_, id)) => (id, false),
            None => (layer.join(agent.entity, at, here, self.now), true),
        };
        if is_new {
            agent.member.place = Some((layer.number, id));
            step.at = at;
        } else if !step.is_at(at) || self.has_other_places {
            let slowness = self.slowness(layer, id);
            if layer.mover.move_to(id, at, here, slowness, self.now) {
                layer.agents[id.index()].stands_since = self.now;
                // The agent may reach the same goals once more.
                agent.reached.last = None;
            }
            step.at = at;
        }
        self.note_route(layer, id, (fleet, agent_id), agent, is_new);
        CrowdOutcome::Nothing
    }

    /// Displaces agents whose cells are walls to their own profiles. The crowd itself displaces agents from cells that are walls to all.
    pub(super) fn leave_walls(&self, layer: &mut CrowdLayer) {
        for agent in &layer.agents {
            let Some(cell) = layer.mover.crowd().cell(agent.id) else { continue };
            let is_free = || self.map.is_free(self.profiles.get_or_default(agent.profile), cell);
            if layer.is_narrow(agent.profile) && !is_free() {
                let at = layer.mover.position(agent.id, self.now);
                let here = at.and_then(|at| self.geometry.cell_at(at)).unwrap_or(cell);
                layer.mover.displace(agent.id, here, self.now);
            }
        }
    }

    /// How many times longer an agent takes to enter the cell of its step.
    fn slowness(&self, layer: &CrowdLayer, id: MemberId) -> f32 {
        let to = layer.mover.walker(id).map(Walker::to);
        to.map_or(1.0, |to| layer.agents[id.index()].slowness(self.map, self.profiles, to))
    }

    /// What an agent follows.
    fn route(on_field: Option<u16>, agent: &CrowdWalkerItem) -> AgentRoute {
        match (on_field, &agent.result) {
            // A look at the result of every agent on a field would take too long.
            (Some(on_field), _) => AgentRoute::Field(on_field),
            (None, Some(result)) if result.own_path().is_some() => AgentRoute::Path,
            _ => AgentRoute::None,
        }
    }

    /// Notes what an agent follows and how fast it is.
    fn note_route(
        &self,
        layer: &mut CrowdLayer,
        id: MemberId,
        (fleet, agent_id): (&Fleet, AgentId),
        agent: &mut CrowdWalkerItem,
        is_new: bool,
    ) {
        let on_field = fleet.field_slot(agent_id);
        let is_renewed = fleet.step(agent_id).is_some_and(|step| step.state == StepState::New);
        let route = Self::route(on_field, agent);
        let planned = fleet.agent(agent_id);
        let group = planned.and_then(|agent| agent.group()).map(GroupId::number);
        let goal = if route == AgentRoute::None { NO_GOAL } else { group.unwrap_or(NO_GOAL) };
        if goal != NO_GOAL && goal != agent.reached.group {
            *agent.reached = ReachedGoals { group: goal, last: None };
        }
        agent.member.on_field = on_field;
        agent.member.has_request = agent.result.is_some();
        layer.news.push(id);
        // Without a request it stays where it may be by its last one.
        let before = layer.agents[id.index()];
        let profile = agent.request.map_or(before.profile, |request| request.profile);
        layer.note_profile(profile);
        layer.has_other_profiles |= before.profile != profile;
        if is_renewed || before.route != route {
            layer.mover.note_other_costs(id);
        }
        let walker = layer.mover.walker(id);
        let (speed, had_speed) = (agent.follower.speed, walker.is_some_and(Walker::has_speed));
        let to = walker.map_or(IVec2::ZERO, Walker::to);
        let known = &mut layer.agents[id.index()];
        let is_slowed = agent.follower.slowed_by_terrain;
        let has_other_slowness = known.slowed_by_terrain != is_slowed;
        (known.route, known.goal, known.profile) = (route, goal, profile);
        known.slowed_by_terrain = is_slowed;
        if is_renewed || is_new {
            let path = agent.result.as_ref().map_or(&[][..], |result| result.own_cells());
            known.find_on_path(path, to, self.map, self.profiles, false);
        }
        let slowness = known.slowness(self.map, self.profiles, to);
        if !layer.mover.set_speed(id, speed, slowness, self.now) && has_other_slowness {
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
