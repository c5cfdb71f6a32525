//! The system that moves all agents that occupy their cells.

use super::{
    agents::{Children, CrowdAgent, CrowdAgentItem, Free, MovedAgent, WatchedAgent, WatchedAgentItem},
    crowds::Crowds,
    guide::Reading,
    layer::Layer,
    look::Look,
    show::{CrowdOutcome, Show},
};
use crate::{
    follower::Occupies,
    goal_fields::GoalFields,
    map::{CellGeometry, NavGrid},
    request::{CostProfiles, EventQueue, Locator, OnField, PathResult},
    settings::PathfindingSettings,
};
use bevy::ecs::system::SystemParam;
use bevy::math::Affine3A;
use bevy::prelude::*;
use core::time::Duration;
use smallvec::SmallVec;
use tilepath::{GoalFieldReader, NavMap};

/// What walking reads.
#[derive(SystemParam)]
pub(crate) struct CrowdContext<'w> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    fields: Res<'w, GoalFields>,
    settings: Res<'w, PathfindingSettings>,
}

/// What is kept from frame to frame.
#[derive(Default)]
pub(crate) struct CrowdState {
    seen: Option<Seen>,
    /// Agents with a parent, and where the parent is in the world.
    parents: Vec<(Entity, Affine3A)>,
    /// Agents of which something is new.
    changed: Vec<Entity>,
}

/// The map as it was when agents walked last.
#[derive(Clone, Copy, PartialEq)]
struct Seen {
    map: u64,
    revision: u64,
    geometry: CellGeometry,
    capacity: u8,
}

/// Where the outcomes of walks go.
#[derive(SystemParam)]
pub(crate) struct CrowdOutcomes<'w, 's> {
    events: ResMut<'w, EventQueue>,
    commands: Commands<'w, 's>,
}

/// Agents that occupy their cells, read and written in several ways.
type Agents<'a> = (
    Locator<'a, 'a>,
    Query<'a, 'a, WatchedAgent, Free>,
    Query<'a, 'a, MovedAgent, Free>,
    Query<'a, 'a, CrowdAgent, Free>,
    Query<'a, 'a, CrowdAgent, Children>,
    Query<'a, 'a, &'static PathResult>,
);

/// Moves every agent that occupies its cell.
pub(crate) fn follow_crowds(
    context: CrowdContext,
    mut state: Local<CrowdState>,
    mut crowds: ResMut<Crowds>,
    children: Query<(Entity, &ChildOf), With<Occupies>>,
    all: Query<(), With<Occupies>>,
    mut agents: ParamSet<Agents>,
    mut outcomes: CrowdOutcomes,
) {
    let Some((map, geometry)) = context.nav_grid.parts() else { return };
    if crowds.layers.is_empty() && all.is_empty() {
        return;
    }
    let crowds = &mut *crowds;
    let CrowdState { seen, parents, changed } = &mut *state;
    let guards: SmallVec<[_; 16]> =
        context.fields.iter().map(|field| field.map(|field| field.shared.read())).collect();
    let fields: SmallVec<[_; 16]> = guards.iter().map(|guard| guard.as_ref()?.as_ref()).collect();
    let readers: SmallVec<[Option<GoalFieldReader>; 16]> =
        fields.iter().map(|field| map.read_goal_field(&(*field)?.field)).collect();
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    parents.clear();
    parents.extend(children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?))));
    parents.sort_unstable_by_key(|&(agent, _)| agent);
    let look = context.look(map, geometry, seen, crowds.now());
    // Agents may join on cells that there were not before.
    crowds.layers.iter_mut().for_each(|layer| context.sync(layer, &look));
    let watched = agents.p1();
    let is_changed = |agent: &WatchedAgentItem| {
        look.has_other_places || agent.has_changed(agent.transform.translation.truncate())
    };
    changed.extend(watched.iter().filter(is_changed).map(|agent| agent.entity));
    // In what order a query finds agents depends on what else there is in the app. The numbers that newcomers get decide ties.
    changed.sort_unstable();
    for_each(changed.drain(..), &mut agents.p3(), |agent, at| {
        look.look(crowds, agent, at);
        None
    });
    for_each_child(parents, &mut agents.p4(), |agent, at| {
        look.look(crowds, agent, at);
        None
    });
    crowds.clock += context.time.delta();
    let now = crowds.now();
    context.run(crowds, now, &look, &readers, &agents.p5(), &mut outcomes.events);
    let frame = context.fields.frame;
    let has_changed = fields.iter().flatten().any(|field| field.changed_in == frame);
    let may_have_lost_paths = look.is_edited || has_changed || context.fields.may_have_lost_paths;
    let show = Show { readers: &readers, fields: &fields, may_have_lost_paths, now };
    for mut agent in &mut agents.p2() {
        if show.advance(crowds, &mut agent) {
            changed.push(agent.entity);
        }
    }
    // Events, too, are in the order of the entities.
    changed.sort_unstable();
    let mut show = |agent: &mut CrowdAgentItem, _| {
        let (at, outcome) = show.show(crowds, agent);
        outcomes.note(agent.entity, outcome);
        at
    };
    for_each(changed.drain(..), &mut agents.p3(), &mut show);
    for_each_child(parents, &mut agents.p4(), &mut show);
}

