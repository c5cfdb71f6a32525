//! The fleet: its agents, and an update of all of them.

use super::{
    agent::Agent, agent_id::AgentId, agents::Agents, answer::AnswerStatus, event::FleetEvent,
    job::GraphSearch, queue::RequestQueue, record::Moment, settings::FleetSettings, stats::FleetStats,
    trace::SearchRecords, walk::walk_on,
};
use crate::{
    astar::Recorder,
    graph::{NavGraph, WaypointId},
};
use core::time::Duration;
use glam::Vec2;

/// Agents that walk over a [`NavGraph`]: the fleet finds their paths, keeps these up to date, and moves the agents along them.
///
/// ```
/// use core::time::Duration;
/// use glam::Vec2;
/// use tilepath::{Graph, NavGraph, fleet::{Fleet, FleetEvent, FleetSettings, Request}};
/// let mut graph = NavGraph::new();
/// let [a, b] = [0.0, 30.0].map(|x| graph.add_waypoint(Vec2::new(x, 0.0)).unwrap());
/// graph.set_edges(a, &[(b, Graph::cost_of_distance(30.0))]);
///
/// let mut fleet = Fleet::new(FleetSettings::default());
/// let scout = fleet.insert(Some(Vec2::ZERO));
/// fleet.set_speed(scout, Some(10.0));
/// fleet.ask(scout, Request::to(Vec2::new(30.0, 0.0)), &graph);
/// let mut seconds = 0;
/// while !fleet.events().contains(&FleetEvent::Reached(scout)) {
///     fleet.update(Duration::from_secs(1), &graph);
///     seconds += 1;
/// }
/// assert_eq!(seconds, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Fleet {
    pub(super) agents: Agents,
    pub(super) queue: RequestQueue<AgentId>,
    pub(super) search: GraphSearch,
    pub(super) settings: FleetSettings,
    pub(super) now: Moment,
    /// The revision of the graph at which agents were checked last.
    pub(super) seen: u64,
    pub(super) events: Vec<FleetEvent>,
    pub(super) answered: Vec<AgentId>,
    pub(super) stats: FleetStats,
    pub(super) trace: SearchRecords,
    pub(super) clock: fn() -> Duration,
}

impl Fleet {
    /// A fleet without agents.
    #[must_use]
    pub fn new(settings: FleetSettings) -> Self {
        Self {
            agents: Agents::default(),
            queue: RequestQueue::default(),
            search: GraphSearch::default(),
            settings,
            now: Moment::default(),
            seen: 0,
            events: Vec::new(),
            answered: Vec::new(),
            stats: FleetStats::default(),
            trace: SearchRecords::default(),
            clock: || Duration::ZERO,
        }
    }

    /// Measures searches by a clock, for [`AnswerRecord`](super::AnswerRecord). No answer depends on it.
    #[must_use]
    pub const fn with_clock(mut self, clock: fn() -> Duration) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the settings, from the next update on.
    pub const fn set_settings(&mut self, settings: FleetSettings) {
        self.settings = settings;
    }

    /// Adds an agent without a request. An agent without a position is at no place that a target could stand for.
    pub fn insert(&mut self, position: Option<Vec2>) -> AgentId {
        self.agents.insert(Agent::new(position))
    }

    /// Removes an agent. Returns whether it was in the fleet.
    pub fn remove(&mut self, agent: AgentId) -> bool {
        self.cancel(agent);
        self.agents.remove(agent)
    }

