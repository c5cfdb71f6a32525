//! The fleet of agents, and its update.

use super::{
    agent_id::AgentId,
    agents::{Agent, Agents, Circles, GroundKind, Moment, PlanCause, SteeringWork},
    crowds::Crowds,
    fields::{FieldId, GroupId, RequestGroup, RequestGroups, SharedFields},
    input::FleetInput,
    requests::{FleetEvent, RequestKey, RequestQueue},
    settings::FleetSettings,
    stats::FleetStats,
    walking::{CellStep, Pace, Progress, StepState, UTurn, WatchedBodies, bits_of},
    work::{Asking, GraphSearch, MapChanges, Preparation, SearchRecord, SearchRecords, TileSearch, TileWalk},
};
use crate::{
    batch::Clock,
    budget::Budget,
    crowd::{CrowdRules, InvalidCrowdRule},
    geometry::CellGeometry,
    graph::WaypointId,
    journal::Journal,
    map::NavMap,
    undo::{Lasting, Timeline},
};
use core::time::Duration;
use glam::{IVec2, Vec2};

/// Agents on a map and on a graph of waypoints. The fleet finds paths for its agents, keeps the paths up to date, and moves the agents
/// along them. It is a part of [`FleetWorld`](super::FleetWorld), which updates it. An engine that has the map and
/// the waypoints in places of their own calls the three phases of an update itself: `begin`, `answer`, `walk`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(remote = "Self"))]
pub struct Fleet {
    pub(super) agents: Agents,
    pub(super) queue: RequestQueue<AgentId>,
    pub(super) groups: RequestGroups<RequestKey>,
    pub(super) circles: Circles,
    pub(super) changes: MapChanges,
    /// The revision of the graph at which agents were checked last.
    pub(super) seen: u64,
    /// The cells on which agents of crowds have begun to *stand for good* in this update (see [`Fleet::standing_cells`]).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) newly_standing: Vec<IVec2>,
    /// Agents whose own obstacles moved in this update.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) owners: Vec<AgentId>,
    pub(super) asking: Asking,
    pub(super) tiles: TileSearch,
    pub(super) walk: TileWalk,
    pub(super) waypoints: GraphSearch,
    pub(super) crowds: Crowds,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) steering: SteeringWork,
    pub(super) preparation: Preparation,
    pub(super) settings: FleetSettings,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) events: Vec<FleetEvent>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) answered: Vec<AgentId>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) stats: FleetStats,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) trace: SearchRecords,
    #[cfg_attr(feature = "serde", serde(skip, default = "no_clock"))]
    pub(super) clock: Clock,
    /// The snapshots of the fleet.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) timeline: Lasting<Timeline>,
    /// The inputs, while the game is recorded.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) journal: Journal<FleetInput>,
    /// While the game is recorded: the bodies that a game stores itself, of agents on their own and in crowds.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) bodies_alone: WatchedBodies,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) bodies_in_crowds: WatchedBodies,
}

/// A clock that stands still.
fn no_clock() -> Clock {
    || Duration::ZERO
}

impl Fleet {
    /// A fleet without agents.
    #[must_use]
    pub fn new(settings: FleetSettings) -> Self {
        Self {
            agents: Agents::default(),
            queue: RequestQueue::default(),
            groups: RequestGroups::default(),
            circles: Circles::default(),
            changes: MapChanges::default(),
            seen: 0,
            newly_standing: Vec::new(),
            owners: Vec::new(),
            asking: Asking::default(),
            tiles: TileSearch::default(),
            walk: TileWalk::default(),
            waypoints: GraphSearch::default(),
            crowds: Crowds::default(),
            steering: SteeringWork::default(),
            preparation: Preparation::default(),
            settings,
            events: Vec::new(),
            answered: Vec::new(),
            stats: FleetStats::default(),
            trace: SearchRecords::default(),
            clock: no_clock(),
            timeline: Lasting::default(),
            journal: Journal::default(),
            bodies_alone: WatchedBodies::default(),
            bodies_in_crowds: WatchedBodies::default(),
        }
    }

