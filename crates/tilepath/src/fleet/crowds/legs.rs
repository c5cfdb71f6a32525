//! The step of an agent in a crowd, which leads over the middle between two cells.

use crate::fleet::walking::Motion;
use glam::Vec2;

/// The shortest duration of a step, in microseconds.
pub(in crate::fleet) const LEAST_STEP: u64 = 4_000;

/// A step from cell to cell leads over the middle of the edge or corner between the two cells. So the agent stays in these two cells,
/// wherever in the cells its step starts and ends. The step has up to three *legs*, each with a [`Motion`] of its own: the agent waits,
/// walks to the middle, and walks on to its place.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Legs {
    present: Leg,
    middle: Vec2,
    end: Vec2,
    /// When the last leg ends.
    ends: u64,
}

/// A part of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Leg {
    Waits,
    ToMiddle,
    ToEnd,
}

impl Legs {
    /// No step: the agent stands at a point.
    pub(in crate::fleet) const fn still(at: Vec2) -> Self {
        Self { present: Leg::ToEnd, middle: at, end: at, ends: 0 }
    }

    /// When the last leg ends.
    pub(in crate::fleet) const fn ends(&self) -> u64 {
        self.ends
    }

    /// The remaining distance of the step from a point, in world units.
    pub(in crate::fleet) fn left(&self, at: Vec2) -> f32 {
        match self.present {
            Leg::ToEnd => at.distance(self.end),
            Leg::Waits | Leg::ToMiddle => at.distance(self.middle) + self.middle.distance(self.end),
        }
    }

    /// Walks from `at` over `middle` to `end`. Returns the motion of the present leg.
    pub(in crate::fleet) fn walk(
        &mut self,
        [at, middle, end]: [Vec2; 3],
        now: u64,
        [starts, ends]: [u64; 2],
    ) -> Motion {
        (self.middle, self.end, self.ends) = (middle, end, ends);
        let mut motion = if starts > now && ends != Motion::NEVER {
            self.present = Leg::Waits;
            Motion::until(at, starts)
        } else {
            self.set_off(at, starts.min(now))
        };
        self.go_on(&mut motion, now);
        motion
    }

    /// Begins the first leg on which the agent moves.
    fn set_off(&mut self, at: Vec2, starts: u64) -> Motion {
        let Self { middle, end, ends, .. } = *self;
        let (first, second) = (at.distance(middle), middle.distance(end));
        let split = if first > 0.0 { first / (first + second) } else { 0.0 };
        let is_straight = at.lerp(end, split).distance_squared(middle) <= 1e-8 * at.distance_squared(end);
        if is_straight {
            self.present = Leg::ToEnd;
            return Motion::straight(at, end, starts, ends);
        }
        let at_middle = starts.saturating_add((ends.saturating_sub(starts) as f32 * split) as u64);
        self.present = Leg::ToMiddle;
        Motion::straight(at, middle, starts, if ends == Motion::NEVER { Motion::NEVER } else { at_middle })
    }

    /// Begins the legs that are due. Returns whether the last leg ends later.
    pub(in crate::fleet) fn go_on(&mut self, motion: &mut Motion, now: u64) -> bool {
        while motion.ends() <= now {
            let (at, ended) = (motion.to(), motion.ends());
            *motion = match self.present {
                Leg::Waits => self.set_off(at, ended),
                Leg::ToMiddle => {
                    self.present = Leg::ToEnd;
                    Motion::straight(at, self.end, ended, self.ends)
                }
                Leg::ToEnd => return false,
            };
        }
        true
    }

    /// Walks on from a point along the same line, with a new start and end time. Returns the motion of the present leg.
    pub(in crate::fleet) fn repace(&mut self, at: Vec2, now: u64, times: [u64; 2]) -> Motion {
        let middle = if self.present == Leg::ToEnd { at } else { self.middle };
        self.walk([at, middle, self.end], now, times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An agent that walks three units east from 0 and one north, from 100 to 500 microseconds, at a time.
    fn at(now: u64) -> (Legs, Motion) {
        let mut legs = Legs::still(Vec2::ZERO);
        let mut motion = legs.walk([Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0)], 0, [100, 500]);
        legs.go_on(&mut motion, now);
        (legs, motion)
    }

    #[test]
    fn a_step_waits_is_even_and_ends_on_time() {
        let ats = [0, 200, 400, 450, 9000].map(|now| at(now).1.at(now).to_array());
        assert_eq!(ats, [[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.0, 0.5], [3.0, 1.0]]);
    }

    #[test]
    fn at_another_pace_a_step_goes_on_from_where_it_is_along_the_same_line() {
        assert_eq!([0, 200, 450].map(|now| at(now).0.left(at(now).1.at(now))), [4.0, 3.0, 0.5]);
        let (mut slow, motion) = at(200);
        let motion = slow.repace(motion.at(200), 200, [200, 3200]);
        let later = [200, 2200, 3200].map(|now| {
            let (mut slow, mut motion) = (slow, motion);
            slow.go_on(&mut motion, now);
            motion.at(now)
        });
        assert_eq!(later, [Vec2::new(1.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0)]);
        for (now, stands, left) in [(450, Vec2::new(3.0, 0.5), 0.5), (200, Vec2::new(1.0, 0.0), 3.0)] {
            let (mut halted, motion) = at(now);
            let motion = halted.repace(motion.at(now), now, [now, Motion::NEVER]);
            assert_eq!((motion.at(1000), halted.left(motion.at(1000))), (stands, left));
            let mut motion = halted.repace(motion.at(1000), 1000, [1000, 1500]);
            halted.go_on(&mut motion, 1500);
            assert_eq!(motion.at(1500), Vec2::new(3.0, 1.0));
        }
    }
}
