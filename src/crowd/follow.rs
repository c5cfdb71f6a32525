//! The system that moves all agents that occupy their cells.

use super::{
    agents::{Children, CrowdWalker, Free, RowAgent, ShownAgent},
    crowds::{Crowds, micros},
    guide::{Guide, Reading},
    layer::CrowdLayer,
    look::CrowdInput,
    rows::{Noted, walk_table},
    write_back::{CrowdOutcome, WriteBack},
};
use crate::{
    fleet::AgentFleet,
    follower::{CrowdAgent, CrowdMember},
    map::NavGrid,
    request::{AgentStuck, CostProfiles, EventQueue, FleetAgent, Locator, PathResult},
    settings::PathfindingSettings,
};
use bevy::ecs::system::SystemParam;
use bevy::math::Affine3A;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{
    CellGeometry, GoalFieldReader, NavMap,
    agents::Walker,
    fleet::{Fleet, ReadyField},
};

/// What walking reads.
#[derive(SystemParam)]
pub(crate) struct CrowdContext<'w> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    settings: Res<'w, PathfindingSettings>,
}

/// What is kept from frame to frame.
#[derive(Default)]
pub(crate) struct CrowdState {
    seen: Option<Seen>,
    /// Agents with a parent, and where the parent is in the world.
    parents: Vec<(Entity, Affine3A)>,
    noted: Noted,
    shown: Vec<(Entity, CrowdOutcome)>,
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
pub(crate) struct CrowdOutcomes<'w> {
    events: ResMut<'w, EventQueue>,
    fleet: ResMut<'w, AgentFleet>,
}

/// The queries for crowd agents.
type CrowdQueries<'a> = (
    Locator<'a, 'a>,
    Query<'a, 'a, RowAgent, Free>,
    Query<'a, 'a, CrowdWalker, Free>,
    Query<'a, 'a, CrowdWalker, Children>,
    Query<'a, 'a, &'static PathResult>,
    Query<'a, 'a, ShownAgent, Free>,
    Query<'a, 'a, (&'static CrowdMember, ShownAgent), Children>,
    Query<'a, 'a, (&'static mut CrowdMember, &'static FleetAgent), Without<Transform>>,
);

