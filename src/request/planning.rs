//! What the plugin keeps of a request from frame to frame.

use super::{
    failure::ReasonKind,
    path_result::PathStatus,
    profiles::ProfileId,
    target::{Goals, PathTarget},
};
use crate::settings::PathfindingSettings;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{
    PathOptions,
    fleet::{AnswerRecord, Edited, GroupId, QueueKey, UTurn},
};

/// What the plugin keeps of an agent's request from frame to frame.
#[derive(Component, Default)]
pub(crate) struct Planning {
    /// The place in the queue while the request waits for an answer. It is set when the request enters the queue and cleared by the
    /// answer; a place that the queue no longer holds is out of date.
    pub(crate) queued: Option<QueueKey>,
    /// The targets of the last answer.
    pub(crate) goals: Goals,
    /// The cell in which the agent was at the last answer.
    pub(crate) start: Option<IVec2>,
    /// The kind of failure of which observers know, until there is a path.
    pub(crate) reported: Option<ReasonKind>,
    /// How many answers in a row were failures or partial paths.
    pub(crate) failures: u32,
    /// When the plugin may search for the request again after a failure, in seconds.
    pub(crate) retry_at: f32,
    /// The [count of changes](crate::plan::FrameChanges::count) that the last answer saw.
    pub(crate) changes_seen: u64,
    /// How many times the search started again because the map changed under it.
    pub(crate) restarts: u32,
    /// The request before the one that is being inserted.
    pub(crate) replaced: Option<Box<Asked>>,
    /// The last edit that turned the agent round.
    pub(crate) turn: Option<UTurn>,
    /// What the edit did that made the agent ask for another path.
    pub(crate) edited: Option<Edited>,
    /// The agents with the same request.
    pub(crate) group: Option<GroupId>,
    /// Why the path was planned, and what the last answer took. Only explanations read it.
    pub(crate) record: AnswerRecord,
}

impl Planning {
    /// Lets the plugin search for a failed request again after its wait, as if something had changed since.
    pub(crate) const fn forget_changes(&mut self) {
        self.changes_seen = u64::MAX;
    }

    /// Takes a request that is inserted again unchanged. Returns whether the answer stands, or is on its way; `is_elsewhere` says whether
    /// the answer is for another place. For a request without a path, the plugin searches again without waiting any longer if
    /// something has changed since its answer.
    pub(crate) fn stands(&mut self, status: PathStatus, is_elsewhere: bool) -> bool {
        match status {
            PathStatus::Pending => self.queued.is_some(),
            PathStatus::Found => !is_elsewhere,
            PathStatus::Partial | PathStatus::Failed(_) => {
                self.retry_at = 0.0;
                true
            }
        }
    }

    /// Notes a failure at a time in seconds. Each failure in a row doubles the wait before the next search.
    pub(crate) fn back_off(&mut self, settings: &PathfindingSettings, now: f32) {
        let doubled = settings.retry_delay_secs * 2f32.powi(self.failures.min(16) as i32);
        self.failures += 1;
        self.retry_at = now + doubled.min(settings.max_retry_delay_secs).max(0.0);
    }
}

/// Everything that a request says, so that two requests can be compared.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Asked {
    pub(super) targets: SmallVec<[PathTarget; 1]>,
    pub(super) options: PathOptions,
    pub(super) profile: ProfileId,
    pub(super) danger_aversion: Option<f32>,
    pub(super) priority: i32,
}
