//! Moves all agents that walk over cells on their own, on several threads.

use crate::{
    batch::Threads,
    fleet::{
        agent::Agent,
        agents::{AgentSlots, Agents},
        answer::{AgentPath, AnswerStatus},
        cells::{
            CellStep, CellWalker, Disturbance, NextCell, Pace, Progress, ReadableField, SeenMap, WalkGround,
            WalkOutcome, WalkRequest,
        },
        event::FleetEvent,
        fields::SharedFields,
        fleet::Fleet,
        grounds::Grounds,
        target::Target,
        walks::{FieldReader, Lane, Walks},
    },
    ground::CostProfile,
};
use core::time::Duration;
use glam::{IVec2, Vec2};
use smallvec::SmallVec;

/// The number of agents that a thread moves before it takes the next ones. A thread that starts late takes fewer lanes.
const ROWS_PER_LANE: usize = 8192;

/// The number of agents that are moved before the special ones among them are looked at.
const ROWS_PER_BLOCK: usize = 1024;

/// What is kept from walk to walk.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct TileWalk {
    seen: Option<SeenMap>,
    lanes: Vec<Lane>,
}

/// The columns of agents that are side by side.
struct Rows<'a> {
    /// The index of the first agent.
    first: usize,
    is_walking: &'a [bool],
    paces: &'a [Option<Pace>],
    speeds: &'a [f32],
    places: &'a mut [Vec2],
    steps: &'a mut [CellStep],
    progress: &'a mut [Progress],
    readers: &'a mut [FieldReader],
    has_stepped: &'a mut [bool],
}

/// What is the same for all agents of a walk.
struct Walk<'a> {
    ground: WalkGround<'a>,
    grounds: &'a Grounds<'a>,
    agents: AgentSlots<'a>,
}

/// What a walk reads of the request of an agent and its answer.
struct Walked<'a> {
    agent: &'a Agent,
    profile: &'a CostProfile,
    grounds: &'a Grounds<'a>,
    /// Where its path on a goal field begins.
    start: IVec2,
}

impl WalkRequest for Walked<'_> {
    fn profile(&self) -> &CostProfile {
        self.profile
    }

    fn path(&self) -> Option<(&[IVec2], &CostProfile)> {
        match &self.agent.path {
            AgentPath::OverCells(own) => {
                Some((own.path.cells(), self.grounds.profile_or_first(own.profile)?))
            }
            _ => None,
        }
    }

    fn start(&self) -> Option<IVec2> {
        match &self.agent.path {
            AgentPath::OverCells(own) => own.path.cells().first().copied(),
            AgentPath::OnField(_) => Some(self.start),
            AgentPath::None | AgentPath::OverWaypoints(_) => None,
        }
    }

    /// The point to which the request asks to go, if it is the only target and counts exactly.
    fn end_point(&self) -> Option<Vec2> {
        let request = self.agent.request.as_ref()?;
        match request.targets[..] {
            [Target::Position(point)] if request.options.range == 0.0 => Some(point),
            _ => None,
        }
    }

    fn leads_to_target(&self) -> bool {
        self.agent.status == AnswerStatus::Found
    }
}

impl Fleet {
    /// Moves every agent that walks over cells on its own along its path.
    pub fn walk_on_tiles(
        &mut self,
        time: Duration,
        grounds: &Grounds,
        fields: &SharedFields,
        threads: &impl Threads,
    ) {
        let Some((map, geometry)) = grounds.tiles else { return };
        let frame = fields.frame();
        let now = SeenMap { map: map.id(), revision: map.revision(), geometry: *geometry, frame };
        let before = self.walk.seen.replace(now);
        let disturbance = match fields.may_have_lost_paths() || self.changes.is_everything() {
            true => Disturbance::Everywhere,
            false => Disturbance::since(before, now, map),
        };
        // Agents that have arrived look again at fields that changed since then.
        let since = before.map_or(0, |before| before.frame + 1);
        let readable: SmallVec<[Option<ReadableField>; 16]> =
            fields.iter().map(|field| field?.ready()?.readable(map, since)).collect();
        let ground = WalkGround::new(map, geometry, &readable, disturbance, time.as_secs_f32());
        let Self { agents, walk: TileWalk { lanes, .. }, .. } = &mut *self;
        walk_all(agents, lanes, (ground, grounds), threads);
        for lane in 0..self.walk.lanes.len() {
            let mut outcomes = core::mem::take(&mut self.walk.lanes[lane].outcomes);
            outcomes.drain(..).for_each(|(index, outcome)| self.note_outcome(index as usize, outcome));
            // Its memory is used again.
            self.walk.lanes[lane].outcomes = outcomes;
        }
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
            WalkOutcome::TurnedBack => self.note_turn(id),
            WalkOutcome::Lost => self.leave_field(id),
        }
    }
}

