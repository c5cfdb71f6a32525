//! The motion of an agent over time.

use glam::Vec2;

/// Where an agent is at any time. The agent stands, or walks straight and at an even speed to a point. Agents of every kind walk by motions:
/// on their own, in crowds and on waypoints.
///
/// Times are in microseconds of the clock by which agents walk. The position is counted back from the end, so that a walk ends exactly at
/// its point.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    to: Vec2,
    /// World units per microsecond.
    velocity: Vec2,
    ends: u64,
}

impl Motion {
    /// The end of a motion on which an agent stands still until its speed changes: a time that never comes.
    pub const NEVER: u64 = u64::MAX;

    /// No motion: the agent is nowhere yet, or something may have moved it.
    pub const NOWHERE: Self = Self::still(Vec2::NAN);

    /// The motion of an agent that stands at a point.
    #[must_use]
    pub const fn still(at: Vec2) -> Self {
        Self::until(at, 0)
    }

    /// The motion of an agent that stands at a point until this time.
    #[must_use]
    pub const fn until(at: Vec2, ends: u64) -> Self {
        Self { to: at, velocity: Vec2::ZERO, ends }
    }

    /// A walk from one point to another. With [`Motion::NEVER`] as its end, the agent stands where it is.
    #[must_use]
    pub fn straight(from: Vec2, to: Vec2, starts: u64, ends: u64) -> Self {
        match ends {
            Motion::NEVER => Self::until(from, Motion::NEVER),
            _ if ends <= starts => Self::until(to, ends),
            _ => Self { to, velocity: (to - from) / (ends - starts) as f32, ends },
        }
    }

    /// The position at the time `now`, which is not before the start.
    #[inline]
    #[must_use]
    pub fn at(&self, now: u64) -> Vec2 {
        // A signed number becomes a float in one instruction.
        let left = self.ends.saturating_sub(now).min(i64::MAX as u64) as i64;
        self.to - self.velocity * left as f32
    }

    /// When the motion ends. [`Motion::NEVER`] if the agent stands until its speed changes, 0 if it stands for no time.
    #[inline]
    #[must_use]
    pub const fn ends(&self) -> u64 {
        self.ends
    }

    /// The point to which the agent walks, or at which it stands.
    #[must_use]
    pub const fn to(&self) -> Vec2 {
        self.to
    }

    /// The velocity, in world units per microsecond.
    #[must_use]
    pub const fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// Whether the agent is on a walk that does not end by the time `now`.
    #[inline]
    #[must_use]
    pub const fn goes_on(&self, now: u64) -> bool {
        now < self.ends && self.ends != Motion::NEVER
    }

    /// The same motion from another position, at the time `now`: to the same point, and there at the same time.
    #[must_use]
    pub fn from_elsewhere(&self, at: Vec2, now: u64) -> Self {
        match self.goes_on(now) {
            true if self.velocity != Vec2::ZERO => Self::straight(at, self.to, now, self.ends),
            _ => Self { to: at, ..*self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_even_and_ends_on_time_at_its_point() {
        let walk = Motion::straight(Vec2::new(1.0, 0.0), Vec2::new(4.0, 0.0), 100, 400);
        assert_eq!([100, 200, 400, 9000].map(|now| walk.at(now).x), [1.0, 2.0, 4.0, 4.0]);
        assert_eq!([399, 400].map(|now| walk.goes_on(now)), [true, false]);
        let pushed = walk.from_elsewhere(Vec2::new(2.0, 6.0), 200);
        assert_eq!([200, 300, 400].map(|now| pushed.at(now).y), [6.0, 3.0, 0.0]);
    }

    #[test]
    fn who_stands_stays_where_it_is() {
        let at = Vec2::new(-0.0, 7.5);
        for still in [
            Motion::still(at),
            Motion::until(at, Motion::NEVER),
            Motion::straight(at, Vec2::ONE, 5, Motion::NEVER),
        ] {
            assert_eq!(
                [0, 5, u64::MAX].map(|now| still.at(now).to_array().map(f32::to_bits)),
                [at.to_array().map(f32::to_bits); 3]
            );
            assert!(!still.goes_on(0) && still.from_elsewhere(Vec2::ONE, 3).at(9) == Vec2::ONE);
        }
        let waits = Motion::until(at, 50);
        assert!(
            waits.goes_on(49)
                && waits.at(20) == at
                && waits.from_elsewhere(Vec2::ONE, 20).at(30) == Vec2::ONE
        );
    }
}
