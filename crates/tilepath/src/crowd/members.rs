//! The crowd itself, and who is in it.

use super::{
    agent::{Agent, Alert, NONE, State},
    agent_id::AgentId,
    answer::{Answers, CrowdAnswer},
    around::{Around, Memory},
    chain::Push,
    corner::Corners,
    corridor::Corridors,
    events::Events,
    flood::Flood,
    ground::{Ground, NO_DIRECTION},
    occupancy::Occupancy,
    paces::Paces,
    stuck::StuckAgent,
};
use crate::{ground::CostProfile, map::NavMap};
use core::cmp::Reverse;
use glam::IVec2;
use std::collections::BinaryHeap;

/// Agents that take up cells and give way to each other. The capacity is the number of agents that a cell has room for.
///
/// An agent moves from the centre of a cell to the centre of a neighbour, at its own speed. At the centre, the crowd decides what the agent
/// does next; on the way, nothing is decided. So agents never leave the free cells.
///
/// The caller moves the agents, all at once on any number of threads. It tells the crowd which agents [arrived](Crowd::arrive), and then
/// calls [`Crowd::decide`] once. The answers say which agents begin a step and which rest. The order of other calls between two calls of
/// [`Crowd::decide`] changes the answers only by the numbers that agents get.
///
/// # Algorithm
///
/// Priority inheritance with backtracking (PIBT: Okumura, Machida, Défago, Tamura, "Priority inheritance with backtracking for iterative
/// multi-agent path finding", IJCAI 2019 and Artificial Intelligence 310, 2022), for agents that move at different speeds (Okumura, Tamura,
/// Défago, "Time-independent planning for multiple moving agents", AAAI 2021). An agent that wants a full cell pushes the agent there,
/// which pushes the next agent, until one finds room. There are more rules, for narrow places and for coming to rest:
///
/// - A corridor one cell wide, with or without bays, is open in one direction at a time. Agents at the other end get their turn when no
///   more agents come, or when 24 agents have come in, and 8 more for each cell of the corridor. A cell belongs to a corridor if its free
///   neighbours fall into two groups that are not adjacent around the cell. On squares, each group must have at most one straight
///   neighbour. So a doorway is a corridor on every shape and under every diagonal rule.
/// - Each lane of a straight passage two or three cells wide is such a corridor. Agents keep to the right. They may use the lanes of the
///   other direction as long as no agent comes from there. Only maps of squares have lanes.
/// - If agents come from both ends, waiting agents keep their distance from the agents ahead of them, and let all others decide first. So
///   agents that come out find room, and need not push a whole crowd.
/// - Agents with the same goal come to rest behind each other, in corridors as well. A resting agent gives way to agents that must pass,
///   and comes back.
/// - An agent that gave way may have to rest off its goal, because others came to rest in between. While its goal has room, it sets out
///   again after four seconds, then after twice as long each time, and may push resting agents.
/// - An agent that has not come closer for eight seconds stops pushing resting agents, and tries again after the same pauses. This ends
///   circles in which each agent pushes the next from its goal.
///
/// An agent that leaves a cell releases it at once. The next agent arrives in the cell no sooner than the first has gone 65 % of its step,
/// or all of it if their directions differ by more than a right angle. Two agents never exchange their cells. On two diagonals that cross
/// there is only one agent at a time. So, with a capacity of one, no two centres are nearer to each other than 0.45 cells.
///
/// ```
/// use tilepath::{Cost, CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
/// use tilepath::crowd::{AgentId, Crowd, CrowdAnswer, CrowdEnvironment};
/// struct ToTheRight;
/// impl CrowdEnvironment for ToTheRight {
///     fn cost(&self, _: AgentId, cell: glam::IVec2) -> Option<Cost> {
///         Some(Cost::from_units(4 - cell.x as u32))
///     }
///     fn duration(&self, _: AgentId, _: glam::IVec2, _: glam::IVec2) -> u64 {
///         500_000 // two cells a second
///     }
/// }
/// let map = NavMap::new(Grid::new([5, 1].into(), 1)?, Topology::default());
/// let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
/// let agent = crowd.insert([3, 0].into(), 0, 0);
/// crowd.decide(0, &ToTheRight);
/// let step = crowd.answers().iter().find_map(|answer| match answer.1 {
///     CrowdAnswer::Step(step) => Some(step),
///     _ => None,
/// });
/// assert_eq!(step.unwrap().ends, 500_000);
/// crowd.arrive(agent);
/// crowd.decide(500_000, &ToTheRight);
/// assert!(crowd.is_resting(agent));
/// # Ok::<(), tilepath::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(super) map: u64,
    pub(super) revision: u64,
    pub(super) profile: CostProfile,
    pub(super) ground: Ground,
    pub(super) corridors: Corridors,
    pub(super) corners: Corners,
    pub(super) occupancy: Occupancy,
    pub(super) agents: Vec<Agent>,
    pub(super) states: Vec<State>,
    pub(super) alerts: Vec<Alert>,
    pub(super) memories: Vec<Memory>,
    /// Numbers that nobody has, the least last.
    vacant: Vec<u32>,
    /// How many agents have no place.
    pub(super) outside: usize,
    pub(super) call: u32,
    /// When the last call was.
    pub(super) last_call: u64,
    pub(super) answers: Answers,
    /// Those that lost their place since the last call.
    pub(super) displaced: Answers,
    pub(super) events: Events,
    pub(super) flood: Flood,
    pub(super) push: Push,
    pub(super) paces: Paces,
    /// Those that decide in a call.
    pub(super) order: Vec<(u64, u32)>,
    /// What those who do not rest found round them, in the same order.
    pub(super) arounds: Vec<Around>,
    /// Those who could not go on before, and for whom somebody has made room in this call, by their turn.
    pub(super) woken: BinaryHeap<Reverse<(u64, u32)>>,
    /// Whose turn it is, in a call.
    pub(super) turn: Option<u64>,
    /// How many decided.
    pub(super) decided: usize,
    /// After so long without coming nearer an agent counts as stuck, in microseconds.
    pub(super) patience: u64,
    pub(super) stuck: Vec<StuckAgent>,
}

