//! What a fleet keeps of a request from update to update.

use super::{
    cells::{Edited, UTurn},
    failure::Failure,
    fields::GroupId,
    place::{Goals, Place},
    queue::QueueKey,
    settings::FleetSettings,
};

/// What a fleet keeps of an agent's request from update to update.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Plan {
    /// The place in the queue while the request waits for an answer. A place that the queue no longer holds is out of date.
    pub(super) queued: Option<QueueKey>,
    /// The places of the targets at the last answer. Empty on a goal field, which knows its own.
    pub(super) goals: Goals,
    /// The place of the agent at the last answer.
    pub(super) start: Option<Place>,
    /// The failure that was reported last, until there is a path. Another one of its kind is not reported.
    pub(super) reported: Option<Failure>,
    /// How many answers in a row were failures or partial paths.
    pub(super) failures: u32,
    /// When another search is allowed after a failure, in seconds.
    pub(super) retry_at: f32,
    /// What the last answer saw of the ground: the count of its changes, or the revision of the graph.
    pub(super) seen: u64,
    /// How many times the search started again because the ground changed under it.
    pub(super) restarts: u32,
    /// How an edit turned the agent round.
    pub(super) turn: Option<UTurn>,
    /// What an edit did to the path, while the agent waits for another.
    pub(super) edited: Option<Edited>,
    /// The agents with the same request.
    pub(super) group: Option<GroupId>,
}

impl Plan {
    /// Forgets the answers to the last request. `reported` is a failure whose kind need not be reported again.
    pub(super) fn renew(&mut self, reported: Option<Failure>, group: Option<GroupId>) {
        *self = Self { queued: self.queued, reported, group, ..Self::default() };
    }

    /// Makes the answer out of date, whatever it saw.
    pub(super) const fn forget_changes(&mut self) {
        self.seen = u64::MAX;
    }

    /// Notes a failure at a time in seconds. Each failure in a row doubles the wait before the next search.
    pub(super) fn back_off(&mut self, settings: &FleetSettings, now: f32) {
        let doubled = settings.retry_delay * 2_f32.powi(self.failures.min(16) as i32);
        self.failures += 1;
        self.retry_at = now + doubled.min(settings.max_retry_delay).max(0.0);
    }
}