/// Moves every agent that occupies its cell.
pub(crate) fn follow_crowds(
    context: CrowdContext,
    mut state: Local<CrowdState>,
    mut crowds: ResMut<Crowds>,
    children: Query<(Entity, &ChildOf), With<CrowdAgent>>,
    all: Query<(), With<CrowdAgent>>,
    mut agents: ParamSet<CrowdQueries>,
    mut outcomes: CrowdOutcomes,
) {
    let Some((map, geometry)) = context.nav_grid.parts() else { return };
    if crowds.layers.is_empty() && all.is_empty() {
        return;
    }
    let crowds = &mut *crowds;
    crowds.take_rules(&context.settings.crowd);
    let CrowdOutcomes { events, fleet } = &mut outcomes;
    let fleet = fleet.fleet_mut();
    for (mut member, id) in &mut agents.p7() {
        crowds.leave(&mut member, id.0.and_then(|id| fleet.step_mut(id)));
    }
    let CrowdState { seen, parents, noted, shown } = &mut *state;
    let shared = context.nav_grid.fields();
    let fields: SmallVec<[Option<&ReadyField>; 16]> = shared.iter().map(|field| field?.ready()).collect();
    let readers: SmallVec<[Option<GoalFieldReader>; 16]> =
        fields.iter().map(|field| (*field)?.reader(map)).collect();
    let changed_in: SmallVec<[u64; 16]> =
        fields.iter().map(|field| field.map_or(0, ReadyField::costs_changed_in)).collect();
    find_parents(parents, &children, &agents.p0());
    let look = context.look((map, geometry), seen, crowds.now());
    // Agents may join on cells that there were not before.
    crowds.layers.iter_mut().for_each(|layer| context.sync(layer, &look));
    let clock = crowds.clock + context.time.delta();
    let now = micros(clock);
    let seconds = (now - look.now) as f32 * 1e-6;
    // All of these components are stored in tables.
    for table in agents.p1().contiguous_iter_mut().into_iter().flatten() {
        walk_table(table, fleet, seconds, look.has_other_places, noted);
    }
    // In what order a query finds agents depends on what else there is in the app. The numbers that newcomers get decide ties.
    noted.changed.sort_unstable();
    for agent in noted.changed.drain(..) {
        if let Ok(mut agent) = agents.p2().get_mut(agent) {
            let at = agent.transform.translation.truncate();
            note_outcome(shown, agent.entity, look.look(crowds, fleet, &mut agent, at));
        }
    }
    for &(agent, parent) in &*parents {
        if let Ok(mut agent) = agents.p3().get_mut(agent) {
            let at = parent.transform_point3(agent.transform.translation).truncate();
            note_outcome(shown, agent.entity, look.look(crowds, fleet, &mut agent, at));
        }
    }
    crowds.clock = clock;
    let (fields_now, results) = ((&readers[..], &changed_in[..]), agents.p4());
    context.run(crowds, now, &look, fields_now, &results, events);
    let has_changed = fields.iter().flatten().any(|field| field.changed_in() == shared.frame());
    let may_have_lost_paths = look.is_edited || has_changed || shared.may_have_lost_paths();
    let show = WriteBack { readers: &readers, fields: &fields, now };
    noted.due.drain(..).for_each(|place| crowds.note_news(place));
    crowds.frame = crowds.frame.wrapping_add(1);
    for layer in &mut crowds.layers {
        if may_have_lost_paths {
            let CrowdLayer { mover, agents, news, .. } = &mut *layer;
            let lost = mover.walkers().filter(|walker| show.is_lost(walker, &agents[walker.id().index()]));
            news.extend(lost.map(Walker::id));
        }
        show_news(layer, crowds.frame, &show, (fleet, &mut agents.p5()), shown);
    }
    show_children(crowds, parents, &show, (fleet, &mut agents.p6()), shown);
    // Events, too, are in the order of the entities.
    shown.sort_unstable_by_key(|&(agent, _)| agent);
    shown.drain(..).for_each(|(agent, outcome)| outcomes.note(agent, outcome));
}

/// Finds out which agents have a parent, and where that is.
fn find_parents(
    parents: &mut Vec<(Entity, Affine3A)>,
    children: &Query<(Entity, &ChildOf), With<CrowdAgent>>,
    locator: &Locator,
) {
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    parents.clear();
    parents.extend(children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?))));
    parents.sort_unstable_by_key(|&(agent, _)| agent);
}

/// Notes what other systems need to know of an agent, if anything.
fn note_outcome(shown: &mut Vec<(Entity, CrowdOutcome)>, agent: Entity, outcome: CrowdOutcome) {
    if outcome != CrowdOutcome::Nothing {
        shown.push((agent, outcome));
    }
}

/// Writes what is new of the agents of a layer, but for those with a parent.
fn show_news(
    layer: &mut CrowdLayer,
    frame: u32,
    show: &WriteBack,
    (fleet, agents): (&mut Fleet, &mut Query<ShownAgent, Free>),
    shown: &mut Vec<(Entity, CrowdOutcome)>,
) {
    let CrowdLayer { mover, agents: known, news, .. } = layer;
    for id in news.drain(..) {
        // Some left since, of others two things are new.
        let Some(walker) = mover.walker(id) else { continue };
        let known = &mut known[id.index()];
        if core::mem::replace(&mut known.shown_in, frame) == frame {
            continue;
        }
        let Ok(mut agent) = agents.get_mut(known.entity) else { continue };
        let (end, outcome) = show.show(walker, known, fleet, &mut agent);
        if let Some(end) = end {
            agent.transform.translation = end.extend(agent.transform.translation.z);
        }
        note_outcome(shown, known.entity, outcome);
    }
}

