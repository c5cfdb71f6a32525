//! The crowd itself, and its agents.

use super::{
    agent::{Alert, Member, MemberId, NONE, State},
    answer::{Answers, CrowdAnswer, CrowdStep},
    around::Memory,
    bodies::Bodies,
    cell_changes::CellChanges,
    corridor::Corridors,
    ground::{CrowdGround, NO_DIRECTION},
    jams::Jam,
    occupancy::Occupancy,
    rules::CrowdRules,
    work::CrowdWork,
};
use crate::{
    ground::{CostProfile, MapRevision},
    map::NavMap,
    undo::{Image, Visit},
};
use glam::IVec2;

/// The part of a crowd that decides which agent has which cell, and which agent moves next, gives way, waits or rests. It knows cells and
/// times, but no positions. Each cell has room for the same number of agents: the *capacity*.
///
/// An agent moves from the centre of a cell to the centre of a neighbour, at its own speed. Each time an agent reaches a
/// centre, the crowd decides where the agent goes next. So agents never leave the free cells. In each tick, the owner of a crowd
///
/// 1. calls [`Crowd::arrive`] for each agent that has reached the end of its step,
/// 2. calls [`Crowd::begin_call`] and [`Crowd::finish_call`] once,
/// 3. and reads from [`Crowd::answers`] which agents begin a step, rest, set out again, or get or lose a place.
///
/// Between two calls, the other methods may be called in any order. Their order only affects which numbers new agents get. The
/// [guide](crate::guide::crowds) names the sources of the algorithm. More rules apply in narrow places and at goals: [`CrowdRules`] holds their
/// numbers.
///
/// - A corridor is one cell wide, so no two agents can pass each other in it. A doorway is a corridor, too. A corridor is open in
///   one direction at a time. The direction changes when no more agents come, or when as many agents have entered as the corridor
///   allows: 24, plus 8 for each of its cells.
/// - On square cells, a straight passage two or three cells wide has lanes, and each lane is such a corridor.
/// - If agents come to a corridor from both ends, the agents that wait for the corridor keep a distance from the agents ahead
///   of them. They decide after the agents that do not wait.
/// - Agents with the same goal come to rest behind each other, also in corridors. If there is room nearer to the goal behind resting
///   agents, an agent that arrives makes them move on by one cell each, and follows.
/// - An agent that gave way may find its place at the goal taken, and then rests near the goal. Once its goal has room, the
///   agent sets out again within 256 calls (four seconds at 64 calls a second), and may then push resting
///   agents. The second time, it sets out within 512 calls, the third time within 1024, and so on.
/// - An agent that has come no nearer to its goal for eight seconds stops pushing resting agents. Later it pushes them again
///   for eight seconds, after waits that double in the same way. This ends circles in which each agent pushes the next agent
///   from its goal.
///
/// An agent that begins a step frees its cell at once. Another agent may then enter this cell, but must not arrive too early:
///
/// - On square cells, the second agent arrives when the first agent has gone at least 65 % of its step. If the two directions
///   differ by more than a right angle, the first agent must have gone its whole step.
/// - On hexagons, the first agent must always have gone its whole step.
///
/// Two agents never swap their cells. Of two diagonals that cross, only one is in use at a time. So, with a capacity of one, the
/// centres of two agents are always at least 0.45 cells apart. The exception is an agent on its way out of a wall
/// ([`CrowdEnvironment::duration_out`](crate::crowd::CrowdEnvironment::duration_out)): other agents may be on the line that it walks.
///
/// A crowd that was loaded gives the same answers as the saved crowd would have given. Loading data that is not a valid crowd is an error.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    pub(super) revision: MapRevision,
    pub(super) profile: CostProfile,
    pub(super) ground: CrowdGround,
    pub(super) corridors: Corridors,
    pub(super) occupancy: Occupancy,
    pub(super) bodies: Bodies,
    pub(super) agents: Vec<Member>,
    pub(super) states: Vec<State>,
    pub(super) alerts: Vec<Alert>,
    /// The numbers of the vacant `states`, the lowest number last.
    pub(super) vacant: Vec<u32>,
    /// The number of agents without a place.
    pub(super) outside: usize,
    pub(super) call: u32,
    /// The time of the last call.
    pub(super) last_call: u64,
    /// The agents that have lost their places since the last call.
    pub(super) displaced: Answers,
    pub(super) cell_changes: CellChanges,
    pub(super) paces: Paces,
    /// The jams that are solved by plans.
    pub(super) jams: Vec<Jam>,
    pub(super) rules: CrowdRules,
    pub(super) work: CrowdWork,
}

