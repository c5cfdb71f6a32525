//! One agent of a walking crowd.

use super::motion::{Motion, NEVER};
use crate::{
    crowd::{CrowdStep, MemberId},
    geometry::CellGeometry,
};
use glam::{IVec2, Vec2};

/// How an agent of a [`CrowdMover`](super::CrowdMover) walks.
///
/// A step from cell to cell leads over the middle of the edge or corner between the two cells. So the agent stays in these two
/// cells, wherever in the cells its step starts and ends. It has up to three *legs*: the agent waits, walks to the middle, and walks on to
/// its place.
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
    /// The present leg.
    pub(super) motion: Motion,
    leg: Leg,
    /// The points of the step, and when it ends.
    middle: Vec2,
    end: Vec2,
    pub(super) ends: u64,
}

/// A part of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Leg {
    Waits,
    ToMiddle,
    ToEnd,
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
            leg: Leg::ToEnd,
            middle: at,
            end: at,
            ends: 0,
        }
    }

    /// The number of the agent.
    #[must_use]
    pub const fn id(&self) -> MemberId {
        self.id
    }

    /// The agent's motion. It holds until [`Motion::ends`]: then the agent walks on, or stands.
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

    /// When the agent's step ends.
    #[must_use]
    pub const fn ends(&self) -> u64 {
        self.ends
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

    /// The remaining distance of the step, in world units.
    pub(super) fn left(&self, now: u64) -> f32 {
        let at = self.motion.at(now);
        match self.leg {
            Leg::ToEnd => at.distance(self.end),
            Leg::Waits | Leg::ToMiddle => at.distance(self.middle) + self.middle.distance(self.end),
        }
    }

    /// Stands still at a point.
    pub(super) const fn stand(&mut self, at: Vec2) {
        (self.motion, self.leg, self.end, self.ends) = (Motion::still(at), Leg::ToEnd, at, 0);
    }

    /// Walks from `at` over `middle` to `end`.
    fn walk(&mut self, [at, middle, end]: [Vec2; 3], now: u64, [starts, ends]: [u64; 2]) {
        (self.middle, self.end, self.ends) = (middle, end, ends);
        if starts > now && ends != NEVER {
            (self.motion, self.leg) = (Motion::until(at, starts), Leg::Waits);
        } else {
            self.set_off(at, starts.min(now));
        }
        self.go_on(now);
    }

    /// Begins the first leg on which the agent moves.
    fn set_off(&mut self, at: Vec2, starts: u64) {
        let Self { middle, end, ends, .. } = *self;
        let (first, second) = (at.distance(middle), middle.distance(end));
        let split = if first > 0.0 { first / (first + second) } else { 0.0 };
        let is_straight = at.lerp(end, split).distance_squared(middle) <= 1e-8 * at.distance_squared(end);
        if is_straight {
            (self.motion, self.leg) = (Motion::straight(at, end, starts, ends), Leg::ToEnd);
        } else {
            let at_middle = starts.saturating_add((ends.saturating_sub(starts) as f32 * split) as u64);
            let at_middle = if ends == NEVER { NEVER } else { at_middle };
            (self.motion, self.leg) = (Motion::straight(at, middle, starts, at_middle), Leg::ToMiddle);
        }
    }

    /// Begins the legs that are due. Returns whether the last leg ends later.
    pub(super) fn go_on(&mut self, now: u64) -> bool {
        while self.motion.ends() <= now {
            let (at, ended) = (self.motion.to(), self.motion.ends());
            match self.leg {
                Leg::Waits => self.set_off(at, ended),
                Leg::ToMiddle => {
                    self.leg = Leg::ToEnd;
                    self.motion = Motion::straight(at, self.end, ended, self.ends);
                }
                Leg::ToEnd => return false,
            }
        }
        true
    }

    /// Walks on along the same line, with a new start and end time.
    pub(super) fn repace(&mut self, now: u64, starts: u64, ends: u64) {
        let at = self.motion.at(now);
        let middle = if self.leg == Leg::ToEnd { at } else { self.middle };
        self.walk([at, middle, self.end], now, [starts, ends]);
    }

    /// Goes on from another position in the cells of the step: over the middle if it is `before_middle`.
    pub(super) fn go_on_from(
        &mut self,
        at: Vec2,
        is_before_middle: bool,
        now: u64,
        geometry: &CellGeometry,
        capacity: u8,
    ) {
        let middle = if is_before_middle { geometry.between(self.from, self.to) } else { at };
        let ends = self.ends.max(now);
        self.walk([at, middle, geometry.place_in(self.to, self.place, capacity)], now, [now, ends]);
    }

    /// Begins a step from the agent's present position. If the step starts later, the agent waits there.
    pub(super) fn set_out(&mut self, step: CrowdStep, now: u64, geometry: &CellGeometry, capacity: u8) {
        let from = self.motion.at(now);
        let middle = if step.from == step.to { from } else { geometry.between(step.from, step.to) };
        let to = geometry.place_in(step.to, step.place, capacity);
        (self.from, self.to, self.place, self.is_resting) = (step.from, step.to, step.place, false);
        self.walk([from, middle, to], now, [step.starts, step.ends]);
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
        if !at_once {
            self.stand(at);
        } else if geometry.cell_at(at) == Some(cell) {
            let ends = now.saturating_add(self.time_for(at.distance(to)));
            self.walk([at, at, to], now, [now, ends]);
        } else {
            self.stand(to);
        }
        (self.from, self.to, self.place) = (cell, cell, place);
        (self.is_outside, self.is_resting) = (false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        crowd::Crowd,
        ground::{CostProfile, Grid, Topology},
        map::NavMap,
    };

    /// An agent that walks three units east from 0 and one north, from 100 to 500 microseconds.
    fn walker() -> Walker {
        let map = NavMap::new(Grid::new([1, 1].into(), 1).unwrap(), Topology::default());
        let id = Crowd::new(&map, &CostProfile::default(), 1).insert(IVec2::ZERO, 0, 0);
        let mut walker = Walker::new(id, Vec2::ZERO, IVec2::ZERO);
        walker.walk([Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0)], 0, [100, 500]);
        walker
    }

    fn at(mut walker: Walker, now: u64) -> Vec2 {
        walker.go_on(now);
        walker.motion.at(now)
    }

    #[test]
    fn a_step_waits_is_even_and_ends_on_time() {
        let ats = [0, 200, 400, 450, 9000].map(|now| at(walker(), now).to_array());
        assert_eq!(ats, [[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.0, 0.5], [3.0, 1.0]]);
    }

    #[test]
    fn at_another_pace_a_step_goes_on_from_where_it_is_along_the_same_line() {
        let on = |now| {
            let mut walker = walker();
            walker.go_on(now);
            walker
        };
        assert_eq!([0, 200, 450].map(|now| on(now).left(now)), [4.0, 3.0, 0.5]);
        let mut slow = on(200);
        slow.repace(200, 200, 3200);
        assert_eq!(
            [200, 2200, 3200].map(|now| at(slow, now)),
            [Vec2::new(1.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0)]
        );
        let mut halted = on(450);
        halted.repace(450, 450, NEVER);
        assert_eq!((at(halted, 1000), halted.left(1000)), (Vec2::new(3.0, 0.5), 0.5));
        halted.repace(1000, 1000, 1500);
        assert_eq!(at(halted, 1500), Vec2::new(3.0, 1.0));
        let mut halted_before = on(200);
        halted_before.repace(200, 200, NEVER);
        assert_eq!((at(halted_before, 900), halted_before.left(900)), (Vec2::new(1.0, 0.0), 3.0));
    }
}
