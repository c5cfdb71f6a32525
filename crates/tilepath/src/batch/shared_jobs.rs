//! What the workers of a batch share: the jobs, the budget, and what each job has cost so far.

use super::job::{BatchJob, JobProgress};
use crate::{budget::Budget, map::NavMap};
use core::{
    sync::atomic::{AtomicU32, AtomicUsize, Ordering},
    time::Duration,
};

/// A function that returns the time since a fixed moment, for [`Batch::with_clock`](crate::batch::Batch::with_clock). The crate
/// itself has no clock, because some platforms have none.
pub type Clock = fn() -> Duration;

/// What the workers of a batch share.
pub(super) struct SharedJobs<'a> {
    pub(super) map: &'a NavMap,
    pub(super) jobs: &'a [BatchJob],
    budget: Budget,
    pub(super) clock: Option<Clock>,
    /// The next job that no worker has taken.
    next: AtomicUsize,
    /// The cost of each job so far. A worker that reads an old value may do useless work, but no harm: charges are counted after
    /// all workers have stopped.
    pub(super) costs: Vec<AtomicU32>,
}

impl<'a> SharedJobs<'a> {
    pub(super) fn new(map: &'a NavMap, jobs: &'a [BatchJob], budget: Budget, clock: Option<Clock>) -> Self {
        let costs = jobs.iter().map(|_| AtomicU32::new(0)).collect();
        Self { map, jobs, budget, clock, next: AtomicUsize::new(0), costs }
    }

    /// Leaves out the first jobs, which are taken already.
    pub(super) fn begin_after(mut self, taken: usize) -> Self {
        *self.next.get_mut() = taken;
        self
    }

    /// Takes the next job. Jobs are taken in their order, so that all jobs before it are answered or being worked on.
    pub(super) fn take_job(&self) -> Option<(usize, JobProgress)> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        (nth < self.jobs.len()).then(|| (nth, JobProgress::default()))
    }

    /// The most that the jobs before this one can leave of the budget, by what they have cost so far.
    pub(super) fn left_for(&self, nth: usize) -> Budget {
        let mut left = self.budget;
        self.costs[..nth].iter().for_each(|cost| left.spend(cost.load(Ordering::Relaxed)));
        left
    }
}