/// Agents whose pace has changed.
#[derive(Clone, Default, Debug)]
pub(super) struct Paces {
    /// Agents whose steps must be timed again: their pace has changed, or the last owner of their cell is gone.
    pub(super) noted: Vec<u32>,
    /// Agents that stand still on their steps.
    pub(super) halted: Vec<u32>,
}

impl Image for Crowd {
    fn visit(&mut self, visit: &mut Visit) {
        self.ground.visit(visit);
        self.corridors.visit(visit);
        self.occupancy.visit(visit);
        self.cell_changes.visit(visit);
        self.work.visit(visit);
    }
}

impl Crowd {
    /// A crowd without agents. Its agents may enter the cells that are free to `profile`: if agents have different profiles, pass
    /// the one that allows the most. Each cell has room for `capacity` agents.
    #[must_use]
    pub(crate) fn new(map: &NavMap, profile: &CostProfile, capacity: u8) -> Self {
        let rules = CrowdRules::default();
        let ground = CrowdGround::of(map, profile);
        Self {
            revision: map.revision(),
            profile: profile.clone(),
            corridors: Corridors::new(&ground, &rules),
            occupancy: Occupancy::new(ground.len(), capacity),
            bodies: Bodies::default(),
            agents: Vec::new(),
            states: Vec::new(),
            alerts: Vec::new(),
            vacant: Vec::new(),
            outside: 0,
            call: 0,
            last_call: 0,
            displaced: Vec::new(),
            cell_changes: CellChanges::new(ground.len()),
            paces: Paces::default(),
            jams: Vec::new(),
            work: CrowdWork::new(ground.len(), &rules),
            rules,
            ground,
        }
    }

    /// Adds an agent. The next call of [`Crowd::begin_call`] gives the agent a place in `cell`, or in the nearest cell with room to which
    /// the agent can walk. If there is no such cell, every 16th call tries again ([`CrowdRules::outside_calls`]).
    ///
    /// `goal` is a number of your choice that stands for the agent's goal: agents with the same number come to rest around each
    /// other. `now` is the time in microseconds.
    pub(crate) fn insert(&mut self, cell: IVec2, goal: u64, now: u64) -> MemberId {
        let agent = Member::new(self.nearest_index(cell), goal, self.call, self.work.times.push_time, now);
        self.outside += 1;
        let number = match self.vacant.pop() {
            Some(number) => {
                (self.agents[number as usize], self.states[number as usize]) = (agent, State::Outside);
                self.alerts[number as usize] = Alert::Now;
                self.work.memories[number as usize] = Memory::NONE;
                number
            }
            None => {
                self.agents.push(agent);
                self.states.push(State::Outside);
                self.alerts.push(Alert::Now);
                self.work.memories.push(Memory::NONE);
                self.agents.len() as u32 - 1
            }
        };
        MemberId(number)
    }

    /// Removes an agent, even in the middle of a step. A new agent may then get the same number.
    pub(crate) fn remove(&mut self, agent: MemberId, now: u64) {
        if !self.contains(agent) {
            return;
        }
        self.lift(agent.0, now);
        self.outside -= 1;
        self.states[agent.index()] = State::Vacant;
        let place = self.vacant.partition_point(|&vacant| vacant > agent.0);
        self.vacant.insert(place, agent.0);
    }

    /// Moves an agent to another cell at once, even in the middle of a step. The next call of [`Crowd::begin_call`] gives the agent a
    /// place in `cell`, or in the nearest cell with room to which the agent can walk.
    pub(crate) fn teleport(&mut self, agent: MemberId, cell: IVec2, now: u64) {
        if self.contains(agent) {
            self.lift(agent.0, now);
            let near = self.nearest_index(cell);
            let agent = &mut self.agents[agent.index()];
            (agent.from, agent.no_room_at, agent.is_displaced) = (near, 0, false);
        }
    }

    /// Gives an agent another goal. The agent then sets out again. `goal` is a number as in [`Crowd::insert`].
    pub(crate) fn set_goal(&mut self, agent: MemberId, goal: u64, now: u64) {
        if !self.contains(agent) {
            return;
        }
        let call = self.call;
        self.alerts[agent.index()] = Alert::Now;
        self.work.memories[agent.index()] = Memory::NONE;
        let state = &mut self.states[agent.index()];
        if *state == State::Resting {
            *state = State::Waiting;
            self.count_inside(agent.0, true, now);
        }
        let agent = &mut self.agents[agent.index()];
        agent.take_goal(goal, self.work.times.push_time, now);
        agent.set_out(call, now);
    }

