//! A crowd whose agents walk.

use super::{motion::NEVER, walker::Walker};
use crate::{
    crowd::{Crowd, CrowdRules, InvalidCrowdRule, MemberId, StuckAgent},
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
    undo::{Image, Visit},
};
use glam::{IVec2, Vec2};

/// A [`Crowd`] whose agents walk: it decides which agent enters which cell, and knows where every agent is at any time.
///
/// All times are in microseconds, and never run backwards. Positions and speeds are in world units.
///
/// With the feature `serde`, a mover can be saved between any two calls. The events of the last run are not saved. Loading data
/// that is not a valid mover is an error.
#[derive(Clone, Debug)]
pub struct CrowdMover {
    pub(super) crowd: Crowd,
    pub(super) geometry: CellGeometry,
    /// The walkers, by agent number. The walker of a removed agent stays until a new agent gets its number.
    pub(super) walkers: Vec<Walker>,
    /// When the present leg of each agent's step ends. [`NEVER`] for agents that stand.
    pub(super) ends: Vec<u64>,
    /// Whether some agent has no place yet.
    pub(super) has_newcomers: bool,
    pub(super) work: MoverWork,
}

/// The data of a [`CrowdMover`] that does not affect its future: the events of the last run, and data that follows from the
/// agents.
#[derive(Clone, Default, Debug)]
pub(super) struct MoverWork {
    /// The agents whose motion has changed. Some are listed twice.
    pub(super) changed: Vec<MemberId>,
    pub(super) stuck: Vec<StuckAgent>,
    pub(super) rested: Vec<MemberId>,
    /// The lowest pace of all agents. `None` if the pace of some agent has changed since it was computed.
    pub(super) fastest: Option<f32>,
}

impl Image for CrowdMover {
    fn visit(&mut self, visit: &mut Visit) {
        self.crowd.visit(visit);
    }
}

impl CrowdMover {
    /// A crowd without agents, with the default rules. `profile` says which cells are free and which steps are legal; each cell holds
    /// up to `capacity` agents.
    #[must_use]
    pub fn new(map: &NavMap, geometry: CellGeometry, profile: &CostProfile, capacity: u8) -> Self {
        Self::of_crowd(Crowd::new(map, profile, capacity), geometry)
    }

    /// A mover as from [`CrowdMover::new`], with other rules than the default.
    ///
    /// # Errors
    /// [`InvalidCrowdRule`] if a rule is out of its range.
    pub fn with_rules(
        map: &NavMap,
        geometry: CellGeometry,
        profile: &CostProfile,
        capacity: u8,
        rules: CrowdRules,
    ) -> Result<Self, InvalidCrowdRule> {
        Ok(Self::of_crowd(Crowd::with_rules(map, profile, capacity, rules)?, geometry))
    }

    fn of_crowd(crowd: Crowd, geometry: CellGeometry) -> Self {
        Self {
            crowd,
            geometry,
            walkers: Vec::new(),
            ends: Vec::new(),
            has_newcomers: false,
            work: MoverWork::default(),
        }
    }

    /// The crowd, which decides which agent has which cell.
    #[must_use]
    pub const fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The positions of the cells in the world.
    #[must_use]
    pub const fn geometry(&self) -> &CellGeometry {
        &self.geometry
    }

    /// How an agent walks. `None` for an agent that is not in the crowd.
    #[must_use]
    pub fn walker(&self, agent: MemberId) -> Option<&Walker> {
        self.walkers.get(agent.index()).filter(|_| self.crowd.contains(agent))
    }

    /// The position of an agent in the world. `None` for an agent that is not in the crowd.
    #[must_use]
    pub fn position(&self, agent: MemberId, now: u64) -> Option<Vec2> {
        Some(self.walker(agent)?.motion.at(now))
    }

    /// All agents, in the order of their numbers.
    pub fn walkers(&self) -> impl Iterator<Item = &Walker> {
        self.walkers.iter().filter(|walker| self.crowd.contains(walker.id))
    }