impl Crowd {
    /// A crowd without agents, on the cells that are free to `profile`: the profile of its agents that allows the most. Each cell has room
    /// for `capacity` agents.
    #[must_use]
    pub fn new(map: &NavMap, profile: &CostProfile, capacity: u8) -> Self {
        let ground = Ground::new(map.grid().size(), map.topology(), |cell| map.is_free(profile, cell));
        Self {
            map: map.id(),
            revision: map.revision(),
            profile: profile.clone(),
            corridors: Corridors::new(&ground),
            corners: Corners::new(ground.len()),
            occupancy: Occupancy::new(ground.len(), capacity),
            agents: Vec::new(),
            states: Vec::new(),
            alerts: Vec::new(),
            memories: Vec::new(),
            vacant: Vec::new(),
            outside: 0,
            call: 0,
            last_call: 0,
            answers: Vec::new(),
            displaced: Vec::new(),
            events: Events::new(ground.len()),
            flood: Flood::new(ground.len()),
            push: Push::new(ground.len()),
            paces: Paces::default(),
            order: Vec::new(),
            arounds: Vec::new(),
            woken: BinaryHeap::new(),
            turn: None,
            decided: 0,
            patience: 5_000_000,
            stuck: Vec::new(),
            ground,
        }
    }

    /// Adds an agent, at a time in microseconds. In the next call of [`Crowd::decide`] it gets a place in this cell or in the nearest cell
    /// with room. If no cell has room, it looks again in every 16th call. Agents with the same `goal` come to rest around each other.
    pub fn insert(&mut self, cell: IVec2, goal: u64, now: u64) -> AgentId {
        let agent = Agent::new(self.nearest_index(cell), goal, self.call, now);
        self.outside += 1;
        let number = match self.vacant.pop() {
            Some(number) => {
                (self.agents[number as usize], self.states[number as usize]) = (agent, State::Outside);
                self.alerts[number as usize] = Alert::Now;
                self.memories[number as usize] = Memory::NONE;
                number
            }
            None => {
                self.agents.push(agent);
                self.states.push(State::Outside);
                self.alerts.push(Alert::Now);
                self.memories.push(Memory::NONE);
                self.agents.len() as u32 - 1
            }
        };
        AgentId(number)
    }

    /// Removes an agent, even in mid-step. Its number may be given to another agent.
    pub fn remove(&mut self, agent: AgentId, now: u64) {
        if !self.contains(agent) {
            return;
        }
        self.lift(agent.0, now);
        self.outside -= 1;
        self.states[agent.index()] = State::Vacant;
        let place = self.vacant.partition_point(|&vacant| vacant > agent.0);
        self.vacant.insert(place, agent.0);
    }

