//! Moves all agents that walk over cells on their own.

use crate::{
    batch::Threads,
    fleet::{
        agents::{
            Agent, AgentPath, AgentSlots, AnswerStatus, Grounds, IndexSet, PathTrack, SteeredBodies,
            SteeringWork, Walks,
        },
        fields::SharedFields,
        fleet::Fleet,
        requests::{FleetEvent, Target},
        walking::{
            Bodies, CellStep, CellWalker, Disturbance, NextCell, Pace, Progress, ReadableField, SeenMap,
            SpecialRow, WalkGround, WalkOutcome, WalkRequest, WalkScratch, Watched, WatchedWalk,
        },
    },
    ground::CostProfile,
    map::NavMap,
};
use glam::{IVec2, Vec2};
use smallvec::SmallVec;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of agents in a lane: a thread locks their columns together.
const LANE: usize = 8192;

/// The number of agents in a block. In each block, the agents in the middle of a step move first.
const BLOCK: usize = 1024;

/// The columns of agents with consecutive indices.
struct Lane<'a> {
    is_walking: &'a [bool],
    stops: &'a [bool],
    steps: &'a mut [CellStep],
    tracks: &'a mut [PathTrack],
}

/// A walk of this update, in which several threads may move agents at the same time.
pub struct CellWalks<'a> {
    ground: WalkGround<'a>,
    grounds: &'a Grounds<'a>,
    agents: AgentSlots<'a>,
    lanes: SmallVec<[Mutex<Lane<'a>>; 32]>,
    /// What the walk does with bodies that the game stores, while the game is recorded.
    watch: Option<&'a Mutex<WatchedWalk>>,
}

/// The lane that a thread has locked.
struct Cursor<'a, 'w> {
    lanes: &'a [Mutex<Lane<'w>>],
    locked: Option<(usize, MutexGuard<'a, Lane<'w>>)>,
}

impl<'w> Cursor<'_, 'w> {
    /// The lane with the columns of an agent, and the agent's place in the lane. A thread locks one lane at a time.
    #[inline]
    fn at(&mut self, index: usize) -> Option<(&mut Lane<'w>, usize)> {
        let nth = index / LANE;
        if self.locked.as_ref().is_none_or(|(known, _)| *known != nth) {
            self.locked = None;
            let lane = self.lanes.get(nth)?.lock().unwrap_or_else(PoisonError::into_inner);
            self.locked = Some((nth, lane));
        }
        self.locked.as_mut().map(|(_, lane)| (&mut **lane, index % LANE))
    }
}

/// What a walk reads of an agent's request and its answer. The agent is looked up only in the rare walks that need
/// it.
struct Walked<'a> {
    agents: AgentSlots<'a>,
    index: usize,
    grounds: &'a Grounds<'a>,
    first_profile: &'a CostProfile,
    track: &'a PathTrack,
}

impl<'a> Walked<'a> {
    fn agent(&self) -> Option<&'a Agent> {
        self.agents.get(self.index)
    }
}

impl WalkRequest for Walked<'_> {
    fn profile(&self) -> &CostProfile {
        let request = self.agent().and_then(|agent| agent.request.as_ref());
        let number = request.map_or(0, |request| request.profile);
        self.grounds.profile_or_first(number).unwrap_or(self.first_profile)
    }

    fn path(&self) -> Option<(&[IVec2], &CostProfile)> {
        match &self.agent()?.path {
            AgentPath::OverCells(own) => {
                Some((own.path.cells(), self.grounds.profile_or_first(own.profile)?))
            }
            _ => None,
        }
    }

    fn obstacle_at(&self, map: &NavMap, cell: IVec2) -> Option<IVec2> {
        let request = self.agent().and_then(Agent::request)?;
        request.obstacle_at(map, self.grounds.profile_or_first(request.profile)?, cell)
    }

    fn start(&self) -> Option<IVec2> {
        match &self.agent()?.path {
            AgentPath::OverCells(own) => own.path.cells().first().copied(),
            AgentPath::OnField(_) => Some(self.track.start()),
            AgentPath::None | AgentPath::OverWaypoints(_) => None,
        }
    }

    /// The exact point at which the request asks to end: its only target, if the request has no range.
    fn end_point(&self) -> Option<Vec2> {
        let request = self.agent()?.request.as_ref()?;
        match request.targets[..] {
            [Target::Position(point)] if request.options.range == 0.0 && self.has_answer() => Some(point),
            _ => None,
        }
    }

    fn has_answer(&self) -> bool {
        self.agent().is_some_and(|agent| agent.status != AnswerStatus::Pending)
    }

    fn is_steered(&self) -> bool {
        self.agent().is_some_and(|agent| agent.is_steered)
    }

    fn leads_to_target(&self) -> bool {
        self.agent().is_some_and(|agent| agent.status == AnswerStatus::Found)
    }
}