    /// The agents whose motion changed in the last [`CrowdMover::run`]. Some are listed twice.
    #[must_use]
    pub fn changed(&self) -> &[MemberId] {
        &self.work.changed
    }

    /// The agents that got stuck in the last [`CrowdMover::run`], in the order of events. Agents without a speed are left out.
    /// See [`Crowd::newly_stuck`].
    #[must_use]
    pub fn newly_stuck(&self) -> &[StuckAgent] {
        &self.work.stuck
    }

    /// The agents that came to rest in the last [`CrowdMover::run`], in the order of events.
    #[must_use]
    pub fn newly_resting(&self) -> &[MemberId] {
        &self.work.rested
    }

    /// Adds an agent at a position in the world. `cell` is the cell that contains the position. The agent gets a place in the
    /// next [`CrowdMover::run`], and walks as soon as it has a speed. A new agent may get the number of a removed agent.
    pub fn insert(&mut self, at: Vec2, cell: IVec2, goal: u64, now: u64) -> MemberId {
        let id = self.crowd.insert(cell, goal, now);
        self.has_newcomers = true;
        let walker = Walker::new(id, at, cell);
        match self.walkers.get_mut(id.index()) {
            Some(vacant) => *vacant = walker,
            None => self.walkers.push(walker),
        }
        self.ends.resize(self.walkers.len(), NEVER);
        self.ends[id.index()] = NEVER;
        id
    }

    /// Removes an agent. Its cell is free at once.
    pub fn remove(&mut self, agent: MemberId, now: u64) {
        self.crowd.remove(agent, now);
        if let Some(end) = self.ends.get_mut(agent.index()) {
            *end = NEVER;
            self.work.fastest = None;
        }
    }

    /// Gives an agent another goal. Agents with the same number `goal` come to rest around each other. See [`Crowd::set_goal`].
    pub fn set_goal(&mut self, agent: MemberId, goal: u64, now: u64) {
        if let Some(walker) = self.walkers.get_mut(agent.index()) {
            walker.is_resting = false;
            self.crowd.set_goal(agent, goal, now);
        }
    }

    /// Notes that all costs of an agent may have changed. See [`Crowd::note_other_costs`].
    pub fn note_other_costs(&mut self, agent: MemberId) {
        self.crowd.note_other_costs(agent);
    }

    /// Sets the speed of an agent, in world units per second. The speed also applies to the rest of the agent's step. An agent
    /// whose speed is not above 0 stands still. `slowness` is [`CrowdGuide::slowness`](super::CrowdGuide::slowness) for the cell
    /// of the agent's step.
    ///
    /// Returns whether the speed has changed. If not, the call does nothing.
    pub fn set_speed(&mut self, agent: MemberId, speed: f32, slowness: f32, now: u64) -> bool {
        // NaN is not above 0.
        let pace = Some(speed).filter(|&speed| speed > 0.0).map(|speed| 1e6 / speed);
        let pace = pace.filter(|pace| pace.is_finite());
        let Some(walker) = self.walkers.get_mut(agent.index()).filter(|walker| walker.pace != pace) else {
            return false;
        };
        walker.pace = pace;
        self.work.fastest = None;
        self.repace(agent, slowness, now);
        true
    }

