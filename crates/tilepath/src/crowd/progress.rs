//! How near an agent has come to its goal.

use crate::cost::Cost;

/// How near an agent has come to its goal since it was given it, whatever it did in between.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    pub(super) best: Cost,
    /// When it came there.
    pub(super) at: u64,
    /// How long it has rested since, and when it came to rest last.
    rested: u64,
    rests_since: u64,
    pub(super) is_reported: bool,
    /// Until then it counts as one that waits in a queue that moves.
    pub(super) queues_until: u64,
}

impl Progress {
    /// Of an agent that sets out.
    pub(super) const fn new(now: u64) -> Self {
        Self::at_cost(Cost::INFINITE, now)
    }

    /// Of an agent that has just come nearer than ever.
    pub(super) const fn at_cost(best: Cost, now: u64) -> Self {
        Self { best, at: now, rested: 0, rests_since: now, is_reported: false, queues_until: 0 }
    }

    /// Notes that it comes to rest.
    pub(super) const fn rest(&mut self, now: u64) {
        self.rests_since = now;
    }

    /// Notes that it rests no more. Who rested for longer than its patience sets out anew; for others the time of the rest does not count.
    pub(super) const fn rouse(&mut self, patience: u64, now: u64) {
        let rest = now.saturating_sub(self.rests_since);
        if rest >= patience {
            *self = Self::new(now);
        } else {
            self.rested += rest;
        }
    }

    /// Returns whether it has come nearer a short time ago.
    pub(super) const fn is_recent(&self, patience: u64, now: u64) -> bool {
        now.saturating_sub(self.at).saturating_sub(self.rested) < patience
    }
}