impl Fleet {
    /// Moves every agent that walks over cells on its own along its path.
    pub(in crate::fleet) fn walk_on_tiles(
        &mut self,
        grounds: &Grounds,
        fields: &SharedFields,
        threads: &impl Threads,
    ) {
        self.gather_steered(grounds, |walks, index| walks.is_walking[index]);
        let mut scratch = core::mem::take(&mut self.walk.scratch);
        let steered = core::mem::take(&mut self.agents.steered);
        let mut places = core::mem::take(&mut self.agents.walks.places);
        let paces = core::mem::take(&mut self.agents.walks.paces);
        scratch.resize_with(places.len().div_ceil(LANE), WalkScratch::default);
        self.walk_over_cells(grounds, fields, None, |walks| {
            let own = places.chunks_mut(LANE).zip(paces.chunks(LANE)).enumerate();
            let steered = steered.any();
            let own =
                own.map(|(nth, (places, paces))| OwnBodies { first: nth * LANE, places, paces, steered });
            threads.share(paces.len() / LANE, own.zip(&mut scratch), |(mut bodies, scratch)| {
                walks.walk(&mut bodies, scratch);
            });
        });
        (self.agents.walks.places, self.agents.walks.paces) = (places, paces);
        self.agents.steered = steered;
        self.steer_over_cells(grounds, fields);
        scratch.iter_mut().for_each(|scratch| self.note_outcomes(scratch));
        self.end_walk();
        self.walk.scratch = scratch;
    }

    /// Moves every agent that walks over cells on its own and whose body a game stores itself. `walk` moves the bodies with
    /// [`CellWalks::walk`], on one thread or on several.
    pub(in crate::fleet) fn walk_alone(
        &mut self,
        grounds: &Grounds,
        fields: &SharedFields,
        watch: Option<&Mutex<WatchedWalk>>,
        walk: impl FnOnce(&CellWalks),
    ) {
        self.gather_steered(grounds, |walks, index| walks.is_walking[index]);
        self.walk_over_cells(grounds, fields, watch, walk);
        self.steer_over_cells(grounds, fields);
    }

    fn walk_over_cells(
        &mut self,
        grounds: &Grounds,
        fields: &SharedFields,
        watch: Option<&Mutex<WatchedWalk>>,
        walk: impl FnOnce(&CellWalks),
    ) {
        let Some((map, geometry)) = grounds.tiles else { return };
        let frame = fields.frame();
        let now = SeenMap { revision: map.revision(), geometry: *geometry, frame };
        let before = self.walk.seen.replace(now);
        let disturbance = match fields.may_have_lost_paths() || self.changes.is_everything() {
            true => Disturbance::Everywhere,
            false => {
                let reach = grounds.profiles.iter().map(CostProfile::reach).max().unwrap_or(0);
                Disturbance::since(before, now, map, reach)
            }
        };
        // Agents that have arrived check again every field that changed since the last walk.
        let since = before.map_or(0, |before| before.frame + 1);
        let readable: SmallVec<[Option<ReadableField>; 16]> =
            fields.iter().map(|field| field?.ready()?.readable(map, since)).collect();
        let ground = WalkGround::new(map, geometry, &readable, disturbance, self.agents.walks.clock);
        let (walks, agents) = self.agents.split();
        let Walks { is_walking, stops, steps, tracks, .. } = walks;
        let flags = is_walking.chunks(LANE).zip(stops.chunks(LANE));
        let lanes = flags.zip(steps.chunks_mut(LANE)).zip(tracks.chunks_mut(LANE));
        let lanes = lanes.map(|(((is_walking, stops), steps), tracks)| {
            Mutex::new(Lane { is_walking, stops, steps, tracks })
        });
        let cells = CellWalks { ground, grounds, agents, lanes: lanes.collect(), watch };
        walk(&cells);
        let SteeringWork { bodies, scratch, .. } = &mut self.steering;
        cells.walk_all(&mut SteeredBodies(bodies), scratch);
        self.walk.outcomes.append(&mut scratch.outcomes);
    }

