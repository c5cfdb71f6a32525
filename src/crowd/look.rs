//! Looks at an agent before the crowd decides: whether it joins, was moved, or wants to go elsewhere.

use super::{
    agents::CrowdAgentItem,
    cell_walk::{CellWalk, place_of},
    crowds::Crowds,
    layer::{Layer, NEVER},
    mind::{Aim, NO_GOAL},
    show::CrowdOutcome,
};
use crate::{
    follower::{ReachedGoals, StepState},
    map::CellGeometry,
    request::CostProfiles,
};
use bevy::prelude::*;
use tilepath::{NavMap, crowd::AgentId};

/// What is the same for all agents of a frame.
pub(super) struct Look<'a> {
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

impl Look<'_> {
    /// Looks at an agent that is at a point of the world. Off the map it leaves its crowd, and its field knows no path for it.
    pub(super) fn look(&self, crowds: &mut Crowds, agent: &mut CrowdAgentItem, at: Vec2) -> CrowdOutcome {
        let here = self.geometry.cell_at(at).filter(|&here| self.map.grid().contains(here));
        let layer = agent.occupies.layer;
        if here.is_none() || agent.member.place.is_some_and(|(number, _)| number != layer) {
            crowds.leave(&mut agent.member, Some(&mut *agent.step));
        }
        let Some(here) = here else {
            let is_on_field = agent.on_field.is_some();
            return if is_on_field { CrowdOutcome::Lost } else { CrowdOutcome::Nothing };
        };
        let layer = crowds.layer(layer, self.map, self.capacity);
        let (id, is_new) = match agent.member.place {
            Some((_, id)) => (id, false),
            None => (layer.join(agent.entity, at, here, self.now), true),
        };
        if is_new {
            agent.member.place = Some((layer.number, id));
            agent.step.at = at;
        } else if !agent.step.is_at(at) || self.has_other_places {
            if self.was_moved(layer, id, at, here) {
                // The way there is another one.
                agent.reached.last = None;
            }
            agent.step.at = at;
        }
        self.note_aim(layer, id, agent, is_new);
        CrowdOutcome::Nothing
    }

    /// Something other than the walk moved an agent, or the map. In a cell of its step it goes on from where it is. Returns whether it is
    /// elsewhere.
    fn was_moved(&self, layer: &mut Layer, id: AgentId, at: Vec2, here: IVec2) -> bool {
        let mind = &mut layer.minds[id.index()];
        let is_moving = layer.ends[id.index()] != NEVER;
        let to = place_of(self.geometry, mind.to, mind.place, self.capacity);
        if !mind.is_outside && here == mind.to {
            let ends = if is_moving { mind.walk.ends() } else { self.end_of_walk(mind.pace, at, to) };
            mind.walk = CellWalk::straight(at, to, self.now, ends);
        } else if !mind.is_outside && is_moving && here == mind.from {
            let middle = self.geometry.between(mind.from, mind.to);
            mind.walk = CellWalk::over(at, middle, to, self.now, mind.walk.ends());
            if !self.map.is_free(self.profiles.get_or_default(mind.profile), mind.from) {
                // It had left it when it became a wall.
                mind.walk.skip_first();
            }
        } else {
            mind.walk = CellWalk::still(at);
            layer.teleport(id, here, self.now);
            return true;
        }
        false
    }

    /// When an agent that walks within its cell is there.
    pub(super) fn end_of_walk(&self, pace: Option<f32>, at: Vec2, to: Vec2) -> u64 {
        let micros = pace.map_or(f32::INFINITY, |pace| pace * at.distance(to));
        self.now.saturating_add(if micros.is_finite() { micros as u64 } else { 0 })
    }

    /// Takes agents out of cells that have become walls. The crowd itself looks at the cells that they have; here are those that they just
    /// leave, and those that are walls to their own profile only.
    pub(super) fn leave_walls(&self, layer: &mut Layer) {
        for at in 0..layer.minds.len() {
            let mind = layer.minds[at];
            if mind.is_outside || !layer.crowd.contains(mind.id) {
                continue;
            }
            let is_free = |cell| self.map.is_free(self.profiles.get_or_default(mind.profile), cell);
            if layer.is_narrow(mind.profile) && !is_free(mind.to) {
                layer.teleport(mind.id, mind.to, self.now);
            } else if mind.walk.is_in_first(self.now) && !is_free(mind.from) {
                let mind = &mut layer.minds[at];
                mind.walk.skip_first();
                layer.news.push(mind.id);
            }
        }
    }

    /// Where an agent wants to go.
    fn aim(&self, agent: &CrowdAgentItem) -> Aim {
        match (agent.on_field, &agent.result) {
            // A look at the result of every agent on a field would take too long.
            (Some(on_field), _) => Aim::Field(on_field.0),
            (None, Some(result)) if result.own_path().is_some() => Aim::Path,
            _ => Aim::Nowhere,
        }
    }

    /// Notes where an agent wants to go and how fast it is.
    fn note_aim(&self, layer: &mut Layer, id: AgentId, agent: &mut CrowdAgentItem, is_new: bool) {
        let aim = self.aim(agent);
        // Without a request it stays where it may be by its last one.
        let before = layer.minds[id.index()].profile;
        let profile = agent.request.map_or(before, |request| request.profile);
        layer.note_profile(profile);
        // NaN is no greater than 0.
        let speed = Some(agent.follower.speed).filter(|&speed| speed > 0.0);
        let pace = speed.map(|speed| 1e6 / speed);
        let group = agent.planning.and_then(|planning| planning.group.as_ref()).map(|group| group.number);
        let goal = if aim == Aim::Nowhere { NO_GOAL } else { group.unwrap_or(NO_GOAL) };
        if goal != NO_GOAL && goal != agent.reached.group {
            *agent.reached = ReachedGoals { group: goal, last: None };
        }
        agent.member.on_field = agent.on_field.map(|on_field| on_field.0);
        agent.member.has_request = agent.result.is_some();
        layer.news.push(id);
        let mind = &mut layer.minds[id.index()];
        if agent.step.state == StepState::New || mind.aim != aim {
            layer.crowd.note_other_costs(id);
        }
        if agent.step.state == StepState::New || is_new {
            let cells = agent.result.as_ref().map_or(&[][..], |result| result.own_cells());
            mind.find_on_path(cells, self.map.topology().shape(), false);
        }
        let sets_out = goal != mind.goal || mind.pace.is_none() && pace.is_some();
        layer.has_new_pace |= mind.pace != pace;
        layer.has_other_profiles |= mind.profile != profile;
        (mind.aim, mind.goal, mind.profile) = (aim, goal, profile);
        (mind.pace, mind.slowed_by_terrain) = (pace, agent.follower.slowed_by_terrain);
        if sets_out {
            mind.is_resting = false;
            layer.crowd.set_goal(id, goal, self.now);
        }
    }
}
