//! Decides when an agent that others push counts as past a point, and when as arrived.

use glam::Vec2;

/// How often an agent was pushed back shortly before the end of its path.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setbacks(u8);

impl Setbacks {
    /// After this many setbacks, an agent has arrived: it can't come closer to the end. An agent that the game moves itself needs more of
    /// them, because it may be slow to set off and to turn.
    const fn most(is_steered: bool) -> u8 {
        if is_steered { 30 } else { 8 }
    }

    /// Whether an agent that was pushed from `last` to `at` has arrived. `walk` is the distance that the agent walks
    /// in a frame. The agent has arrived if it is past the end by at most two walks, or if too many frames were setbacks. A push by half a
    /// walk or more is a setback. If the game moves the agent itself, a frame is a setback in which the agent has hardly come nearer.
    #[must_use]
    pub fn end_the_walk(&mut self, end: Vec2, last: Vec2, at: Vec2, walk: f32, is_steered: bool) -> bool {
        let (distance, share) = (at.distance(end), if is_steered { 0.95 } else { 0.5 });
        let is_setback = walk > 0.0 && distance - last.distance(end) >= walk * share;
        self.0 = self.0.saturating_add(u8::from(is_setback));
        self.0 >= Self::most(is_steered) || is_beyond(end, last, at) && distance <= 2.0 * walk
    }

    /// Forgets the setbacks, because the agent now walks to another point.
    pub const fn forget(&mut self) {
        self.0 = 0;
    }
}

/// An agent that the game moves itself counts as past a point of its path as soon as it is this near, in tiles: another body may be in its
/// way there.
pub(in crate::fleet) const NEAR: f32 = 0.25;

/// Returns whether the position `at` is beyond a point, as seen from the position `seen_from`.
#[must_use]
pub(in crate::fleet) fn is_beyond(point: Vec2, seen_from: Vec2, at: Vec2) -> bool {
    (point - at).dot(point - seen_from) <= 0.0
}