    /// Takes the outcomes of walks out of a scratch.
    pub(in crate::fleet) fn note_outcomes(&mut self, scratch: &mut WalkScratch) {
        self.walk.outcomes.append(&mut scratch.outcomes);
    }

    /// Ends a walk: adds its events, in the order of the agents' indices.
    pub(in crate::fleet) fn end_walk(&mut self) {
        let mut outcomes = core::mem::take(&mut self.walk.outcomes);
        outcomes.sort_unstable_by_key(|&(index, _)| index);
        outcomes.drain(..).for_each(|(index, outcome)| self.note_outcome(index as usize, outcome));
        // Keeps the memory for the next update.
        self.walk.outcomes = outcomes;
    }

    fn note_outcome(&mut self, index: usize, outcome: WalkOutcome) {
        let Some(id) = self.agents.id_at(index) else { return };
        match outcome {
            WalkOutcome::Nothing => {}
            WalkOutcome::GoalReached => self.events.push(FleetEvent::Reached(id)),
            WalkOutcome::Pushed => {
                self.events.push(FleetEvent::Replanned(id));
                self.note_push(id);
            }
            WalkOutcome::TurnedBack => self.note_turn(id, None),
            WalkOutcome::TurnedByTarget => self.note_turn(id, Some(self.agents.walks.steps[index].from())),
            WalkOutcome::Lost => self.leave_field(id),
            WalkOutcome::LinkEntered(from, to) => {
                self.events.push(FleetEvent::LinkEntered { agent: id, from, to });
            }
            WalkOutcome::LinkFinished(from, to) => {
                self.events.push(FleetEvent::LinkFinished { agent: id, from, to });
            }
            WalkOutcome::StoppedBefore(cell) => {
                self.events.push(FleetEvent::ObstacleAhead { agent: id, cell });
            }
        }
    }
}

/// The bodies that the fleet itself stores.
pub(in crate::fleet) struct OwnBodies<'a> {
    pub(in crate::fleet) first: usize,
    pub(in crate::fleet) places: &'a mut [Vec2],
    pub(in crate::fleet) paces: &'a [Option<Pace>],
    /// The agents that the game moves itself, if there are any.
    pub(in crate::fleet) steered: Option<&'a IndexSet>,
}

impl Bodies for OwnBodies<'_> {
    fn rows(&self) -> usize {
        self.places.len()
    }

    fn index(&self, row: usize) -> Option<usize> {
        let index = self.first + row;
        self.steered.is_none_or(|steered| !steered.contains(index)).then_some(index)
    }

    fn place(&self, row: usize) -> Vec2 {
        self.places[row]
    }

    fn pace(&self, row: usize) -> Pace {
        self.paces[row].unwrap_or(Pace::new(0.0))
    }

    fn progress(&self, _: usize) -> Option<Progress> {
        None
    }

    fn put(&mut self, row: usize, place: Vec2) {
        self.places[row] = place;
    }

    fn note_progress(&mut self, _: usize, _: Progress) {}

    fn note_start(&mut self, _: usize, _: IVec2) {}
}

