//! What a frame spends on work that makes later searches faster: landmarks and practice searches share one budget.

use bevy::prelude::*;

/// The budget of a frame, in expansions of single cells, which take some 0.06 to 0.16 µs each: 19 of 20 frames stay below 0.5 ms on 512 × 512 cells (`bench -- after-load`).
const EXPANSIONS_PER_FRAME: usize = 3000;

/// What is left of this frame's budget, and whether practice searches need it.
#[derive(Resource, Default, Debug)]
pub(crate) struct SpareWork {
    left: usize,
    /// Whether the last frame made practice searches and more are to be made.
    pub(super) is_practising: bool,
}

impl SpareWork {
    /// Begins a frame. Returns the budget for landmarks: all of it, or half of it while practice searches are made.
    pub(crate) const fn begin_frame(&mut self) -> usize {
        self.left = EXPANSIONS_PER_FRAME;
        if self.is_practising { EXPANSIONS_PER_FRAME / 2 } else { EXPANSIONS_PER_FRAME }
    }

    /// Notes how many expansions landmarks took.
    pub(crate) const fn spend(&mut self, expansions: usize) {
        self.left = self.left.saturating_sub(expansions);
    }

    /// The budget for practice searches: what landmarks left over.
    pub(super) const fn for_practice(&self) -> usize {
        self.left
    }
}