/// Moves all agents, on several threads if there are many. The outcomes are in the lanes: one lane after the other, they are in the order of
/// the indices on any number of threads.
fn walk_all(
    agents: &mut Agents,
    lanes: &mut Vec<Lane>,
    (ground, grounds): (WalkGround, &Grounds),
    threads: &impl Threads,
) {
    let (walks, agents) = agents.split();
    let walk = Walk { ground, grounds, agents };
    let Walks { is_walking, places, steps, paces, speeds, progress, readers, has_stepped } = walks;
    let size = steps.len();
    let count = size.div_ceil(ROWS_PER_LANE);
    if lanes.len() < count {
        lanes.resize_with(count, Lane::default);
    }
    let columns = is_walking.chunks(ROWS_PER_LANE).zip(paces.chunks(ROWS_PER_LANE));
    let columns = columns.zip(speeds.chunks(ROWS_PER_LANE)).zip(places.chunks_mut(ROWS_PER_LANE));
    let columns = columns.zip(steps.chunks_mut(ROWS_PER_LANE)).zip(progress.chunks_mut(ROWS_PER_LANE));
    let columns = columns.zip(readers.chunks_mut(ROWS_PER_LANE)).zip(has_stepped.chunks_mut(ROWS_PER_LANE));
    let parts = columns.zip(&mut *lanes).enumerate().map(|(nth, (columns, lane))| {
        let (((((((is_walking, paces), speeds), places), steps), progress), readers), has_stepped) = columns;
        let first = nth * ROWS_PER_LANE;
        let rows = Rows { first, is_walking, paces, speeds, places, steps, progress, readers, has_stepped };
        (rows, lane)
    });
    threads.share(size / ROWS_PER_LANE, parts, |(rows, lane)| rows.walk(&walk, lane));
}

impl Rows<'_> {
    /// Moves the agents, in blocks that stay in the cache.
    fn walk(mut self, walk: &Walk, lane: &mut Lane) {
        let count = self.steps.len();
        for from in (0..count).step_by(ROWS_PER_BLOCK) {
            let rows = from..(from + ROWS_PER_BLOCK).min(count);
            if walk.ground.disturbance.is_nowhere() {
                self.walk_block(walk, lane, rows, |_| true);
            } else {
                // Every step that may have become illegal must be checked.
                self.walk_block(walk, lane, rows, |step| !walk.ground.disturbance.concerns(step));
            }
        }
    }

    /// Moves agents. An agent in the middle of a step takes a few nanoseconds. The others wait for memory that is seldom touched, so they
    /// are noted first, and their next cells are looked up side by side.
    #[inline(always)]
    fn walk_block(
        &mut self,
        walk: &Walk,
        lane: &mut Lane,
        rows: core::ops::Range<usize>,
        may_walk_on: impl Fn(&CellStep) -> bool,
    ) {
        let seconds = walk.ground.seconds;
        let block = self.steps[rows.clone()].iter_mut().zip(&mut self.places[rows.clone()]);
        let mut block = block.zip(&self.speeds[rows.clone()]);
        let mut row = rows.start as u32;
        while let Some(walked) = block.position(|((step, place), &speed)| {
            // NaN is no greater than 0.
            !(may_walk_on(step) && step.walk_on((speed * seconds).max(0.0), place))
        }) {
            row += walked as u32;
            if self.is_walking[row as usize] {
                lane.special.push((row, NextCell::default()));
            }
            row += 1;
        }
        for (row, known) in &mut lane.special {
            if let Some(slot) = self.readers[*row as usize].slot {
                *known = walk.ground.next_of_target(slot, &self.steps[*row as usize]);
            }
        }
        for (row, known) in lane.special.drain(..) {
            let row = row as usize;
            let outcome = self.walk_row(walk, row, known);
            if outcome != WalkOutcome::Nothing {
                lane.outcomes.push(((self.first + row) as u32, outcome));
            }
        }
    }

    /// Moves one agent.
    #[inline(always)]
    fn walk_row(&mut self, walk: &Walk, row: usize, known: NextCell) -> WalkOutcome {
        let Some(pace) = self.paces[row] else { return WalkOutcome::Nothing };
        let at = self.places[row];
        let (step, progress) = (&mut self.steps[row], &mut self.progress[row]);
        let (from, before, reader) = (step.from(), *progress, self.readers[row]);
        let passed = walk.ground.pass_center((reader.slot, pace), step, progress, at, known);
        let (end, outcome) = match passed {
            Some(end) => (end, WalkOutcome::Nothing),
            None => {
                let Some(agent) = walk.agents.get(self.first + row) else { return WalkOutcome::Nothing };
                let number = agent.request.as_ref().map_or(0, |request| request.profile);
                let Some(profile) = walk.grounds.profile_or_first(number) else {
                    return WalkOutcome::Nothing;
                };
                let request = Walked { agent, profile, grounds: walk.grounds, start: reader.start };
                let own = agent.own_obstacles();
                let walker = CellWalker { own, field: reader.slot, step, pace, progress, request: &request };
                walk.ground.walk(walker, at, known)
            }
        };
        self.places[row] = end;
        let mut has_stepped = self.progress[row] != before;
        if self.steps[row].from() != from {
            self.readers[row].start = Walks::start_of(&self.steps[row]);
            has_stepped = true;
        }
        self.has_stepped[row] |= has_stepped;
        outcome
    }
}
