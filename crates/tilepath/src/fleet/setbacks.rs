//! When agents that are pushed about count as past a point, and when as at the end of their path.

use glam::Vec2;

/// How often an agent that is about to arrive was pushed back.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setbacks(u8);

impl Setbacks {
    /// After this many setbacks an agent has come as near to the end as it can.
    const MOST: u8 = 8;

    /// Whether an agent that was pushed from `last` to `at` has arrived, where `walk` is how far it walks in a frame: it is past the end by
    /// at most two walks, or pushes took half of its walk or more too often.
    #[must_use]
    pub fn end_the_walk(&mut self, end: Vec2, last: Vec2, at: Vec2, walk: f32) -> bool {
        let distance = at.distance(end);
        let is_setback = walk > 0.0 && distance - last.distance(end) >= walk / 2.0;
        self.0 = self.0.saturating_add(u8::from(is_setback));
        self.0 >= Self::MOST || is_beyond(end, last, at) && distance <= 2.0 * walk
    }

    /// Forgets the setbacks: the agent walks elsewhere.
    pub const fn forget(&mut self) {
        self.0 = 0;
    }
}

/// Returns whether the position `at` is beyond a point, as seen from a third one.
#[must_use]
pub fn is_beyond(point: Vec2, seen_from: Vec2, at: Vec2) -> bool {
    (point - at).dot(point - seen_from) <= 0.0
}
