//! One agent of a walking crowd.

use super::motion::{Motion, NEVER};
use crate::{
    crowd::{CrowdStep, MemberId},
    geometry::CellGeometry,
};
use glam::{IVec2, Vec2};

/// How an agent of a [`CrowdMover`](super::CrowdMover) walks.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Walker {
    pub(super) id: MemberId,
    /// The time for one world unit, in microseconds. `None` if the agent stands still.
    pub(super) pace: Option<f32>,
    /// The cell that the agent left last, and the cell that it has. Both are the same if the agent has not moved since it got its
    /// place.
    pub(super) from: IVec2,
    pub(super) to: IVec2,
    /// The number of the agent's place in the cell.
    pub(super) place: u8,
    pub(super) is_resting: bool,
    /// The agent has no cell.
    pub(super) is_outside: bool,
    pub(super) motion: Motion,
}

impl Walker {
    /// An agent that stands still and has no cell yet.
    pub(super) const fn new(id: MemberId, at: Vec2, here: IVec2) -> Self {
        Self {
            id,
            pace: None,
            from: here,
            to: here,
            place: 0,
            is_resting: false,
            is_outside: true,
            motion: Motion::still(at),
        }
    }

    /// The number of the agent.
    #[must_use]
    pub const fn id(&self) -> MemberId {
        self.id
    }

    /// The agent's motion over time.
    #[must_use]
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// The cell that the agent left last. The agent's own cell if it has not moved since it got its place.
    #[must_use]
    pub const fn from(&self) -> IVec2 {
        self.from
    }

    /// The cell of the agent. During a step, the cell that the agent enters.
    #[must_use]
    pub const fn to(&self) -> IVec2 {
        self.to
    }

    /// Returns whether the agent rests: at its goal, or as near to the goal as other agents allow.
    #[must_use]
    pub const fn is_resting(&self) -> bool {
        self.is_resting
    }

    /// Returns whether the agent has a speed above 0.
    #[must_use]
    pub const fn has_speed(&self) -> bool {
        self.pace.is_some()
    }

    /// The time for a distance in world units, in microseconds.
    pub(super) fn time_for(&self, units: f32) -> u64 {
        let never = if units > 0.0 { NEVER } else { 0 };
        self.pace.map_or(never, |pace| (pace * units) as u64)
    }

    /// Begins a step from the agent's present position. If the step starts later, the agent waits there.
    pub(super) fn set_out(&mut self, step: CrowdStep, now: u64, geometry: &CellGeometry, capacity: u8) {
        let from = self.motion.at(now);
        let middle = geometry.between(step.from, step.to);
        let to = geometry.place_in(step.to, step.place, capacity);
        self.motion = match step.from == step.to {
            true => Motion::straight(from, to, step.starts, step.ends),
            false => Motion::over(from, middle, to, step.starts, step.ends),
        };
        (self.from, self.to, self.place, self.is_resting) = (step.from, step.to, step.place, false);
    }

    /// Gives the agent a place in a cell. If not `at_once`, the next step leads to the place. Otherwise an agent in that cell
    /// walks to the place, and any other agent is there at once.
    pub(super) fn place_in(
        &mut self,
        (cell, place, at_once): (IVec2, u8, bool),
        now: u64,
        geometry: &CellGeometry,
        capacity: u8,
    ) {
        let (at, to) = (self.motion.at(now), geometry.place_in(cell, place, capacity));
        self.motion = match () {
            () if !at_once => Motion::still(at),
            () if geometry.cell_at(at) == Some(cell) => {
                Motion::straight(at, to, now, now.saturating_add(self.time_for(at.distance(to))))
            }
            () => Motion::still(to),
        };
        (self.from, self.to, self.place) = (cell, cell, place);
        (self.is_outside, self.is_resting) = (false, false);
    }
}