/// Writes where agents are whose transforms are relative to a parent.
fn show_children(
    crowds: &mut Crowds,
    parents: &[(Entity, Affine3A)],
    show: &WriteBack,
    (fleet, agents): (&mut Fleet, &mut Query<(&'static CrowdMember, ShownAgent), Children>),
    shown: &mut Vec<(Entity, CrowdOutcome)>,
) {
    for &(entity, parent) in parents {
        let Ok((member, mut agent)) = agents.get_mut(entity) else { continue };
        let Some((layer, id)) = crowds.place(member) else { continue };
        let Some(walker) = layer.mover.walker(id) else { continue };
        let (end, outcome) = show.show(walker, &mut layer.agents[id.index()], fleet, &mut agent);
        note_outcome(shown, entity, outcome);
        let Some(end) = end else { continue };
        let z = parent.transform_point3(agent.transform.translation).z;
        let local = parent.inverse().transform_point3(end.extend(z));
        if local.is_finite() {
            agent.transform.translation = local;
            // Where the agent is in the world after rounding.
            let step = agent.id.0.and_then(|id| fleet.step_mut(id));
            if let Some(step) = step {
                step.at = parent.transform_point3(local).truncate();
            }
        }
    }
}

impl CrowdOutcomes<'_> {
    fn note(&mut self, agent: Entity, outcome: CrowdOutcome) {
        match outcome {
            CrowdOutcome::Nothing => {}
            CrowdOutcome::GoalReached => self.events.reached(agent),
            CrowdOutcome::Lost => {
                if let Some(id) = self.fleet.id(agent) {
                    self.fleet.fleet_mut().leave_field(id);
                }
            }
        }
    }
}

impl CrowdContext<'_> {
    fn look<'a>(
        &'a self,
        (map, geometry): (&'a NavMap, &'a CellGeometry),
        seen: &mut Option<Seen>,
        now: u64,
    ) -> CrowdInput<'a> {
        let capacity = self.settings.cell_capacity.max(1);
        let this = Seen { map: map.id(), revision: map.revision(), geometry: *geometry, capacity };
        let before = seen.replace(this);
        let is_same =
            |same: fn(&Seen, &Seen) -> bool| before.as_ref().is_some_and(|before| same(before, &this));
        CrowdInput {
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
    fn sync(&self, layer: &mut CrowdLayer, look: &CrowdInput) {
        if self.profiles.is_changed() {
            layer.widen(look.map, &self.profiles, look.now);
        }
        layer.mover.set_geometry(*look.geometry);
        layer.mover.set_capacity(look.capacity, look.now);
        layer.mover.sync(look.map, look.now);
    }

    /// Lets time pass for all layers.
    fn run(
        &self,
        crowds: &mut Crowds,
        until: u64,
        look: &CrowdInput,
        (fields, changed_in): (&[Option<GoalFieldReader>], &[u64]),
        results: &Query<&'static PathResult>,
        events: &mut EventQueue,
    ) {
        let CrowdInput { map, profiles, .. } = *look;
        let reading = Reading { map, profiles, fields, changed_in, results };
        for layer in &mut crowds.layers {
            if layer.has_new_profile {
                layer.widen(map, &self.profiles, look.now);
            }
            // Agents that were moved a moment ago may be in walls, too.
            let has_other_profiles = core::mem::take(&mut layer.has_other_profiles);
            if look.is_edited || self.profiles.is_changed() || has_other_profiles {
                look.leave_walls(layer);
            }
            let CrowdLayer { mover, agents, news, profiles, .. } = layer;
            mover.run(look.now, until, &mut Guide { reading: &reading, agents, profiles });
            news.extend(mover.changed());
            mover.newly_resting().iter().for_each(|id| agents[id.index()].has_rested = true);
            for stuck in mover.newly_stuck() {
                let entity = agents[stuck.agent.index()].entity;
                events.stuck(AgentStuck { entity, reason: stuck.reason, cell: stuck.cell });
            }
        }
    }
}
