//! The motion of an agent over time.

use glam::Vec2;

/// The end of a motion on which the agent stands still: a time that never comes.
pub const NEVER: u64 = u64::MAX;

/// The motion of an agent: it stands, or it walks at an even speed from one point of the world over a second point to a third.
/// Times are in microseconds.
///
/// A step from cell to cell leads over the middle of the edge or corner between the two cells. So the agent stays in these two
/// cells, wherever in the cells its step starts and ends.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    from: Vec2,
    middle: Vec2,
    to: Vec2,
    /// The share of the distance that lies before the middle.
    split: f32,
    starts: u64,
    ends: u64,
}

impl Motion {
    /// The motion of an agent that stands at a point.
    #[must_use]
    pub const fn still(at: Vec2) -> Self {
        Self { from: at, middle: at, to: at, split: 0.0, starts: 0, ends: 0 }
    }

    /// A straight walk from one point to another.
    #[must_use]
    pub const fn straight(from: Vec2, to: Vec2, starts: u64, ends: u64) -> Self {
        Self { from, middle: from, to, split: 0.0, starts, ends }
    }

    /// A walk from one point over `middle` to another point.
    #[must_use]
    pub fn over(from: Vec2, middle: Vec2, to: Vec2, starts: u64, ends: u64) -> Self {
        let (first, second) = (from.distance(middle), middle.distance(to));
        let split = if first > 0.0 { first / (first + second) } else { 0.0 };
        Self { from, middle, to, split, starts, ends }
    }

    /// The position at the time `now`.
    #[must_use]
    pub fn at(&self, now: u64) -> Vec2 {
        if now >= self.ends {
            return self.to;
        }
        let share = self.share(now);
        if share < self.split {
            return self.from.lerp(self.middle, share / self.split);
        }
        self.middle.lerp(self.to, (share - self.split) / (1.0 - self.split))
    }

    /// The point to which the agent now moves straight and evenly, and when it arrives there. `None` if the agent stands still.
    #[must_use]
    pub fn leg(&self, now: u64) -> Option<(Vec2, u64)> {
        let Self { from, middle, to, split, starts, ends } = *self;
        if now >= ends || ends == NEVER {
            return None;
        }
        if now < starts {
            return Some((from, starts));
        }
        let is_straight =
            || from.lerp(to, split).distance_squared(middle) <= 1e-8 * from.distance_squared(to);
        let at_middle = starts.saturating_add(((ends - starts) as f32 * split) as u64);
        Some(if now < at_middle && !is_straight() { (middle, at_middle) } else { (to, ends) })
    }

    /// When the motion ends. [`NEVER`] if the agent stands still on its way.
    #[must_use]
    pub const fn ends(&self) -> u64 {
        self.ends
    }

    /// The remaining distance, in world units.
    #[must_use]
    pub fn left(&self, now: u64) -> f32 {
        let at = self.at(now);
        match self.is_before_middle(now) {
            true => at.distance(self.middle) + self.middle.distance(self.to),
            false => at.distance(self.to),
        }
    }

    /// The rest of the motion, with a new start and end time.
    #[must_use]
    pub fn repaced(&self, now: u64, starts: u64, ends: u64) -> Self {
        let at = self.at(now);
        match self.is_before_middle(now) {
            true => Self::over(at, self.middle, self.to, starts, ends),
            false => Self::straight(at, self.to, starts, ends),
        }
    }

    /// How much of the distance the agent has walked, from 0 to 1.
    fn share(&self, now: u64) -> f32 {
        if self.ends == NEVER {
            return 0.0;
        }
        now.saturating_sub(self.starts) as f32 / self.ends.saturating_sub(self.starts).max(1) as f32
    }

    fn is_before_middle(&self, now: u64) -> bool {
        self.from != self.middle && now < self.ends && self.share(now) < self.split
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_even_and_ends_on_time() {
        let walk = Motion::over(Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0), 100, 500);
        assert_eq!(walk.at(0), Vec2::ZERO);
        assert_eq!(walk.at(200), Vec2::new(1.0, 0.0));
        assert_eq!(walk.at(400), Vec2::new(3.0, 0.0));
        assert_eq!(walk.at(9000), Vec2::new(3.0, 1.0));
    }

    #[test]
    fn at_another_pace_a_walk_goes_on_from_where_it_is_along_the_same_line() {
        let walk = Motion::over(Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0), 100, 500);
        assert_eq!([walk.left(0), walk.left(200), walk.left(450)], [4.0, 3.0, 0.5]);
        let slow = walk.repaced(200, 200, 3200);
        assert_eq!(slow.at(200), walk.at(200));
        assert_eq!(slow.at(2200), Vec2::new(3.0, 0.0));
        assert_eq!(slow.at(3200), Vec2::new(3.0, 1.0));
        let halted = walk.repaced(450, 450, NEVER);
        assert_eq!((halted.at(450), halted.at(u64::MAX - 1)), (walk.at(450), walk.at(450)));
        assert_eq!((halted.leg(1000), halted.left(1000)), (None, 0.5));
        assert_eq!(halted.repaced(1000, 1000, 1500).at(1500), Vec2::new(3.0, 1.0));
    }
}