impl CrowdOutcomes<'_, '_> {
    fn note(&mut self, agent: Entity, outcome: CrowdOutcome) {
        match outcome {
            CrowdOutcome::Nothing => {}
            CrowdOutcome::GoalReached => self.events.reached(agent),
            CrowdOutcome::Lost => {
                self.commands.entity(agent).try_remove::<OnField>();
            }
        }
    }
}

impl CrowdContext<'_> {
    fn look<'a>(
        &'a self,
        map: &'a NavMap,
        geometry: &'a CellGeometry,
        seen: &mut Option<Seen>,
        now: u64,
    ) -> Look<'a> {
        let capacity = self.settings.cell_capacity.max(1);
        let this = Seen { map: map.id(), revision: map.revision(), geometry: *geometry, capacity };
        let before = seen.replace(this);
        let is_same =
            |same: fn(&Seen, &Seen) -> bool| before.as_ref().is_some_and(|before| same(before, &this));
        Look {
            map,
            geometry,
            profiles: &self.profiles,
            capacity,
            is_edited: !is_same(|a, b| (a.map, a.revision) == (b.map, b.revision)),
            has_other_places: !is_same(|a, b| {
                (a.map, a.geometry, a.capacity) == (b.map, b.geometry, b.capacity)
            }),
            now,
        }
    }

    /// Brings a layer in step with the map and the settings.
    fn sync(&self, layer: &mut Layer, look: &Look) {
        if self.profiles.is_changed() {
            layer.widen(look.map, &self.profiles, look.now);
        }
        let patience = Duration::try_from_secs_f32(self.settings.stuck_after).unwrap_or(Duration::MAX);
        layer.crowd.set_patience(u64::try_from(patience.as_micros()).unwrap_or(u64::MAX));
        layer.crowd.set_capacity(look.capacity, look.now);
        layer.crowd.sync(look.map, look.now);
    }

    /// Lets time pass for all layers.
    fn run(
        &self,
        crowds: &mut Crowds,
        until: u64,
        look: &Look,
        readers: &[Option<GoalFieldReader>],
        results: &Query<&'static PathResult>,
        events: &mut EventQueue,
    ) {
        let Look { map, geometry, profiles, .. } = *look;
        let reading = Reading { map, geometry, profiles, fields: readers, results };
        for layer in &mut crowds.layers {
            if layer.has_new_profile {
                layer.widen(map, &self.profiles, look.now);
            }
            // Agents that were moved a moment ago may be in walls, too.
            let has_other_profiles = core::mem::take(&mut layer.has_other_profiles);
            if look.is_edited || self.profiles.is_changed() || has_other_profiles {
                look.leave_walls(layer);
            }
            if !layer.crowd.is_empty() {
                layer.run(until, look, &reading, events);
            }
        }
    }
}

/// Calls a function with agents and their positions in the world. Those for which it returns another are moved there.
fn for_each(
    entities: impl Iterator<Item = Entity>,
    agents: &mut Query<CrowdAgent, Free>,
    mut visit: impl FnMut(&mut CrowdAgentItem, Vec2) -> Option<Vec2>,
) {
    for entity in entities {
        let Ok(mut agent) = agents.get_mut(entity) else { continue };
        let at = agent.transform.translation;
        if let Some(end) = visit(&mut agent, at.truncate()) {
            agent.transform.translation = end.extend(at.z);
        }
    }
}

/// The same with all agents whose transforms are relative to a parent.
fn for_each_child(
    parents: &[(Entity, Affine3A)],
    agents: &mut Query<CrowdAgent, Children>,
    mut visit: impl FnMut(&mut CrowdAgentItem, Vec2) -> Option<Vec2>,
) {
    for &(agent, parent) in parents {
        let Ok(mut agent) = agents.get_mut(agent) else { continue };
        let world = parent.transform_point3(agent.transform.translation);
        let Some(end) = visit(&mut agent, world.truncate()) else { continue };
        let local = parent.inverse().transform_point3(end.extend(world.z));
        if local.is_finite() {
            agent.transform.translation = local;
            // Where the agent is in the world after rounding.
            agent.step.at = parent.transform_point3(local).truncate();
        }
    }
}
