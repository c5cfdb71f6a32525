//! Moves all agents that walk in crowds.

use crate::{
    crowd::MemberId,
    fleet::{
        agent_id::AgentId,
        agents::{Grounds, PlanCause, SteeredBodies, Walks},
        crowds::{Changed, CrowdLayer, CrowdMove, CrowdSync, CrowdWriter, Crowds, Reading, Run, SeenPlaces},
        fields::{ReadyField, SharedFields},
        fleet::Fleet,
        requests::FleetEvent,
        tiles::OwnBodies,
        walking::{Bodies, StepState, Watched, WatchedWalk},
    },
    geometry::CellGeometry,
    goal_field::GoalFieldReader,
    map::NavMap,
};
use smallvec::SmallVec;

/// A walk of crowd agents in this update. It moves the bodies that are in the middle of a step.
pub struct CrowdWalks<'a> {
    crowds: &'a mut Crowds,
    walks: &'a mut Walks,
    geometry: &'a CellGeometry,
    /// Whether the crowds of all agents must be updated.
    are_all_changed: bool,
    /// What the walk does with bodies that the game stores, while the game is recorded.
    watch: Option<&'a mut WatchedWalk>,
}

/// The goal fields that agents read, by slot.
struct Fields<'a> {
    ready: SmallVec<[Option<&'a ReadyField>; 16]>,
    readers: SmallVec<[Option<GoalFieldReader<'a>>; 16]>,
    changed_in: SmallVec<[u64; 16]>,
    edited: SmallVec<[bool; 16]>,
}

impl<'a> Fields<'a> {
    fn new(fields: &'a SharedFields, map: &'a NavMap) -> Self {
        let ready: SmallVec<[_; 16]> = fields.iter().map(|field| field?.ready()).collect();
        let readers = ready.iter().map(|field| (*field)?.reader(map)).collect();
        let changed_in = ready.iter().map(|field| field.map_or(0, ReadyField::costs_changed_in)).collect();
        let edited = ready.iter().map(|field| field.is_some_and(ReadyField::is_edited)).collect();
        Self { ready, readers, changed_in, edited }
    }
}

impl CrowdWalks<'_> {
    /// Moves the bodies of crowd agents that are in the middle of a step. The other crowd agents move later, when all
    /// bodies have been seen.
    pub fn walk(&mut self, bodies: &mut impl Bodies) {
        if self.watch.is_none() {
            return self.walk_all(bodies);
        }
        let mut watched = Watched::new(bodies);
        self.walk_all(&mut watched);
        if let Some(watch) = &mut self.watch {
            watched.end(watch);
        }
    }

    fn walk_all(&mut self, bodies: &mut impl Bodies) {
        let Self { crowds, walks, geometry, are_all_changed, .. } = self;
        let clock = walks.clock;
        for row in 0..bodies.rows() {
            let Some(index) = bodies.index(row) else { continue };
            let Some(Some(layer)) = walks.crowds.get(index).copied() else { continue };
            let (at, pace) = (bodies.place(row), bodies.pace(row));
            let (member, step) = (&mut crowds.members[index], &mut walks.steps[index]);
            member.seen_in = crowds.update;
            if step.state == StepState::Crossing {
                let times = (clock.before, clock.now);
                let end = step.cross(geometry, at, times, pace, bodies.are_steered()).unwrap_or_else(|| {
                    crowds.at_ends.push(index as u32);
                    geometry.center_of(step.to())
                });
                bodies.put(row, end);
                continue;
            }
            let has_changed = *are_all_changed
                || !step.is_at(at, clock.before)
                || step.state == StepState::New
                || walks.is_noted[index]
                || !pace.is_same(member.pace)
                || bodies.progress(row).is_some_and(|progress| progress != walks.tracks[index].progress);
            let Some(place) = member.place.filter(|place| place.0 == layer && !has_changed) else {
                crowds.changed.push((index as u32, at, pace));
                continue;
            };
            if step.motion.goes_on(clock.now) {
                let end = step.motion.at(clock.now);
                if end != at {
                    bodies.put(row, end);
                    let put = bodies.place(row);
                    if put != end {
                        step.motion = step.motion.from_elsewhere(put, clock.now);
                    }
                }
            } else if step.motion.goes_on(clock.before) && clock.before < clock.now {
                crowds.due.push(place);
            }
        }
    }
}