    /// Sets the clock that measures searches, for [`AnswerRecord`](super::AnswerRecord). No answer depends on the clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        // A fleet that was loaded keeps the search that is under way.
        self.tiles.batch = core::mem::take(&mut self.tiles.batch).with_clock(clock);
        self
    }

    /// Sets the settings, from the next update on.
    pub fn set_settings(&mut self, settings: FleetSettings) {
        self.journal.note(|| FleetInput::SetSettings(Box::new(settings)));
        self.settings = settings;
    }

    /// Adds an agent without a request. An agent without a position gets no paths. It can be a target only as a waypoint
    /// ([`Fleet::set_waypoint`]).
    pub fn insert(&mut self, position: Option<Vec2>, ground: GroundKind) -> AgentId {
        let agent = self.agents.insert(Agent::new(ground), position);
        self.journal.note(|| FleetInput::Insert(position, ground, agent));
        agent
    }

    /// Removes an agent. Returns whether it was in the fleet.
    pub fn remove(&mut self, agent: AgentId) -> bool {
        if self.agents.get(agent).is_none() {
            return false;
        }
        self.journal.note(|| FleetInput::Remove(agent));
        self.withdraw(agent);
        self.crowds.forget(agent, &mut self.agents.walks);
        self.steering.forget(agent);
        self.agents.remove(agent)
    }

    /// An agent. `None` if it was removed.
    #[must_use]
    pub fn agent(&self, agent: AgentId) -> Option<&Agent> {
        self.agents.get(agent)
    }

    /// All agents, in the order of their indices.
    pub fn agents(&self) -> impl Iterator<Item = (AgentId, &Agent)> {
        let ids = (0..self.agents.slots.len()).filter_map(|index| self.agents.id_at(index));
        ids.filter_map(|id| Some((id, self.agents.get(id)?)))
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

    /// Sets the position of an agent. If this moves a walking agent off its path, the agent gets another path.
    pub fn set_position(&mut self, agent: AgentId, position: Option<Vec2>) {
        // Games set many positions in each frame, most of them to what they are.
        if self.journal.is_on() && self.position(agent).map(bits_of) != position.map(bits_of) {
            self.journal.note(|| FleetInput::SetPosition(agent, position));
        }
        self.agents.set_position(agent, position);
    }

    /// The position of an agent. `None` if the agent was removed or has no position now.
    #[must_use]
    pub fn position(&self, agent: AgentId) -> Option<Vec2> {
        self.agents.position(agent)
    }

    /// Corrects the position of an agent after its walk, if rounding in the game has moved the agent slightly away from
    /// [`Fleet::position`]. Unlike [`Fleet::set_position`], this is no push.
    pub fn confirm_position(&mut self, agent: AgentId, position: Vec2) {
        self.journal.note(|| FleetInput::ConfirmPosition(agent, position));
        self.agents.set_position(agent, Some(position));
        if self.agents.get(agent).is_some() {
            let walks = &mut self.agents.walks;
            let step = &mut walks.steps[agent.index()];
            step.motion = step.motion.from_elsewhere(position, walks.clock.now);
        }
    }

    /// Makes an agent represent a waypoint: a request with this agent as its target leads to the waypoint.
    pub fn set_waypoint(&mut self, agent: AgentId, waypoint: Option<WaypointId>) {
        if let Some(of) = self.agents.get_mut(agent).filter(|of| of.waypoint != waypoint) {
            of.waypoint = waypoint;
            self.journal.note(|| FleetInput::SetWaypoint(agent, waypoint));
        }
    }

    /// Sets how fast an agent walks. With `None`, the fleet only finds paths for the agent and does not move it.
    pub fn set_pace(&mut self, agent: AgentId, pace: Option<Pace>) {
        if self.agents.get(agent).is_some() {
            self.journal.note(|| FleetInput::SetPace(agent, pace));
            self.agents.walks.paces[agent.index()] = pace;
            self.note_walking(agent);
        }
    }

    /// Adds an agent to the crowd of a layer, or removes it from its crowd (`None`). Every agent of a crowd has its own place, and agents
    /// make room for each other. Agents of different layers do not notice each other. A crowd moves agents over cells only, not over
    /// waypoints, and keeps an agent without a request on cells that the profile of its last request allows. An agent with [obstacles of
    /// its own](Fleet::set_own_obstacles) walks on its own. The cell of an agent that leaves is free at once.
    pub fn set_crowd(&mut self, agent: AgentId, layer: Option<u8>) {
        let Some(member) = self.agents.get_mut(agent).filter(|member| member.crowd != layer) else { return };
        member.crowd = layer;
        self.journal.note(|| FleetInput::SetCrowd(agent, layer));
        if layer.is_none() {
            self.crowds.forget(agent, &mut self.agents.walks);
        }
        self.note_walking(agent);
    }

    /// The cell that an agent has in its crowd. During a step, this is the cell that the agent enters. `None` for an agent that is in no crowd,
    /// and for an agent without a place: all cells near it are full.
    #[must_use]
    pub fn cell_in_crowd(&self, agent: AgentId) -> Option<IVec2> {
        self.agents.get(agent).and_then(|_| self.crowds.cell(agent.index()))
    }

    /// Sets the rules of all crowds.
    ///
    /// # Errors
    /// [`InvalidCrowdRule`] if a rule is out of its range. The crowds then keep all their rules.
    pub fn set_crowd_rules(&mut self, rules: &CrowdRules) -> Result<(), InvalidCrowdRule> {
        self.journal.note(|| FleetInput::SetCrowdRules(Box::new(*rules)));
        self.crowds.set_rules(rules, self.agents.walks.clock.walked)
    }

    /// The cells that are full of agents that *stand for good*: agents of crowds without speed for a second or longer.
    pub fn standing_cells(&mut self) -> Vec<IVec2> {
        self.journal.note(|| FleetInput::StandingCells);
        self.crowds.standing_cells(self.agents.walks.clock.walked)
    }

    /// Updates how an agent walks (on its own, in a crowd or not at all), after something that decides it has changed.
    pub(super) fn note_walking(&mut self, agent: AgentId) {
        let may_be_in_crowd = self.agents.note_walking(agent);
        if !may_be_in_crowd && self.agents.get(agent).is_some() {
            self.crowds.leave(agent.index(), &mut self.agents.walks);
        }
    }

    /// How far an agent has come on its path, over cells or waypoints, alone or in a crowd, and whether it has arrived.
    #[must_use]
    pub fn progress(&self, agent: AgentId) -> Progress {
        self.agents.get(agent).map_or(Progress::START, |_| self.agents.walks.tracks[agent.index()].progress)
    }

    /// How fast an agent walks. `None` for an agent that does not walk.
    #[must_use]
    pub fn pace(&self, agent: AgentId) -> Option<Pace> {
        self.agents.get(agent).and_then(|_| self.agents.walks.paces[agent.index()])
    }

    /// The step of an agent over cells. `None` for an agent that does not walk.
    #[must_use]
    pub fn step(&self, agent: AgentId) -> Option<&CellStep> {
        self.agents.get(agent).and_then(|_| self.agents.walks.step(agent))
    }

    /// Whether the agent has stopped before an obstacle of a class that its request [names](super::Request::stop_before).
    #[must_use]
    pub fn is_stopped(&self, agent: AgentId) -> bool {
        let has_stopped = |step: &CellStep| step.state == StepState::Stopped;
        self.step(agent).is_some_and(has_stopped) || self.crowds.is_stopped(agent.index())
    }

    /// The cell at which the path of an agent on a goal field now begins. `None` for any other agent.
    #[must_use]
    pub fn path_start(&self, agent: AgentId) -> Option<IVec2> {
        self.agents.get(agent)?.field?;
        Some(self.agents.walks.tracks[agent.index()].start())
    }

    /// Resets the progress of an agent on its path. The agent stays where it is. At the end of its path, the agent arrives once more.
    pub fn restart_walk(&mut self, agent: AgentId) {
        if let Some(walking) = self.agents.get_mut(agent) {
            self.journal.note(|| FleetInput::RestartWalk(agent));
            walking.has_arrived = false;
            self.agents.walks.tracks[agent.index()].progress = Progress::START;
            self.crowds.restart(agent.index());
        }
    }

    /// The number of requests that are answered before the request of an agent. `None` if the agent has no request in the queue.
    #[must_use]
    pub fn before(&self, agent: AgentId) -> Option<usize> {
        self.queue.before(self.agents.get(agent)?.plan.queued?)
    }

    /// The events since the present update began, in the order in which they happened.
    #[must_use]
    pub fn events(&self) -> &[FleetEvent] {
        &self.events
    }

    /// Forgets the events of the present update so far.
    pub fn forget_events(&mut self) {
        self.events.clear();
    }

    /// The agents that got another answer since the present update began: another path, or another failure.
    #[must_use]
    pub fn answered(&self) -> &[AgentId] {
        &self.answered
    }

    /// Counts of what the fleet has done so far.
    #[must_use]
    pub const fn stats(&self) -> &FleetStats {
        &self.stats
    }

    /// Records the searches of one agent, or with `None` of all agents. [`Fleet::take_trace`] returns the record.
    #[doc(hidden)]
    pub const fn trace(&mut self, agent: Option<AgentId>) {
        self.trace.watch(agent);
    }

    /// Stops recording searches.
    #[doc(hidden)]
    pub fn stop_trace(&mut self) {
        self.trace = SearchRecords::default();
    }

    /// Takes the record of the recorded search that ended last. Each record is returned once.
    #[doc(hidden)]
    pub fn take_trace(&mut self) -> Option<SearchRecord> {
        self.trace.take()
    }

    /// Forgets the events of the last update, and notes what changed on the map since then.
    pub(super) fn note_changes(
        &mut self,
        now: Moment,
        tiles: Option<(&mut NavMap, &CellGeometry)>,
        has_other_profiles: bool,
    ) {
        self.agents.walks.clock.advance(now.time);
        self.changes.note(now, tiles, has_other_profiles);
        self.events.clear();
        self.answered.clear();
        self.steering.begin();
        if let Some(geometry) = self.changes.geometry().copied().filter(|_| self.changes.map_moved()) {
            self.join_groups_again(&geometry);
        }
    }

    /// Prepares the map for the profiles in use. Then measures landmarks for them, and finds out which engines suit them. Each of these two
    /// tasks has its own budget in an update. Returns whether anything had to be prepared.
    pub(super) fn prepare(
        &mut self,
        map: &mut NavMap,
        profiles: &[crate::CostProfile],
        fields: &SharedFields,
    ) -> bool {
        let waiting = core::mem::take(&mut self.asking.unprepared);
        let mut budget = Budget::new(self.settings.prepared_cells_per_update.max(1).into());
        let has_prepared = self.preparation.prepare(map, fields, profiles.iter(), &waiting, &mut budget);
        self.preparation.improve(map, profiles.iter(), self.settings.max_landmark_bytes);
        has_prepared
    }

    /// The moment of this update.
    #[must_use]
    pub const fn now(&self) -> Moment {
        self.changes.now()
    }

    /// Whether [warm-up searches](crate::NavMap::warm_up) are still to be made for the profiles in use.
    #[must_use]
    pub const fn is_warming_up(&self) -> bool {
        self.preparation.is_warming_up()
    }

    /// Sets the cells on which agents of crowds have begun to stand for good in this update (see [`Fleet::standing_cells`]).
    #[doc(hidden)]
    pub fn set_newly_standing(&mut self, cells: impl IntoIterator<Item = IVec2>) {
        self.newly_standing.clear();
        self.newly_standing.extend(cells);
        self.journal.note(|| FleetInput::SetNewlyStanding(self.newly_standing.clone()));
    }

    /// A group of agents with the same request. `None` if the group was removed.
    #[must_use]
    #[doc(hidden)]
    pub fn group(&self, group: GroupId) -> Option<&RequestGroup<RequestKey>> {
        self.groups.get(group)
    }

    /// The groups of this profile that have agents, in the order of their keys.
    #[doc(hidden)]
    pub fn groups_of_profile(&self, profile: u16) -> impl Iterator<Item = &RequestGroup<RequestKey>> {
        let groups = self.groups.at_or_after(RequestKey::first_of(profile));
        groups.take_while(move |group| group.key().profile() == profile)
    }

    /// The agents that do not read their paths from a goal field. Before [`Fleet::answer`], set the present positions of these agents and
    /// of all targets.
    #[doc(hidden)]
    pub fn off_field(&self) -> impl Iterator<Item = AgentId> {
        self.agents.off_field()
    }

    /// The agents that read their paths from goal fields. Before [`Fleet::answer`], set the present positions of these agents if [a field
    /// may have lost paths](SharedFields::may_have_lost_paths). Otherwise, this is not necessary.
    #[doc(hidden)]
    pub fn on_field(&self) -> impl Iterator<Item = AgentId> {
        self.agents.on_field()
    }

    pub(super) fn set_field(&mut self, agent: AgentId, field: Option<FieldId>) {
        self.agents.set_field(agent, field);
    }

    /// Takes an agent off its goal field: the field has no path for the agent any more, or a search has answered the agent.
    pub(super) fn leave_field(&mut self, agent: AgentId) {
        if self.agents.get(agent).is_some_and(|agent| agent.field.is_some()) {
            self.set_field(agent, None);
        }
    }

    /// Records that something pushed an agent on a goal field off its path. The agent takes another path of the field, from where it is.
    pub(super) fn note_push(&mut self, agent: AgentId) {
        let now = self.now();
        if let Some(agent) = self.agents.get_mut(agent) {
            agent.record.ask(PlanCause::PushedOff, now);
            agent.record.answer(0, Duration::ZERO, now);
        }
    }

    /// Notes that a goal field led its agent back along the last step, in this cell because a target moved, or because the map was
    /// edited (`None`). If this happens often, the agent gets its own path.
    pub(super) fn note_turn(&mut self, agent: AgentId, cell: Option<IVec2>) {
        let now = self.now().time;
        let Some(turning) = self.agents.get_mut(agent) else { return };
        let turn = UTurn::again(turning.plan.turn, cell.map(UTurn::place_of), now);
        turning.plan.turn = Some(turn);
        if turn.is_frequent() {
            // The field would turn the agent round at every edit of the map.
            self.set_field(agent, None);
        }
    }
}
