//! Taking up the unfinished search of a batch that was saved.

use super::{
    job::{BatchJob, JobProgress},
    solver::{Batch, UnfinishedSearch},
};
use crate::ground::MapRevision;

impl Batch {
    /// Takes up a search that another batch left unfinished. The search begins again, and its expansions are free up to the number that
    /// was paid for.
    pub(crate) fn take_up(&mut self, job: &BatchJob, revision: MapRevision, paid: u32) {
        let progress = JobProgress { paid, ..JobProgress::default() };
        self.under_way =
            Some(UnfinishedSearch { job: job.clone(), progress, revision, basis: None, watched: false });
    }
}