    /// An agent. `None` if it was removed.
    #[must_use]
    pub fn agent(&self, agent: AgentId) -> Option<&Agent> {
        self.agents.get(agent)
    }

    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Returns whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts an agent somewhere else. If this takes an agent that walks off its path, it gets another path.
    pub fn set_position(&mut self, agent: AgentId, position: Option<Vec2>) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.position = position;
        }
    }

    /// Says where an agent stands after its walk, if rounding in the game has put it a little beside [`Agent::position`]. Unlike
    /// [`Fleet::set_position`], this is no push.
    pub fn confirm_position(&mut self, agent: AgentId, position: Vec2) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.position = Some(position);
            agent.walk.at = position;
        }
    }

    /// Says that an agent is a waypoint. Requests with this agent as their target lead to that waypoint.
    pub fn set_waypoint(&mut self, agent: AgentId, waypoint: Option<WaypointId>) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.waypoint = waypoint;
        }
    }

    /// Sets the speed of an agent in world units per second. `None` for an agent that does not walk, or walks by other means: it only
    /// gets paths. An agent of speed 0, of a negative speed or of NaN stands still.
    pub fn set_speed(&mut self, agent: AgentId, speed: Option<f32>) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.speed = speed;
        }
    }

    /// Sets the agent that another goes to meet instead of its target, until their waypoints are joined by an edge. For agents that
    /// target each other: if all followed their targets, they would change places for ever.
    pub fn set_meeting(&mut self, agent: AgentId, other: Option<AgentId>) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.meets = other;
        }
    }

    /// Makes an agent at the end of its path arrive once more: it counts as walking until its next walk.
    pub fn forget_arrival(&mut self, agent: AgentId) {
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.has_arrived = false;
        }
    }

    /// Makes an agent as if it were new, at the same position. It keeps its name, so that requests can still target it.
    pub fn renew(&mut self, agent: AgentId) {
        self.cancel(agent);
        if let Some(agent) = self.agents.get_mut(agent) {
            *agent = Agent::new(agent.position);
        }
    }

    /// How many requests are answered before that of an agent. `None` if its request does not wait.
    #[must_use]
    pub fn before(&self, agent: AgentId) -> Option<usize> {
        self.queue.before(self.agents.get(agent)?.plan.queued?)
    }

    /// What happened since the present update began, in order.
    #[must_use]
    pub fn events(&self) -> &[FleetEvent] {
        &self.events
    }

    /// Forgets what happened so far in the present update.
    pub fn forget_events(&mut self) {
        self.events.clear();
    }

    /// The agents that got another answer since the present update began: another path, or another failure.
    #[must_use]
    pub fn answered(&self) -> &[AgentId] {
        &self.answered
    }

    /// What the fleet has done so far.
    #[must_use]
    pub const fn stats(&self) -> &FleetStats {
        &self.stats
    }

    /// Records the searches of one agent, or of all with `None`. [`Fleet::take_trace`] returns the record.
    pub const fn trace(&mut self, agent: Option<AgentId>) {
        self.trace.watch(agent);
    }

    /// Stops recording searches.
    pub fn stop_trace(&mut self) {
        self.trace = SearchRecords::default();
    }

    /// The record of the recorded search that ended last, and its agent. Each record is returned once.
    pub fn take_trace(&mut self) -> Option<(AgentId, Recorder)> {
        self.trace.take()
    }

    /// Lets time pass: finds paths, and moves all agents.
    pub fn update(&mut self, time: Duration, graph: &NavGraph) {
        let Moment { frame, seconds } = self.now;
        self.begin(Moment { frame: frame.wrapping_add(1), seconds: seconds + time.as_secs_f32() });
        self.answer(graph);
        self.walk(time, graph);
    }

    /// Begins an update at a moment: forgets the events of the last one. [`Fleet::update`] calls this, [`Fleet::answer`] and
    /// [`Fleet::walk`].
    pub fn begin(&mut self, now: Moment) {
        self.now = now;
        self.events.clear();
        self.answered.clear();
    }

    /// Moves every agent along its path.
    pub fn walk(&mut self, time: Duration, graph: &NavGraph) {
        for index in 0..self.agents.slots() {
            let Some(id) = self.agents.id_at(index) else { continue };
            let Some(agent) = self.agents.get_mut(id).filter(|agent| agent.is_active) else { continue };
            if walk_agent(agent, time.as_secs_f32(), graph) {
                self.events.push(FleetEvent::Reached(id));
            }
        }
    }
}

/// Moves one agent. Returns whether it reached the end of a path to its target.
fn walk_agent(agent: &mut Agent, seconds: f32, graph: &NavGraph) -> bool {
    let Some((path, speed)) = agent.path.as_ref().zip(agent.speed) else { return false };
    let Some(at) = agent.position.filter(|at| at.is_finite()) else { return false };
    // NaN is no greater than 0.
    let travel = (speed * seconds).max(0.0);
    agent.position = Some(walk_on(graph, path, &mut agent.walk, at, travel));
    let has_arrived = agent.walk.next == path.waypoints.len();
    let had_arrived = core::mem::replace(&mut agent.has_arrived, has_arrived);
    has_arrived && !had_arrived && agent.status == AnswerStatus::Found
}
