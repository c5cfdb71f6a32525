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
    /// The least cost on this map, whatever paths the agent has asked for since, and when the agent reached it. Agents that swing to and fro, and ask
    /// for another path each time, come nearer to `best`, but not to this.
    nearest: Cost,
    nearest_at: u64,
}

impl GoalProgress {
    /// The progress of an agent that sets out.
    pub(super) const fn new(now: u64) -> Self {
        Self {
            best: Cost::INFINITE,
            at: now,
            rested: 0,
            rests_since: now,
            is_reported: false,
            queues_until: 0,
            paths: 0,
            nearest: Cost::INFINITE,
            nearest_at: now,
        }
    }

    /// Notes that the agent has just come closer than ever.
    pub(super) fn come_nearer(&mut self, best: Cost, now: u64) {
        let (nearest, nearest_at) =
            if best < self.nearest { (best, now) } else { (self.nearest, self.nearest_at) };
        *self = Self { best, nearest, nearest_at, ..Self::new(now) };
    }

    /// Counts the time from now on. What the agent has reached stays.
    pub(super) const fn begin_again(&mut self, now: u64) {
        *self = Self { best: self.best, nearest: self.nearest, ..Self::new(now) };
    }

    /// Forgets what the agent has reached on the map as it was.
    pub(super) const fn forget_nearest(&mut self) {
        self.nearest = Cost::INFINITE;
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

    /// Like [`GoalProgress::is_recent`], but counts only what no other path has undone.
    pub(super) const fn is_lasting(&self, patience: u64, now: u64) -> bool {
        now.saturating_sub(self.nearest_at).saturating_sub(self.rested) <= patience
    }

    /// How long the agent has come no nearer, whatever paths it asked for.
    pub(super) const fn waited(&self, now: u64) -> u64 {
        now.saturating_sub(self.nearest_at)
    }

    /// Returns whether the agent has come closer to its goal within its patience. The time in which it rested does not count.
    /// Even with a patience of 0, this is true in the call in which the agent sets out.
    pub(super) const fn is_recent(&self, patience: u64, now: u64) -> bool {
        now.saturating_sub(self.at).saturating_sub(self.rested) <= patience
    }
}
