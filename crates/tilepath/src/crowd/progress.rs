//! How close an agent has come to its goal.

use crate::cost::Cost;

/// How close an agent has come to its goal since it got this goal, whatever it did in between.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct GoalProgress {
    pub(super) best: Cost,
    /// When the agent reached this cost.
    pub(super) at: u64,
    /// How long the agent has rested since then, and when its last rest began.
    pub(super) rested: u64,
    rests_since: u64,
    pub(super) is_reported: bool,
    /// The agent counts as waiting in a moving queue until this time.
    pub(super) queues_until: u64,
    /// How many times the agent has asked for another path since then.
    pub(super) paths: u8,
}

impl GoalProgress {
    /// The progress of an agent that sets out.
    pub(super) const fn new(now: u64) -> Self {
        Self::at_cost(Cost::INFINITE, now)
    }

    /// The progress of an agent that has just come closer than ever.
    pub(super) const fn at_cost(best: Cost, now: u64) -> Self {
        Self { best, at: now, rested: 0, rests_since: now, is_reported: false, queues_until: 0, paths: 0 }
    }

    /// Counts the time from now on. What the agent has reached stays.
    pub(super) const fn begin_again(&mut self, now: u64) {
        *self = Self::at_cost(self.best, now);
    }

    /// Notes that the agent comes to rest.
    pub(super) const fn rest(&mut self, now: u64) {
        self.rests_since = now;
    }

    /// Notes that the agent's rest ends. A rest at least as long as the patience resets the agent's progress. A shorter rest does
    /// not use up patience.
    pub(super) const fn rouse(&mut self, patience: u64, now: u64) {
        let rest = now.saturating_sub(self.rests_since);
        if rest >= patience {
            *self = Self::new(now);
        } else {
            self.rested += rest;
        }
    }

    /// Returns whether the agent has come closer to its goal within its patience. The time in which it rested does not count.
    /// Even with a patience of 0, this is true in the call in which the agent sets out.
    pub(super) const fn is_recent(&self, patience: u64, now: u64) -> bool {
        now.saturating_sub(self.at).saturating_sub(self.rested) <= patience
    }
}