    /// Moves an agent to a position in the world. `cell` is the cell that contains the position. If this is the agent's own cell,
    /// or the cell that the agent leaves, the agent continues its step from there. Otherwise the agent loses its cell, and gets a
    /// place near the new position in the next [`CrowdMover::run`].
    ///
    /// Returns whether the agent lost its cell. `slowness` is as in [`CrowdMover::set_speed`].
    pub fn move_to(&mut self, agent: MemberId, at: Vec2, cell: IVec2, slowness: f32, now: u64) -> bool {
        let Some(&walker) = self.walker(agent) else { return false };
        let (capacity, geometry) = (self.crowd.capacity(), self.geometry);
        let is_moving = self.crowd.is_moving(agent);
        let is_behind = is_moving && cell == walker.from && cell != walker.to;
        let stays = !walker.is_outside && (cell == walker.to || is_behind);
        if stays {
            let walker = &mut self.walkers[agent.index()];
            walker.ends = if is_moving { walker.ends } else { NEVER };
            walker.go_on_from(at, is_behind, now, &geometry, capacity);
            if is_moving {
                self.ends[agent.index()] = walker.motion.ends();
            }
            self.repace(agent, slowness, now);
        } else {
            self.walkers[agent.index()].stand(at);
            self.teleport(agent, cell, now);
        }
        !stays
    }

    /// Moves an agent to another cell.
    fn teleport(&mut self, agent: MemberId, cell: IVec2, now: u64) {
        let walker = &mut self.walkers[agent.index()];
        (walker.from, walker.to, walker.is_outside, walker.is_resting) = (cell, cell, true, false);
        self.ends[agent.index()] = NEVER;
        self.crowd.teleport(agent, cell, now);
        self.has_newcomers = true;
    }

    /// Computes the time for the rest of an agent's step again. Call this method if the agent's slowness has changed: `slowness`
    /// is as in [`CrowdMover::set_speed`].
    pub fn repace(&mut self, agent: MemberId, slowness: f32, now: u64) {
        let Some(walker) = self.walkers.get_mut(agent.index()) else { return };
        let time = walker.time_for(walker.left(now) * slowness);
        if self.crowd.is_moving(agent) {
            self.crowd.change_pace(agent, time, now);
        } else {
            walker.repace(now, now, now.saturating_add(time));
        }
    }

    /// Takes an agent's cell away. The agent gets another place in the next [`CrowdMover::run`]. See [`Crowd::displace`].
    pub fn displace(&mut self, agent: MemberId, near: IVec2, now: u64) {
        self.crowd.displace(agent, near, now);
    }

    /// Sets the positions of the cells in the world. Agents stay at their positions: call [`CrowdMover::move_to`] for each agent.
    pub const fn set_geometry(&mut self, geometry: CellGeometry) {
        self.geometry = geometry;
    }

    /// Sets the number of agents that a cell holds. See [`Crowd::set_capacity`].
    pub fn set_capacity(&mut self, capacity: u8, now: u64) {
        self.crowd.set_capacity(capacity, now);
    }

    /// Sets the rules. See [`Crowd::set_rules`].
    ///
    /// # Errors
    /// [`InvalidCrowdRule`] if a rule is out of its range. The crowd then keeps all its rules.
    pub fn set_rules(&mut self, rules: CrowdRules, now: u64) -> Result<(), InvalidCrowdRule> {
        self.crowd.set_rules(rules, now)
    }

    /// Sets which cells are free and which steps are legal. See [`Crowd::set_profile`].
    pub fn set_profile(&mut self, map: &NavMap, profile: &CostProfile, now: u64) {
        self.crowd.set_profile(map, profile, now);
    }

    /// Updates the crowd after edits of the map. An agent whose next cell has become a wall goes back if it is still in its old cell. See
    /// [`Crowd::sync`].
    pub fn sync(&mut self, map: &NavMap, now: u64) {
        let Self { crowd, walkers, geometry, .. } = self;
        let cell_of = |agent: MemberId| geometry.cell_at(walkers[agent.index()].motion.at(now));
        crowd.sync_agents_in(map, &cell_of, now);
    }

    /// Like [`CrowdMover::sync`], with the positions of the agents as the game knows them: rounding in the game decides in which cell an
    /// agent is that walks from one cell to the next.
    pub(crate) fn sync_agents_at(&mut self, map: &NavMap, at: impl Fn(MemberId) -> Vec2, now: u64) {
        let geometry = self.geometry;
        self.crowd.sync_agents_in(map, &|agent| geometry.cell_at(at(agent)), now);
    }
}
