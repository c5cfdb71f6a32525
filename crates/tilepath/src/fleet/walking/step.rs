//! The present step of an agent, from one cell to the next.

use super::{motion::Motion, pace::Pace, setbacks::Setbacks, walk_clock::WalkClock, way_out::WayOut};
use crate::{
    geometry::CellGeometry,
    ground::{CellRect, CostProfile},
    map::MapWithoutObstacles,
};
use glam::{IVec2, Vec2};

/// The present step of an agent, from one cell to the next. It does not depend on the source of the agent's path.
///
/// An agent is *on its path* while it is in a cell of its step (see [`CellStep::is_on_path`]). An agent that gets
/// another path needs a call of [`CellStep::renew`]. The next walk then takes the first step of the new path.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellStep {
    /// Where the agent is at any time.
    pub motion: Motion,
    from: IVec2,
    to: IVec2,
    /// The speed at which the agent walks on this motion, or [`CellStep::TIME_OF_LINK`]. If the agent gets another pace, its motion changes.
    speed: f32,
    /// What the agent does on the step.
    pub state: StepState,
    /// How often pushes moved the agent back in the last cell of its path.
    pub setbacks: Setbacks,
    /// The slot of the goal field from which the agent reads its path, or [`NO_FIELD`]. It is here, because walks read it with the step.
    field: u16,
}

/// The agent reads its path from no goal field.
const NO_FIELD: u16 = u16::MAX;

/// What the agent does on its step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepState {
    /// The path is new. `from` and `to` are still the cells of the last path, if there was one.
    #[default]
    New,
    /// The agent walks from one cell to the next, or to the centre of its own cell.
    Walking,
    /// The agent is in the last cell and walks straight to the target.
    Approaching,
    /// The step is illegal now, or there is no step: the agent waits for a new path.
    Waiting,
    /// The agent walks straight out of a wall, to the centre of a free cell.
    WalkingOut,
    /// The agent's crowd chooses the next cell, on the agent's path or beside it.
    InCrowd,
    /// The agent is at the end of its path.
    Arrived,
    /// The agent stands before an obstacle of a class that its request names.
    Stopped,
    /// The agent is on a link, from the cell where the link begins to the one where it ends. It comes to the end, whatever changes.
    Crossing,
}

impl Default for CellStep {
    fn default() -> Self {
        Self {
            motion: Motion::NOWHERE,
            from: IVec2::ZERO,
            to: IVec2::ZERO,
            speed: f32::NAN,
            state: StepState::New,
            setbacks: Setbacks::default(),
            field: NO_FIELD,
        }
    }
}

impl CellStep {
    /// Notes that the agent has a new path or no path. The agent stands still until the walk takes the first step of
    /// a path.
    pub const fn renew(&mut self) {
        // An agent on a link first comes to its end.
        if !matches!(self.state, StepState::Crossing) {
            self.state = StepState::New;
            self.speed = f32::NAN;
        }
        self.setbacks.forget();
    }

    /// The slot of the goal field from which the agent reads its path. `None` for an agent with a path of its own, or without a path.
    #[inline]
    pub fn field(&self) -> Option<u16> {
        (self.field != NO_FIELD).then_some(self.field)
    }

    /// Sets the slot of the goal field from which the agent reads its path.
    pub fn set_field(&mut self, field: Option<u16>) {
        self.field = field.unwrap_or(NO_FIELD);
    }

    /// The cell that the agent left last.
    #[inline]
    pub const fn from(&self) -> IVec2 {
        self.from
    }

    /// The cell to whose centre the agent walks.
    #[inline]
    pub const fn to(&self) -> IVec2 {
        self.to
    }

    /// Sets the cells of the step.
    #[inline]
    pub const fn set_cells(&mut self, from: IVec2, to: IVec2) {
        self.from = from;
        if to.x != self.to.x || to.y != self.to.y {
            self.setbacks.forget();
        }
        self.to = to;
    }

    /// Makes the next walk check the step again, because the map may have moved since the last walk.
    pub const fn forget_place(&mut self) {
        self.motion = Motion::NOWHERE;
    }

    /// Makes the next walk check the step of an agent on its own again, because the agent may no longer take it.
    pub fn check_again(&mut self) {
        if matches!(self.state, StepState::Walking | StepState::Approaching) {
            self.forget_place();
        }
    }

    /// Makes the next walk go to the end of the path again, if the agent is in the last cell: the end may be another point.
    pub fn approach_again(&mut self) {
        if matches!(self.state, StepState::Arrived | StepState::Approaching) {
            self.state = StepState::Approaching;
            self.forget_place();
        }
    }

    /// Starts a motion at this speed.
    pub const fn set_out(&mut self, motion: Motion, speed: f32, state: StepState) {
        (self.motion, self.speed, self.state) = (motion, speed, state);
    }

