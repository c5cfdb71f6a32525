//! The step from cell to cell that an agent is on.

use super::way_out::WayOut;
use crate::{
    fleet::setbacks::Setbacks,
    geometry::CellGeometry,
    ground::{CellRect, CostProfile},
    map::MapWithoutObstacles,
};
use glam::{I16Vec2, IVec2, Vec2};

/// The step from one cell to the next that an agent is on, whatever source its path comes from.
///
/// An agent is *on its path* while it is in a cell of its step (see [`CellStep::is_on_path`]). An answer to its request calls
/// [`CellStep::renew`]; the walk then takes the first step of the new path.
#[derive(Clone, PartialEq, Debug)]
pub struct CellStep {
    /// The position in the world at which the walk put the agent last; NaN before the first walk.
    pub at: Vec2,
    /// World units of movement per unit of travel; slow ground makes it shorter than 1.
    pub velocity: Vec2,
    /// The travel that is left to the centre of `to`.
    pub left: f32,
    from: I16Vec2,
    to: I16Vec2,
    /// What the agent does on the step.
    pub state: StepState,
    /// How often pushes threw it back in its last cell.
    pub setbacks: Setbacks,
    /// The slot of the goal field from which the agent reads its path, or [`NO_FIELD`]. It is here, because walks read it with the step.
    field: u16,
}

/// The agent reads its path from no goal field.
const NO_FIELD: u16 = u16::MAX;

/// What the agent does on its step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum StepState {
    /// The path is new. `from` and `to` are still the cells of the last path, if there was one.
    #[default]
    New,
    /// On the step from one cell to the next, or to the centre of its own cell.
    Walking,
    /// Within the last cell, on the line from its centre to the target.
    Approaching,
    /// The step has become illegal, or there is none: it waits for a new path.
    Waiting,
    /// On the line out of a wall to the centre of a free cell.
    WalkingOut,
    /// Its crowd says which cell it enters next, on its path or beside it.
    InCrowd,
    /// At the end of the path.
    Arrived,
}

impl Default for CellStep {
    fn default() -> Self {
        Self {
            at: Vec2::NAN,
            velocity: Vec2::ZERO,
            left: 0.0,
            from: I16Vec2::ZERO,
            to: I16Vec2::ZERO,
            state: StepState::New,
            setbacks: Setbacks::default(),
            field: NO_FIELD,
        }
    }
}

impl CellStep {
    /// Notes that the agent has a new path, or none. It stands still until the walk takes the first step of a path.
    pub const fn renew(&mut self) {
        self.state = StepState::New;
        self.left = 0.0;
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
    pub fn from(&self) -> IVec2 {
        self.from.as_ivec2()
    }

    /// The cell to whose centre the agent walks.
    #[inline]
    pub fn to(&self) -> IVec2 {
        self.to.as_ivec2()
    }

    /// Sets the cells of the step.
    #[inline]
    pub const fn set_cells(&mut self, from: IVec2, to: IVec2) {
        self.from = I16Vec2::new(from.x as i16, from.y as i16);
        let to = I16Vec2::new(to.x as i16, to.y as i16);
        if to.x != self.to.x || to.y != self.to.y {
            self.setbacks.forget();
        }
        self.to = to;
    }

    /// Notes that the map may have moved without the agent: the walk looks at its step again.
    pub const fn forget_place(&mut self) {
        self.at = Vec2::NAN;
    }

    /// Sets out from `at` in a direction, for this many units of travel.
    pub const fn set_out(&mut self, at: Vec2, velocity: Vec2, travel: f32, state: StepState) {
        self.at = at;
        self.velocity = velocity;
        self.left = travel;
        self.state = state;
    }

    /// Stands still in a cell.
    pub const fn wait(&mut self, at: Vec2, here: IVec2) {
        self.set_out(at, Vec2::ZERO, 0.0, StepState::Waiting);
        self.set_cells(here, here);
    }

    /// Walks on in a crowd, with this velocity and for this many seconds. In a crowd, a unit of travel is a second.
    pub const fn walk_in_crowd(&mut self, at: Vec2, velocity: Vec2, seconds: f32) {
        (self.at, self.velocity, self.left) = (at, velocity, seconds);
    }

    /// Stands where its crowd brought it. Whoever walks on with it looks at it first.
    pub const fn leave_crowd(&mut self) {
        self.left = 0.0;
    }

    /// Notes that the agent is at the centre of `to`.
    pub const fn complete(&mut self, at: Vec2) {
        self.at = at;
        self.left = 0.0;
        self.from = self.to;
    }

    /// A rectangle around both cells of the step. Grown by one cell it holds the cells beside the step, too.
    pub fn cells(&self) -> CellRect {
        CellRect::of_cell(self.from()).union(CellRect::of_cell(self.to()))
    }

    /// The cell of the step, or beside it, in which an agent at a position is; `None` if it is elsewhere.
    pub fn cell_at(&self, geometry: &CellGeometry, at: Vec2) -> Option<IVec2> {
        geometry.cell_on_step(at, self.from(), self.to())
    }

    /// How the agent leaves the wall in which it stands.
    pub fn way_out(&self) -> WayOut {
        match self.state {
            StepState::InCrowd => WayOut::To(self.to()),
            _ => WayOut::ByPath,
        }
    }

    /// Whether the agent stands in a crowd and would go on.
    pub fn is_held_up(&self) -> bool {
        self.state == StepState::InCrowd && self.from == self.to
    }

    /// Whether the walk put the agent at this position, and nothing has moved it since.
    #[inline]
    pub fn is_at(&self, at: Vec2) -> bool {
        at == self.at
    }

    /// Walks on by `travel`, unless that ends the step or something else moved the agent from `place`. Returns whether it walked.
    #[inline]
    pub fn walk_on(&mut self, travel: f32, place: &mut Vec2) -> bool {
        let is_there = place.to_array().map(f32::to_bits) == self.at.to_array().map(f32::to_bits);
        let walks_on = travel > 0.0 && travel < self.left && is_there;
        if walks_on {
            self.left -= travel;
            self.at += self.velocity * travel;
            *place = self.at;
        }
        walks_on
    }

    /// Whether an agent at a position may go on with its step, as far as the cell that it is in says: it is in a cell of the step and in
    /// no wall, or on its line out of one. `start` is the cell in which it was when its path was found.
    pub fn is_on_path(
        &self,
        map: MapWithoutObstacles,
        profile: &CostProfile,
        geometry: &CellGeometry,
        at: Vec2,
        start: Option<IVec2>,
    ) -> bool {
        let Some(here) = geometry.cell_at(at) else { return false };
        let is_free = |cell| map.is_free(profile, cell);
        match self.state {
            StepState::New => start == Some(here),
            StepState::WalkingOut => {
                self.is_at(at) && is_free(self.to()) && (here == self.to() || !is_free(here))
            }
            StepState::Arrived => here == self.to() && is_free(here),
            StepState::Waiting => self.cell_at(geometry, at).is_some_and(is_free),
            // Its crowd leads it out of a wall in a straight line.
            StepState::InCrowd => {
                is_free(self.to()) && (self.is_at(at) || self.cell_at(geometry, at).is_some_and(is_free))
            }
            StepState::Approaching => here == self.to() && is_free(here),
            StepState::Walking if here == self.from() || here == self.to() => is_free(here),
            StepState::Walking => {
                // Rounding a corner, a rounding error may put it in a cell beside the step.
                let is_at_corner = || geometry.is_at_corner(at, self.from(), self.to());
                self.cell_at(geometry, at).is_some_and(|here| is_free(here) || is_at_corner())
            }
        }
    }
}