impl CellWalks<'_> {
    /// Moves agents, in blocks that stay in the cache.
    pub fn walk(&self, bodies: &mut impl Bodies, scratch: &mut WalkScratch) {
        let Some(watch) = self.watch else { return self.walk_all(bodies, scratch) };
        let mut watched = Watched::new(bodies);
        self.walk_all(&mut watched, scratch);
        watched.end(&mut watch.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn walk_all(&self, bodies: &mut impl Bodies, scratch: &mut WalkScratch) {
        let mut cursor = Cursor { lanes: &self.lanes, locked: None };
        for from in (0..bodies.rows()).step_by(BLOCK) {
            let rows = from..(from + BLOCK).min(bodies.rows());
            if self.ground.disturbance.is_nowhere() {
                self.walk_block(bodies, &mut cursor, scratch, rows, |_| true);
            } else {
                // Every step that may have become illegal must be checked.
                let may_walk_on = |step: &CellStep| !self.ground.disturbance.concerns(step);
                self.walk_block(bodies, &mut cursor, scratch, rows, may_walk_on);
            }
        }
    }

    /// Moves the agents of a block. An agent in the middle of a step takes a few nanoseconds. The other agents wait
    /// for memory that is rarely in the cache. They are collected first, so that the look-ups of their next cells
    /// overlap.
    #[inline(always)]
    fn walk_block(
        &self,
        bodies: &mut impl Bodies,
        cursor: &mut Cursor,
        scratch: &mut WalkScratch,
        rows: core::ops::Range<usize>,
        may_walk_on: impl Fn(&CellStep) -> bool,
    ) {
        let clock = self.ground.clock;
        let mut row = rows.start;
        while row < rows.end {
            let index = bodies.index(row).unwrap_or(usize::MAX);
            let known = cursor.at(index).filter(|(lane, nth)| *nth < lane.steps.len());
            let Some((lane, nth)) = known else {
                row += 1;
                continue;
            };
            // Most rows are in the order of the agents.
            let most = (rows.end - row).min(lane.steps.len() - nth);
            let walkers = lane.steps[nth..nth + most].iter().zip(&lane.is_walking[nth..nth + most]);
            let run = bodies.advance(row..row + most, walkers, |nth, (step, &is_walking), pace, place| {
                let may_walk_on = is_walking && may_walk_on(step);
                let end = if may_walk_on { step.walk_on(pace, clock, place) } else { None };
                if is_walking && end.is_none() {
                    let (row, index) = ((row + nth) as u32, (index + nth) as u32);
                    scratch.special.push(SpecialRow { row, index, known: NextCell::default() });
                }
                end
            });
            row += run.max(1);
        }
        for SpecialRow { index, known, .. } in &mut scratch.special {
            let Some((lane, nth)) = cursor.at(*index as usize) else { continue };
            *known = self.ground.next_of_target(&lane.steps[nth]);
        }
        for special in scratch.special.drain(..) {
            let Some((lane, nth)) = cursor.at(special.index as usize) else { continue };
            let from = lane.steps[nth].from();
            let outcome = self.walk_row(bodies, (lane, nth), special);
            if outcome != WalkOutcome::Nothing {
                scratch.outcomes.push((special.index, outcome));
            }
            if lane.steps[nth].from() != from {
                let start = Walks::start_of(&lane.steps[nth]);
                lane.tracks[nth].set_start(start);
                scratch.started.push((special.row, start));
            }
        }
        scratch.started.drain(..).for_each(|(row, start)| bodies.note_start(row as usize, start));
    }

    /// Moves one agent that does not simply walk on in the middle of a step.
    #[inline(always)]
    fn walk_row(
        &self,
        bodies: &mut impl Bodies,
        (lane, nth): (&mut Lane, usize),
        SpecialRow { row, index, known }: SpecialRow,
    ) -> WalkOutcome {
        let (row, index) = (row as usize, index as usize);
        let (at, pace) = (bodies.place(row), bodies.pace(row));
        let (step, track) = (&mut lane.steps[nth], &mut lane.tracks[nth]);
        // The body knows its progress, or the fleet alone does.
        let before = bodies.progress(row).unwrap_or(track.progress);
        let mut progress = before;
        // An agent that stops before obstacles looks at each cell before it goes there.
        let passed = match lane.stops[nth] {
            true => None,
            false => self.ground.pass_center(pace, step, &mut progress, at, known),
        };
        let (end, outcome) = match passed {
            Some(end) => (end, WalkOutcome::Nothing),
            None => {
                let walker = (step, &mut progress, &*track, pace);
                self.walk_rare(walker, index, at, known)
            }
        };
        if end != at {
            bodies.put(row, end);
        }
        track.progress = progress;
        if progress != before {
            bodies.note_progress(row, progress);
        }
        outcome
    }

    /// Moves one agent that does more than to pass the centre of a cell.
    fn walk_rare(
        &self,
        (step, progress, track, pace): (&mut CellStep, &mut Progress, &PathTrack, Pace),
        index: usize,
        at: Vec2,
        known: NextCell,
    ) -> (Vec2, WalkOutcome) {
        let Some(first_profile) = self.grounds.profile_or_first(0) else { return (at, WalkOutcome::Nothing) };
        let (agents, grounds) = (self.agents, self.grounds);
        let request = Walked { agents, index, grounds, first_profile, track };
        // An agent on a field has no obstacles of its own.
        let own = match step.field() {
            Some(_) => &[][..],
            None => request.agent().map_or(&[][..], Agent::own_obstacles),
        };
        let walker = CellWalker { own, step, pace, progress, request: &request };
        self.ground.walk(walker, at, known)
    }
}
