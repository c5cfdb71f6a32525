//! Velocities for agents that the game moves itself.

use crate::fleet::{
    agent_id::AgentId,
    walking::{Bodies, CellStep, Pace, Progress, StepState, WalkClock, WalkScratch},
};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;

/// How an agent must move in this update to walk along its path, for a game that moves the agent itself
/// ([`Fleet::set_steered`](crate::fleet::Fleet::set_steered)).
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

/// An agent that the game moves itself, in a walk of this update.
#[derive(Clone, Copy, Debug)]
pub(in crate::fleet) struct SteeredBody {
    pub(in crate::fleet) id: AgentId,
    /// Where the agent is.
    pub(in crate::fleet) at: Vec2,
    /// Where the agent would be at the end of the update.
    place: Vec2,
    pace: Pace,
    /// The point to which the agent walked before.
    pub(in crate::fleet) aim: Vec2,
    pub(in crate::fleet) had_arrived: bool,
}

/// The velocities of this update, and the memory to find them.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct SteeringWork {
    pub(in crate::fleet) bodies: Vec<SteeredBody>,
    pub(in crate::fleet) scratch: WalkScratch,
    pub(in crate::fleet) found: BTreeMap<AgentId, Steering>,
}

impl SteeringWork {
    /// Begins an update: nobody moves.
    pub(in crate::fleet) fn begin(&mut self) {
        self.found.values_mut().for_each(|steering| *steering = Steering::default());
    }

    pub(in crate::fleet) fn forget(&mut self, agent: AgentId) {
        self.found.remove(&agent);
    }
}

/// The bodies of agents that the game moves itself, as walks see them.
pub(in crate::fleet) struct SteeredBodies<'a>(pub(in crate::fleet) &'a mut [SteeredBody]);

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

    fn are_steered(&self) -> bool {
        true
    }

    fn put(&mut self, row: usize, place: Vec2) {
        self.0[row].place = place;
    }

    fn note_progress(&mut self, _: usize, _: Progress) {}

    fn note_start(&mut self, _: usize, _: IVec2) {}
}

impl SteeredBody {
    pub(in crate::fleet) const fn new(
        id: AgentId,
        at: Vec2,
        pace: Pace,
        step: &CellStep,
        had_arrived: bool,
    ) -> Self {
        Self { id, at, place: at, pace, aim: step.motion.to(), had_arrived }
    }

    /// The velocity that leads the agent along its step, without passing a point. `has_passed` says whether the walk of this update has
    /// passed the point to which the agent walked before. `near` is the distance at which the agent itself counts as past it.
    pub(in crate::fleet) fn steering(
        &self,
        step: &CellStep,
        clock: WalkClock,
        has_passed: bool,
        near: f32,
    ) -> Steering {
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
