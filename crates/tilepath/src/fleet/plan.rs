//! What a fleet keeps of a request from update to update.

use super::{failure::FailureKind, queue::QueueKey, settings::FleetSettings};
use crate::graph::WaypointId;
use smallvec::SmallVec;

/// What a fleet keeps of an agent's request from update to update.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    /// The place in the queue while the request waits for an answer. A place that the queue no longer holds is out of date.
    pub(super) queued: Option<QueueKey>,
    /// The waypoints of the targets at the last answer.
    pub(super) goals: SmallVec<[WaypointId; 1]>,
    /// The waypoint nearest to the agent at the last answer.
    pub(super) start: Option<WaypointId>,
    /// The kind of failure that was reported last, until there is a path.
    pub(super) reported: Option<FailureKind>,
    /// How many answers in a row were failures or partial paths.
    pub(super) failures: u32,
    /// When another search is allowed after a failure, in seconds.
    pub(super) retry_at: f32,
    /// The revision of the graph that the last answer saw.
    pub(super) seen: u64,
    /// How many times the search started again because the graph changed under it.
    pub(super) restarts: u32,
}

impl Plan {
    /// Forgets the answers to the last request. `reported` is the kind of failure that need not be reported again.
    pub(super) fn renew(&mut self, reported: Option<FailureKind>) {
        let (goals, start) = (core::mem::take(&mut self.goals), self.start);
        *self = Self { queued: self.queued, goals, start, reported, ..Self::default() };
    }

    /// Notes a failure at a time in seconds. Each failure in a row doubles the wait before the next search.
    pub(super) fn back_off(&mut self, settings: &FleetSettings, now: f32) {
        let doubled = settings.retry_delay * 2_f32.powi(self.failures.min(16) as i32);
        self.failures += 1;
        self.retry_at = now + doubled.min(settings.max_retry_delay).max(0.0);
    }
}