    /// Makes the agent stand still in a cell and wait.
    pub const fn wait(&mut self, at: Vec2, here: IVec2) {
        self.set_out(Motion::still(at), f32::NAN, StepState::Waiting);
        self.set_cells(here, here);
    }

    /// Stops the agent where its crowd has moved it. The next walk checks the step first: an agent that rested beside
    /// its goal goes on.
    pub fn leave_crowd(&mut self, now: u64) {
        self.motion = Motion::still(self.motion.at(now));
        if self.state == StepState::Arrived {
            self.forget_place();
        }
    }

    /// Completes the step: the agent is now at the position `at` in the cell `to`.
    pub const fn complete(&mut self, at: Vec2) {
        self.motion = Motion::still(at);
        self.from = self.to;
    }

    /// The smallest rectangle around both cells of the step. Grown by one cell, the rectangle also holds the cells
    /// beside the step.
    pub fn cells(&self) -> CellRect {
        CellRect::of_cell(self.from()).union(CellRect::of_cell(self.to()))
    }

    /// The cell that contains a position, if this cell is on the step or beside it. Otherwise `None`.
    pub fn cell_at(&self, geometry: &CellGeometry, at: Vec2) -> Option<IVec2> {
        geometry.cell_on_step(at, self.from(), self.to())
    }

    /// How the agent leaves a wall, if it stands in one.
    pub fn way_out(&self) -> WayOut {
        match self.state {
            StepState::InCrowd => WayOut::To(self.to()),
            _ => WayOut::ByPath,
        }
    }

    /// Whether the agent stands still in a crowd, but has not arrived.
    pub fn is_held_up(&self) -> bool {
        self.state == StepState::InCrowd && self.from == self.to
    }

    /// Whether the agent is still where its motion has put it by this time.
    #[inline]
    pub fn is_at(&self, at: Vec2, then: u64) -> bool {
        at == self.motion.at(then)
    }

    /// The speed of an agent on a link that has a time of its own: it comes to the end at this time, whatever its pace is.
    pub(super) const TIME_OF_LINK: f32 = f32::INFINITY;

    /// Whether the agent is on a link that has a time of its own.
    pub(super) const fn has_time_of_link(&self) -> bool {
        self.speed == Self::TIME_OF_LINK
    }

    /// Whether the agent walks at this pace. Never at a speed of NaN, which stands for no pace in a step.
    #[inline]
    pub const fn is_paced(&self, pace: Pace) -> bool {
        self.speed.to_bits() == pace.speed.to_bits() && !self.speed.is_nan()
    }

    /// The new position of an agent in the middle of a walk at this pace. `None` if time stands still, the walk ends in this update, or
    /// something has moved the agent away from `place`.
    #[inline(always)]
    pub(in crate::fleet) fn walk_on(&self, pace: Pace, clock: WalkClock, place: Vec2) -> Option<Vec2> {
        if !self.motion.goes_on(clock.now) || clock.before == clock.now || !self.is_paced(pace) {
            return None;
        }
        let was_at = self.motion.at(clock.before);
        let is_there = place.to_array().map(f32::to_bits) == was_at.to_array().map(f32::to_bits);
        is_there.then(|| self.motion.at(clock.now))
    }

    /// Whether an agent at a position may continue its step. This looks only at the agent's cell: the cell must be
    /// free and belong to the step, or the agent must be on its line out of a wall. `then` is the time of the last walk. `start` is the cell in which the
    /// agent was when its path was found.
    pub fn is_on_path(
        &self,
        map: MapWithoutObstacles,
        profile: &CostProfile,
        geometry: &CellGeometry,
        (at, then): (Vec2, u64),
        start: Option<IVec2>,
    ) -> bool {
        if self.state == StepState::Crossing {
            return true;
        }
        let here = geometry.cell_at(at).filter(|&here| map.class(here).is_some());
        let Some(here) = here else { return false };
        let is_free = |cell| map.is_free(profile, cell);
        match self.state {
            StepState::New => start == Some(here),
            StepState::WalkingOut => {
                self.is_at(at, then) && is_free(self.to()) && (here == self.to() || !is_free(here))
            }
            StepState::Arrived => here == self.to() && is_free(here),
            StepState::Waiting | StepState::Stopped => self.cell_at(geometry, at).is_some_and(is_free),
            // The crowd moves an agent out of a wall in a straight line.
            StepState::InCrowd => {
                is_free(self.to())
                    && (self.is_at(at, then) || self.cell_at(geometry, at).is_some_and(is_free))
            }
            StepState::Approaching => here == self.to() && is_free(here),
            StepState::Crossing => true,
            StepState::Walking if here == self.from() || here == self.to() => is_free(here),
            StepState::Walking => {
                // At a corner, a rounding error may put the agent into a cell beside the step.
                let is_at_corner = || geometry.is_at_corner(at, self.from(), self.to());
                self.cell_at(geometry, at).is_some_and(|here| is_free(here) || is_at_corner())
            }
        }
    }
}