    /// Moves an agent from where it is, even in mid-step, to this cell or the nearest cell with room. It gets its place as in
    /// [`Crowd::insert`].
    pub fn teleport(&mut self, agent: AgentId, cell: IVec2, now: u64) {
        if self.contains(agent) {
            self.lift(agent.0, now);
            let near = self.nearest_index(cell);
            let agent = &mut self.agents[agent.index()];
            (agent.from, agent.failed, agent.is_displaced) = (near, 0, false);
        }
    }

    /// Gives an agent another goal. The agent sets out again.
    pub fn set_goal(&mut self, agent: AgentId, goal: u64, now: u64) {
        if !self.contains(agent) {
            return;
        }
        let call = self.call;
        self.alerts[agent.index()] = Alert::Now;
        self.memories[agent.index()] = Memory::NONE;
        let state = &mut self.states[agent.index()];
        if *state == State::Resting {
            *state = State::Waiting;
            self.count_inside(agent.0, true, now);
        }
        let agent = &mut self.agents[agent.index()];
        agent.take_goal(goal, now);
        agent.set_out(call, now);
    }

    /// Tells the crowd that the costs of an agent have changed, for example because of another path to the same goal. From now on, the
    /// agent's progress counts from where it is.
    pub fn note_other_costs(&mut self, agent: AgentId) {
        if self.contains(agent) {
            let known = &mut self.agents[agent.index()];
            known.has_other_costs = true;
            known.forget_queue();
            self.memories[agent.index()] = Memory::NONE;
        }
    }

    /// Tells the crowd that an agent is at the centre of the cell to which it walked.
    pub fn arrive(&mut self, agent: AgentId) {
        if self.states.get(agent.index()) != Some(&State::Moving) {
            return;
        }
        self.states[agent.index()] = State::Waiting;
        self.release_corner(agent.0);
    }

    /// Sets after how many microseconds without coming nearer to its goal an agent counts as stuck: five seconds by default.
    pub const fn set_patience(&mut self, patience: u64) {
        self.patience = patience;
    }

    /// Returns whether an agent of this number is in the crowd.
    #[must_use]
    pub fn contains(&self, agent: AgentId) -> bool {
        self.states.get(agent.index()).is_some_and(|&state| state != State::Vacant)
    }

    /// The cell of an agent; on a step, the cell to which it walks. `None` if the agent has no place.
    #[must_use]
    pub fn cell(&self, agent: AgentId) -> Option<IVec2> {
        let cell = self.agents.get(agent.index()).filter(|_| self.contains(agent))?.cell;
        (cell != NONE).then(|| self.ground.cell(cell))
    }

    /// Returns whether an agent is on a step.
    #[must_use]
    pub fn is_moving(&self, agent: AgentId) -> bool {
        self.states.get(agent.index()) == Some(&State::Moving)
    }

    /// Returns whether an agent has arrived and rests.
    #[must_use]
    pub fn is_resting(&self, agent: AgentId) -> bool {
        self.states.get(agent.index()) == Some(&State::Resting)
    }

    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agents.len() - self.vacant.len()
    }

    /// Returns whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The maximum number of agents in a cell.
    #[must_use]
    pub const fn capacity(&self) -> u8 {
        self.occupancy.capacity()
    }

    /// The answers of the last call of [`Crowd::decide`], and of the agents that were displaced before it.
    #[must_use]
    pub fn answers(&self) -> &[(AgentId, CrowdAnswer)] {
        &self.answers
    }

    /// Returns whether agents have lost their places since the last call of [`Crowd::decide`].
    #[must_use]
    pub const fn has_displaced(&self) -> bool {
        !self.displaced.is_empty()
    }

    /// How many agents decided in the last call of [`Crowd::decide`]. An agent that can't go on is left out in most calls, while nothing
    /// changes near it.
    #[must_use]
    pub const fn decided(&self) -> usize {
        self.decided
    }

    pub(super) fn nearest_index(&self, cell: IVec2) -> u32 {
        let inside = cell.clamp(IVec2::ZERO, self.ground.size.as_ivec2() - 1);
        self.ground.index(inside).unwrap_or(0)
    }

    /// Frees the diagonal on which an agent is. Those at the ends of the diagonal that crosses it may go now.
    pub(super) fn release_corner(&mut self, number: u32) {
        let agent = &mut self.agents[number as usize];
        let (from, direction) = (agent.from, agent.direction);
        agent.direction = NO_DIRECTION;
        self.corners.release(&self.ground, from, direction);
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