impl Fleet {
    /// Moves every agent that walks in a crowd.
    pub(in crate::fleet) fn walk_in_crowds(&mut self, grounds: &Grounds, fields: &SharedFields) {
        if !self.agents.walks.has_crowds {
            return;
        }
        self.gather_steered(grounds, |walks, index| walks.crowds[index].is_some());
        let mut places = core::mem::take(&mut self.agents.walks.places);
        let paces = core::mem::take(&mut self.agents.walks.paces);
        let steered = core::mem::take(&mut self.agents.steered);
        self.walk_with_crowds(grounds, fields, None, |walks| {
            walks.walk(&mut OwnBodies {
                first: 0,
                places: &mut places,
                paces: &paces,
                steered: steered.any(),
            });
        });
        for walked in self.crowds.moves().iter().filter(|walked| !steered.contains(walked.agent.index())) {
            places[walked.agent.index()] = walked.place;
        }
        (self.agents.walks.places, self.agents.walks.paces) = (places, paces);
        self.agents.steered = steered;
        self.steer_over_cells(grounds, fields);
    }

    /// Moves every agent that walks in a crowd and whose body a game stores itself. `walk` must pass all bodies to
    /// [`CrowdWalks::walk`]: an agent without a body leaves its crowd. Afterwards, [`Fleet::crowd_moves`] lists the
    /// bodies that the game must write.
    pub(in crate::fleet) fn walk_crowd_bodies(
        &mut self,
        grounds: &Grounds,
        fields: &SharedFields,
        watch: Option<&mut WatchedWalk>,
        walk: impl FnOnce(&mut CrowdWalks),
    ) {
        if !self.agents.walks.has_crowds {
            return;
        }
        self.gather_steered(grounds, |walks, index| walks.crowds[index].is_some());
        self.walk_with_crowds(grounds, fields, watch, walk);
        self.steer_over_cells(grounds, fields);
    }

    fn walk_with_crowds(
        &mut self,
        grounds: &Grounds,
        fields: &SharedFields,
        watch: Option<&mut WatchedWalk>,
        walk: impl FnOnce(&mut CrowdWalks),
    ) {
        self.crowds.moves.clear();
        if let Some(tiles) = grounds.tiles {
            self.walk_crowds_on(tiles, grounds, fields, (watch, walk));
        }
        self.agents.walks.clock.walked = self.agents.walks.clock.now;
    }

    fn walk_crowds_on(
        &mut self,
        (map, geometry): (&NavMap, &CellGeometry),
        grounds: &Grounds,
        fields: &SharedFields,
        (watch, walk): (Option<&mut WatchedWalk>, impl FnOnce(&mut CrowdWalks)),
    ) {
        let sync = self.crowd_sync((map, geometry), grounds);
        let known = Fields::new(fields, map);
        let crowds = &mut self.crowds;
        crowds.update += 1;
        // The layers are updated first, because agents may join on new cells of the map.
        let walks = &self.agents.walks;
        crowds.layers.iter_mut().for_each(|layer| sync.sync_layer(layer, walks));
        let (walks, agents) = self.agents.split();
        crowds.reserve(walks.steps.len());
        let clock = walks.clock;
        let mut all = CrowdWalks { crowds, walks, geometry, are_all_changed: sync.has_other_places, watch };
        walk(&mut all);
        all.walk_all(&mut SteeredBodies(&mut self.steering.bodies));
        crowds.remove_unseen(walks);
        // Sorted, so that the order in which a game stores bodies has no effect.
        crowds.changed.sort_unstable_by_key(|&(index, ..)| index);
        let mut changed = core::mem::take(&mut crowds.changed);
        for (index, at, pace) in changed.drain(..) {
            let index = index as usize;
            let Some((id, agent)) = agents.named(index) else { continue };
            let Some(layer) = walks.crowds[index] else { continue };
            if sync.sync_agent(crowds, walks, &Changed { id, agent, layer, at, pace }) {
                crowds.lost.push(index as u32);
            }
        }
        // Keeps the memory for the next update.
        crowds.changed = changed;
        let Fields { readers, changed_in, edited, .. } = &known;
        let reading = Reading {
            map,
            geometry,
            grounds,
            fields: readers,
            changed_in,
            edited,
            agents,
            groups: &self.groups,
        };
        for layer in &mut crowds.layers {
            sync.prepare(layer, walks);
            let (events, turned, astray) = (&mut self.events, &mut crowds.turned, &mut crowds.astray);
            let mut run = Run { reading: &reading, steps: &mut walks.steps, events, turned, astray };
            layer.run(clock.before, clock.now, &mut run);
        }
        crowds.leave_links(walks, &reading);
        crowds.cross_links(walks, &reading, &mut self.events);
        let has_changed = known.ready.iter().flatten().any(|field| field.changed_in() == fields.frame());
        let may_have_lost_paths = sync.is_edited || has_changed || fields.may_have_lost_paths();
        let writer = CrowdWriter { readers: &known.readers, fields: &known.ready, agents, now: clock.now };
        write(crowds, walks, &writer, may_have_lost_paths);
        self.note_crowd_walks();
    }

