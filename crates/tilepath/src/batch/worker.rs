//! One thread's part in a batch.

use super::{job::JobProgress, shared_jobs::SharedJobs};
use crate::{astar::Visitor, budget::Budget, search::SearchScratch};
use core::sync::atomic::Ordering;

/// The part of a [`Batch`](crate::batch::Batch) that runs on one thread. Takes jobs and answers them.
pub struct Worker<'a> {
    shared: &'a SharedJobs<'a>,
    search: &'a mut SearchScratch,
    /// The job that is being worked on, or that was dropped because the budget does not suffice for it.
    current: Option<(usize, JobProgress)>,
    answered: Vec<(usize, JobProgress)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a SharedJobs<'a>, search: &'a mut SearchScratch) -> Self {
        Self { shared, search, current: None, answered: Vec::new() }
    }

    /// Begins with the first job, whose search is under way on this worker's scratch.
    pub(super) fn go_on(&mut self, first: Option<JobProgress>) {
        self.current = first.map(|progress| (0, progress));
    }

    /// Answers jobs until no job is left or the budget is spent.
    pub fn run(&mut self) {
        self.run_watched(&mut ());
    }

    pub(super) fn run_watched(&mut self, visitor: &mut impl Visitor) {
        while self.step(visitor) {}
    }

    /// Continues a job for one chunk. Returns whether there is more to do.
    pub(super) fn step(&mut self, visitor: &mut impl Visitor) -> bool {
        let Some((nth, mut progress)) = self.current.take().or_else(|| self.shared.take_job()) else {
            return false;
        };
        let (job, left) = (&self.shared.jobs[nth], self.shared.left_for(nth));
        if !progress.fits(job, left) {
            // Nor will any job after it.
            self.current = Some((nth, progress));
            return false;
        }
        if !progress.is_answered() {
            // One more than allowed: only this shows that the job needs more.
            let needed = left.left().saturating_sub(progress.due().into()).saturating_add(1);
            let needed = if job.in_one_go { Budget::unlimited() } else { Budget::new(needed) };
            let started = self.shared.clock.map(|clock| clock());
            progress.advance(self.shared.map, job, self.search, needed, visitor);
            if let (Some(clock), Some(started)) = (self.shared.clock, started) {
                progress.add_time(clock().saturating_sub(started));
            }
            self.shared.costs[nth].store(progress.price(), Ordering::Relaxed);
        }
        if progress.is_answered() {
            self.answered.push((nth, progress));
        } else {
            self.current = Some((nth, progress));
        }
        true
    }

    /// Everything that the worker did, each with the number of the job.
    pub(super) fn into_progress(self) -> impl Iterator<Item = (usize, JobProgress)> {
        self.answered.into_iter().chain(self.current)
    }
}
