//! Velocities for agents that the game moves itself.

use super::{
    agent_id::AgentId,
    answer::AgentPath,
    bodies::{Bodies, WalkScratch},
    cells::{CellStep, Pace, Progress, StepState},
    fields::SharedFields,
    fleet::Fleet,
    grounds::Grounds,
    walk_clock::WalkClock,
    walks::Walks,
};
use crate::{cost::Cost, geometry::CellGeometry, ground::PLAIN_WEIGHT};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;

/// How an agent must move in this update to walk along its path, for a game that moves the agent itself
/// ([`Fleet::set_steered`]).
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Steering {
    /// The velocity, in world units per second. Zero for an agent that stands. In the time of the update, this velocity never leads beyond
    /// the next point.
    pub velocity: Vec2,
    /// The next point of the path, to which the velocity leads. `None` for an agent that walks nowhere.
    pub next: Option<Vec2>,
    /// The length of the rest of the path, in world units. On a goal field, cells count with their costs: a cell of cost 3 as three plain
    /// cells.
    pub distance_left: f32,
}

/// An agent counts as past a point of its path as soon as it is this near, in tiles. At low speed, half the walk of an update is enough.
const NEAR: f32 = 0.2;

/// An agent that the game moves itself, in a walk of this update.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteeredBody {
    id: AgentId,
    /// Where the agent is.
    at: Vec2,
    /// Where the agent would be at the end of the update.
    place: Vec2,
    pace: Pace,
    /// The point to which the agent walked before.
    aim: Vec2,
    had_arrived: bool,
}

/// The velocities of this update, and the memory to find them.
#[derive(Clone, Default, Debug)]
pub(super) struct SteeringWork {
    pub(super) bodies: Vec<SteeredBody>,
    pub(super) scratch: WalkScratch,
    found: BTreeMap<AgentId, Steering>,
}

impl SteeringWork {
    /// Begins an update: nobody moves.
    pub(super) fn begin(&mut self) {
        self.found.values_mut().for_each(|steering| *steering = Steering::default());
    }

    pub(super) fn forget(&mut self, agent: AgentId) {
        self.found.remove(&agent);
    }
}

/// The bodies of agents that the game moves itself, as walks see them.
pub(super) struct SteeredBodies<'a>(pub(super) &'a mut [SteeredBody]);

impl Bodies for SteeredBodies<'_> {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn index(&self, row: usize) -> Option<usize> {
        Some(self.0[row].id.index())
    }

    fn place(&self, row: usize) -> Vec2 {
        self.0[row].place
    }

    fn pace(&self, row: usize) -> Pace {
        self.0[row].pace
    }

    fn progress(&self, _: usize) -> Option<Progress> {
        None
    }

    fn put(&mut self, row: usize, place: Vec2) {
        self.0[row].place = place;
    }

    fn note_progress(&mut self, _: usize, _: Progress) {}

    fn note_start(&mut self, _: usize, _: IVec2) {}
}

impl SteeredBody {
    pub(super) const fn new(id: AgentId, at: Vec2, pace: Pace, step: &CellStep, had_arrived: bool) -> Self {
        Self { id, at, place: at, pace, aim: step.motion.to(), had_arrived }
    }

    /// The velocity that leads the agent along its step, without passing a point. `has_passed` says whether the walk of this update has
    /// passed the point to which the agent walked before. `near` is the distance at which the agent itself counts as past it.
    fn steering(&self, step: &CellStep, clock: WalkClock, has_passed: bool, near: f32) -> Steering {
        let seconds = (clock.now - clock.before) as f32 * 1e-6;
        let (walked, to) = (step.motion.at(clock.now), step.motion.to());
        if !walked.is_finite() || !to.is_finite() || seconds <= 0.0 || step.state == StepState::New {
            return Steering::default();
        }
        let most = self.pace.speed.max(0.0) * seconds;
        let is_behind = has_passed && self.at.distance(self.aim) > near.min(most / 2.0);
        let (aim, reach) = match (is_behind, has_passed) {
            (true, _) => (self.aim, most),
            (false, true) => (to, most),
            // Terrain may slow the agent.
            (false, false) => (to, self.at.distance(walked)),
        };
        let reach = reach.min(most).min(self.at.distance(aim));
        let velocity = (aim - self.at).normalize_or_zero() * (reach / seconds);
        Steering { velocity, next: Some(aim), distance_left: 0.0 }
    }
}

impl Fleet {
    /// Lets the game move an agent itself (`true`), for example by a physics engine. The fleet then leaves the agent's position alone. In
    /// each update, give the present position ([`Fleet::set_position`]), and afterwards move the agent by [`Fleet::steering`].
    ///
    /// The agent need not follow exactly. Within about a tile of its path it walks on from where it is, and a crowd keeps its cell for it. An
    /// agent that is pushed farther gets another path.
    pub fn set_steered(&mut self, agent: AgentId, is_steered: bool) {
        let Some(steered) = self.agents.get(agent).filter(|steered| steered.is_steered != is_steered) else {
            return;
        };
        debug_assert_eq!(steered.is_steered, !is_steered);
        if let Some(steered) = self.agents.get_mut(agent) {
            steered.is_steered = is_steered;
        }
        if is_steered {
            self.agents.steered.insert(agent.index());
        } else {
            self.agents.steered.remove(agent.index());
            self.steering.forget(agent);
        }
    }