    /// What crowds changed about their agents in this update.
    #[must_use]
    pub fn crowd_moves(&self) -> &[CrowdMove] {
        self.crowds.moves()
    }

    /// The inputs of this update that are the same for all agents. Notes the present map for the next update.
    fn crowd_sync<'a>(
        &mut self,
        (map, geometry): (&'a NavMap, &'a CellGeometry),
        grounds: &'a Grounds<'a>,
    ) -> CrowdSync<'a> {
        let capacity = self.settings.cell_capacity.max(1);
        let this = SeenPlaces { revision: map.revision(), geometry: *geometry, capacity };
        let before = self.crowds.seen.replace(this);
        let is_same = |same: fn(&SeenPlaces, &SeenPlaces) -> bool| {
            before.as_ref().is_some_and(|before| same(before, &this))
        };
        CrowdSync {
            map,
            geometry,
            grounds,
            capacity,
            is_edited: !is_same(|a, b| a.revision == b.revision),
            has_other_places: !is_same(|a, b| {
                a.revision.has_same_origin(b.revision) && (a.geometry, a.capacity) == (b.geometry, b.capacity)
            }),
            has_other_profiles: self.changes.is_everything(),
            now: self.agents.walks.clock.before,
        }
    }

    /// Adds events for the agents that reached their goals, and takes agents that lost their paths off their fields.
    /// Both happen in the order of the agents' indices.
    fn note_crowd_walks(&mut self) {
        let Self { crowds, agents, events, .. } = self;
        crowds.arrived.sort_unstable_by_key(|&(index, _)| index);
        events.extend(crowds.arrived.drain(..).map(|(_, event)| event));
        crowds.off_links.sort_unstable_by_key(|&(index, ..)| index);
        for (index, from, to) in crowds.off_links.drain(..) {
            if let Some(agent) = agents.id_at(index as usize) {
                events.push(FleetEvent::LinkFinished { agent, from, to });
            }
        }
        crowds.lost.sort_unstable();
        let ids = crowds.lost.drain(..).filter_map(|index| agents.id_at(index as usize));
        let ids: SmallVec<[AgentId; 16]> = ids.collect();
        ids.into_iter().for_each(|agent| self.leave_field(agent));
        let mut turned = core::mem::take(&mut self.crowds.turned);
        turned.sort_unstable_by_key(|(agent, _)| agent.index());
        turned.drain(..).for_each(|(agent, cell)| self.note_turn(agent, cell));
        self.crowds.turned = turned;
        let mut astray = core::mem::take(&mut self.crowds.astray);
        astray.sort_unstable_by_key(|agent| agent.index());
        astray.drain(..).for_each(|agent| self.request_again(agent, PlanCause::PushedOff));
        self.crowds.astray = astray;
    }
}

/// Writes what changed about the agents of all layers.
fn write(crowds: &mut Crowds, walks: &mut Walks, writer: &CrowdWriter, may_have_lost_paths: bool) {
    let mut due = core::mem::take(&mut crowds.due);
    due.drain(..).for_each(|place| crowds.note_news(place));
    crowds.due = due;
    // Makes room for all agents at once, so that busy updates later need no more memory.
    crowds.moves.reserve(crowds.layers.iter().map(|layer| layer.members.len()).sum());
    let Crowds { layers, members: memberships, moves, update, arrived, lost, .. } = crowds;
    for layer in layers {
        if may_have_lost_paths {
            let lost = layer.members().filter(|member| writer.has_lost_cells(member, walks));
            let lost: SmallVec<[MemberId; 16]> = lost.map(|member| member.id).collect();
            layer.news.extend(lost);
        }
        let CrowdLayer { crowd, members, news, .. } = layer;
        for id in news.drain(..) {
            let member = &mut members[id.index()];
            // An agent may have left since then, or may be listed twice.
            if !crowd.contains(id) || core::mem::replace(&mut member.written_in, *update) == *update {
                continue;
            }
            let is_resting = crowd.is_resting(id);
            moves.push(writer.write(member, is_resting, walks));
            let index = member.agent.index();
            let goals = match core::mem::take(&mut member.has_rested) && is_resting {
                true => writer.goals(member),
                false => None,
            };
            let to = walks.steps[index].to();
            if writer.is_cut_off(member, to) {
                lost.push(index as u32);
            } else if let Some(event) = goals.and_then(|goals| {
                let is_in_goal = writer.is_in_goal(member, to);
                memberships[index].reached.note_rest(goals, is_in_goal, member.agent)
            }) {
                arrived.push((index as u32, event));
            }
        }
    }
}