    /// Tells the crowd that the costs to an agent's goal have changed, for example after an edit of the map. From now on, the crowd measures the
    /// agent's progress from its present cell.
    pub(crate) fn note_other_costs(&mut self, agent: MemberId) {
        if self.contains(agent) {
            self.agents[agent.index()].progress.forget_nearest();
        }
        self.note_other_path(agent);
    }

    /// Tells the crowd that an agent has another path to the same goal. From now on, the crowd measures the
    /// agent's progress from its present cell, but not for jams: agents may ask for other paths again and again.
    pub(crate) fn note_other_path(&mut self, agent: MemberId) {
        if self.contains(agent) {
            let known = &mut self.agents[agent.index()];
            known.has_other_costs = true;
            known.forget_queue();
            self.work.memories[agent.index()] = Memory::NONE;
        }
    }

    /// Tells the crowd that an agent has reached the end of its step. Does nothing for an agent that is not on a step.
    pub(crate) fn arrive(&mut self, agent: MemberId) {
        if self.states.get(agent.index()) != Some(&State::Moving) {
            return;
        }
        self.states[agent.index()] = State::Waiting;
        self.release_corner(agent.0);
    }

    /// Returns whether an agent with this number is in the crowd.
    #[must_use]
    pub(crate) fn contains(&self, agent: MemberId) -> bool {
        self.states.get(agent.index()).is_some_and(|&state| state != State::Vacant)
    }

    /// The cell of an agent. During a step, this is the cell that the agent enters. `None` if the agent is not in the crowd,
    /// or has no cell at the moment: for example before the first call of [`Crowd::begin_call`], or if all cells are full.
    #[must_use]
    pub(crate) fn cell(&self, agent: MemberId) -> Option<IVec2> {
        let cell = self.agents.get(agent.index()).filter(|_| self.contains(agent))?.cell;
        (cell != NONE).then(|| self.ground.cell(cell))
    }

    /// The last step of an agent, and its place in the cell. `None` if the agent is not in the crowd, or has no cell at the moment.
    pub(crate) fn step(&self, agent: MemberId) -> Option<CrowdStep> {
        self.cell(agent).map(|_| self.step_of(agent.0))
    }

    /// Returns whether a legal step leads from a cell to another.
    pub(crate) fn leads(&self, from: IVec2, to: IVec2) -> bool {
        let ends = self.ground.index(from).zip(self.ground.index(to));
        ends.is_some_and(|(from, to)| self.ground.steps_and_tolls(from).any(|(_, beside)| beside == to))
    }

    /// Returns whether an agent is in the middle of a step.
    #[must_use]
    pub(crate) fn is_moving(&self, agent: MemberId) -> bool {
        self.states.get(agent.index()) == Some(&State::Moving)
    }

    /// Returns whether an agent has come to rest: at its goal, or as near to the goal as other agents allow.
    #[must_use]
    pub(crate) fn is_resting(&self, agent: MemberId) -> bool {
        self.states.get(agent.index()) == Some(&State::Resting)
    }

    /// The number of agents in the crowd.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.agents.len() - self.vacant.len()
    }

    /// Returns whether the crowd has no agents.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The maximum number of agents in a cell.
    #[must_use]
    pub(crate) const fn capacity(&self) -> u8 {
        self.occupancy.capacity()
    }

    /// The answers of the last call of [`Crowd::begin_call`]. They begin with [`CrowdAnswer::Displaced`] for each agent that had
    /// lost its place since the previous call.
    #[must_use]
    pub(crate) fn answers(&self) -> &[(MemberId, CrowdAnswer)] {
        &self.work.answers
    }

    /// Returns whether any agent has lost its cell since the last call of [`Crowd::begin_call`], for example because the cell became a
    /// wall.
    #[must_use]
    pub(crate) const fn has_displaced(&self) -> bool {
        !self.displaced.is_empty()
    }

    pub(super) fn nearest_index(&self, cell: IVec2) -> u32 {
        let inside = cell.clamp(self.ground.bounds.min, self.ground.bounds.max);
        self.ground.index(inside).unwrap_or(0)
    }

    /// Frees the diagonal of an agent's step. Blocked agents at the ends of the crossing diagonal try again in the next call.
    pub(super) fn release_corner(&mut self, number: u32) {
        let agent = &mut self.agents[number as usize];
        let (from, direction) = (agent.from, agent.direction);
        agent.direction = NO_DIRECTION;
        self.work.corners.release(&self.ground, from, direction);
        if self.ground.is_diagonal(direction)
            && let Some((at, across)) = self.ground.crossing(from, direction)
        {
            self.wake_in(at);
            if let Some(end) = self.ground.beside_on_map(at, across) {
                self.wake_in(end);
            }
        }
    }
}