    /// How an agent must move in this update. `None` if the fleet moves the agent ([`Fleet::set_steered`]), and before its first update.
    #[must_use]
    pub fn steering(&self, agent: AgentId) -> Option<&Steering> {
        self.steering.found.get(&agent)
    }

    /// Collects the agents that the game moves itself and that walk in this way.
    pub(super) fn gather_steered(&mut self, grounds: &Grounds, walks_so: impl Fn(&Walks, usize) -> bool) {
        let mut bodies = core::mem::take(&mut self.steering.bodies);
        bodies.clear();
        let WalkClock { before, now, .. } = self.agents.walks.clock;
        let seconds = (now - before) as f32 * 1e-6;
        // In an update, the agent reaches at most one point.
        let most = grounds.tiles.map_or(f32::INFINITY, |(_, geometry)| geometry.shortest_stride() / seconds);
        for index in self.agents.steered.iter() {
            let walks = &self.agents.walks;
            let Some((id, pace)) = self.agents.id_at(index).zip(walks.paces[index]) else { continue };
            let Some(at) = self.agents.position(id).filter(|_| walks_so(walks, index)) else { continue };
            let pace = match pace.speed > most {
                true => Pace { speed: most, ..pace },
                false => pace,
            };
            // A crowd moves an agent that has arrived back to its place.
            let had_arrived = walks.is_walking[index] && walks.steps[index].state == StepState::Arrived;
            bodies.push(SteeredBody::new(id, at, pace, &walks.steps[index], had_arrived));
        }
        self.steering.bodies = bodies;
    }

    /// Notes the velocities of the collected agents after their walk over cells.
    pub(super) fn steer_over_cells(&mut self, grounds: &Grounds, fields: &SharedFields) {
        let Some((_, geometry)) = grounds.tiles else { return };
        let bodies = core::mem::take(&mut self.steering.bodies);
        let tile = geometry.stride(IVec2::ZERO, IVec2::X).1;
        for body in &bodies {
            let step = &self.agents.walks.steps[body.id.index()];
            let has_passed = step.motion.to() != body.aim
                && geometry.cell_at(body.aim).is_some_and(|cell| cell == step.from() || cell == step.to());
            let stays = body.had_arrived && step.state == StepState::Arrived;
            let mut steering = match stays {
                true => Steering::default(),
                false => body.steering(step, self.agents.walks.clock, has_passed, NEAR * tile),
            };
            if let Some(next) = steering.next {
                steering.distance_left =
                    body.at.distance(next) + self.rest_over_cells(body.id, next, (geometry, tile), fields);
            }
            self.steering.found.insert(body.id, steering);
        }
        // Keeps the memory for the next update.
        self.steering.bodies = bodies;
    }

    /// The length of an agent's path beyond its next point.
    fn rest_over_cells(
        &self,
        id: AgentId,
        next: Vec2,
        (geometry, tile): (&CellGeometry, f32),
        fields: &SharedFields,
    ) -> f32 {
        let Some(agent) = self.agents.get(id) else { return 0.0 };
        let Some(cell) = geometry.cell_at(next) else { return 0.0 };
        match &agent.path {
            AgentPath::OverCells(own) => {
                let ahead = self.agents.walks.tracks[id.index()].progress.next_index();
                let cells = own.path.cells();
                let from = cells.iter().skip(ahead.saturating_sub(1)).position(|&at| at == cell);
                let rest = &cells[(from.unwrap_or(1) + ahead.saturating_sub(1)).min(cells.len())..];
                rest.windows(2).map(|step| geometry.stride(step[0], step[1]).1).sum()
            }
            AgentPath::OnField(path) => {
                let ready = fields.ready(path.field);
                let cost = ready.and_then(|ready| ready.field().cost(cell)).unwrap_or(Cost::ZERO);
                let lengths = ready.map(|ready| ready.field().topology().lengths());
                let plain =
                    lengths.map_or(1, |lengths| Cost::of_step(lengths.straight(), PLAIN_WEIGHT).units());
                cost.units() as f32 / plain as f32 * tile
            }
            AgentPath::None | AgentPath::OverWaypoints(_) => 0.0,
        }
    }

    /// Notes the velocity of an agent after its walk over waypoints. `ahead` is the next waypoint, and `rest` the length of the path beyond it.
    pub(super) fn steer_over_waypoints(&mut self, body: &SteeredBody, ahead: Vec2, rest: f32) {
        let step = &self.agents.walks.steps[body.id.index()];
        // The walk stops at each waypoint, so the agent is never far beyond the last one.
        let has_passed =
            step.motion.to() != body.aim && step.motion.at(self.agents.walks.clock.now) == body.aim;
        let mut steering = match body.had_arrived {
            true => Steering::default(),
            false => body.steering(step, self.agents.walks.clock, has_passed, 0.0),
        };
        if let Some(next) = steering.next {
            steering.distance_left = body.at.distance(next) + next.distance(ahead) + rest;
        }
        self.steering.found.insert(body.id, steering);
    }
}
