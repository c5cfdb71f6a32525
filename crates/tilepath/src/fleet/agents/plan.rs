//! What a fleet stores about a request between updates.

use super::place::{Goals, Place};
use crate::fleet::{
    fields::GroupId,
    requests::{Failure, QueueKey},
    settings::FleetSettings,
    walking::{TurnCause, UTurn},
};
use core::time::Duration;

/// What a fleet stores about an agent's request between updates.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Plan {
    /// The request's place in the queue, while the request waits for an answer. A place that the queue no longer
    /// holds is out of date.
    pub(in crate::fleet) queued: Option<QueueKey>,
    /// The places of the targets at the last answer. Empty for an agent on a goal field, because the field knows its
    /// own goals.
    pub(in crate::fleet) goals: Goals,
    /// The place of the agent at the time of the last answer.
    pub(in crate::fleet) start: Option<Place>,
    /// The failure that was reported last. A path resets it. Another failure of the same kind is not reported.
    pub(in crate::fleet) reported: Option<Failure>,
    /// The number of failures and partial paths in a row.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(in crate::fleet) failures: u32,
    /// The time from which another search is allowed after a failure.
    pub(in crate::fleet) retry_at: Duration,
    /// The version of the ground for the last answer: the count of map changes, or the revision of the graph.
    pub(in crate::fleet) seen: u64,
    /// How many times the search started again because the ground changed.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(in crate::fleet) restarts: u32,
    /// How many times the search started again because the agent got another request.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(in crate::fleet) asked_anew: u32,
    /// Whether the agent walks by the path of an earlier request, and must begin again at the first path to its targets.
    pub(in crate::fleet) starts_over: bool,
    /// The group of the earlier request by whose path the agent walks until it gets an answer.
    pub(in crate::fleet) walked: Option<GroupId>,
    /// The last U-turn of the agent.
    pub(in crate::fleet) turn: Option<UTurn>,
    /// While the agent waits for another path: why, as far as it matters for turning round.
    pub(in crate::fleet) turn_cause: Option<TurnCause>,
    /// The group of agents with the same request.
    pub(in crate::fleet) group: Option<GroupId>,
}

impl Plan {
    /// Forgets the answers to the last request. `reported` is a failure whose kind need not be reported again.
    pub(in crate::fleet) fn renew(&mut self, reported: Option<Failure>, group: Option<GroupId>) {
        *self = Self { queued: self.queued, reported, group, ..Self::default() };
    }

    /// Notes that the agent has another request, of this group. With `keeps_path`, the agent walks by its old path until it gets an
    /// answer. Returns the group that the agent leaves now.
    pub(in crate::fleet) fn ask_anew(
        &mut self,
        group: Option<GroupId>,
        keeps_path: bool,
        has_other_targets: bool,
    ) -> Option<GroupId> {
        let last = core::mem::replace(&mut self.group, group);
        (self.failures, self.retry_at) = (0, Duration::ZERO);
        self.turn_cause = keeps_path.then_some(TurnCause::Asked);
        self.reported = self.reported.filter(|_| !has_other_targets);
        self.starts_over |= has_other_targets && keeps_path;
        match self.walked {
            None if keeps_path => {
                self.walked = last;
                None
            }
            _ => last,
        }
    }

    /// Marks the answer as out of date.
    pub(in crate::fleet) const fn forget_changes(&mut self) {
        self.seen = u64::MAX;
    }

    /// Notes a failure at the time `now`. Each failure in a row doubles the wait before the next search.
    pub(in crate::fleet) fn back_off(&mut self, settings: &FleetSettings, now: Duration) {
        let doubled = settings.retry_delay * (1_u32 << self.failures.min(16)) as f32;
        self.failures += 1;
        let wait = doubled.min(settings.max_retry_delay).max(0.0);
        self.retry_at = now.saturating_add(Duration::try_from_secs_f32(wait).unwrap_or(Duration::MAX));
    }
}
