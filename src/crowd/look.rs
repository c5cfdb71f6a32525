//! Looks at an agent before the crowd decides: whether it joins, was moved, or wants to go elsewhere.

use super::{
    agents::WalkingAgentItem,
    cell_walk::{CellWalk, NEVER, place_of},
    crowds::Crowds,
    layer::Layer,
    mind::{Aim, NO_GOAL},
    write_back::CrowdOutcome,
};
use crate::{
    follower::{ReachedGoals, StepState},
    request::CostProfiles,
};
use bevy::prelude::*;
use tilepath::{CellGeometry, NavMap, crowd::AgentId};

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
    /// Looks at an agent at a point of the world. Off the map the agent leaves its crowd, and its field knows no path for it.
    pub(super) fn look(&self, crowds: &mut Crowds, agent: &mut WalkingAgentItem, at: Vec2) -> CrowdOutcome {
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
        let is_moving = layer.crowd.is_moving(id);
        let to = place_of(self.geometry, mind.to, mind.place, self.capacity);
        let ends = if is_moving { mind.walk.ends() } else { NEVER };
        if !mind.is_outside && here == mind.to {
            mind.walk = CellWalk::straight(at, to, self.now, ends);
        } else if !mind.is_outside && is_moving && here == mind.from {
            let middle = self.geometry.between(mind.from, mind.to);
            mind.walk = CellWalk::over(at, middle, to, self.now, ends);
        } else {
            mind.walk = CellWalk::still(at);
            layer.teleport(id, here, self.now);
            return true;
        }
        self.repace(layer, id);
        false
    }

    /// Lets an agent walk the rest of its way at its own speed.
    fn repace(&self, layer: &mut Layer, id: AgentId) {
        let mind = &mut layer.minds[id.index()];
        let units = mind.walk.left(self.now) * mind.slowness(self.map, self.profiles, mind.to);
        let time = mind.time_for(units);
        if layer.crowd.is_moving(id) {
            layer.crowd.change_pace(id, time, self.now);
        } else {
            mind.walk = mind.walk.repaced(self.now, self.now, self.now.saturating_add(time));
        }
    }

    /// Displaces agents whose cells are walls to their own profiles. The crowd itself displaces agents from cells that are walls to all.
    pub(super) fn leave_walls(&self, layer: &mut Layer) {
        for mind in &layer.minds {
            let is_free = || self.map.is_free(self.profiles.get_or_default(mind.profile), mind.to);
            if layer.is_narrow(mind.profile) && layer.crowd.cell(mind.id) == Some(mind.to) && !is_free() {
                let at = mind.walk.at(self.now);
                let here = self.geometry.cell_at(at).unwrap_or(mind.to);
                layer.crowd.displace(mind.id, here, self.now);
            }
        }
    }

    /// Where an agent wants to go.
    fn aim(&self, agent: &WalkingAgentItem) -> Aim {
        match (agent.on_field, &agent.result) {
            // A look at the result of every agent on a field would take too long.
            (Some(on_field), _) => Aim::Field(on_field.0),
            (None, Some(result)) if result.own_path().is_some() => Aim::Path,
            _ => Aim::Nowhere,
        }
    }

    /// Notes where an agent wants to go and how fast it is.
    fn note_aim(&self, layer: &mut Layer, id: AgentId, agent: &mut WalkingAgentItem, is_new: bool) {
        let aim = self.aim(agent);
        // Without a request it stays where it may be by its last one.
        let before = layer.minds[id.index()].profile;
        let profile = agent.request.map_or(before, |request| request.profile);
        layer.note_profile(profile);
        // NaN is no greater than 0.
        let speed = Some(agent.follower.speed).filter(|&speed| speed > 0.0);
        let pace = speed.map(|speed| 1e6 / speed).filter(|pace| pace.is_finite());
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
        let sets_out = goal != mind.goal || mind.pace.is_none() && pace.is_some();
        layer.has_new_pace |= mind.pace != pace;
        if pace.is_none() && (is_new || mind.pace.is_some()) {
            mind.stands_since = self.now;
            layer.standing.push(id);
        }
        layer.has_other_profiles |= mind.profile != profile;
        let is_slowed = agent.follower.slowed_by_terrain;
        let has_other_pace = (mind.pace, mind.slowed_by_terrain) != (pace, is_slowed);
        (mind.aim, mind.goal, mind.profile) = (aim, goal, profile);
        if agent.step.state == StepState::New || is_new {
            let cells = agent.result.as_ref().map_or(&[][..], |result| result.own_cells());
            mind.find_on_path(cells, self, false);
        }
        (mind.pace, mind.slowed_by_terrain) = (pace, is_slowed);
        if sets_out {
            mind.is_resting = false;
            layer.crowd.set_goal(id, goal, self.now);
        }
        if has_other_pace {
            self.repace(layer, id);
        }
    }
}
