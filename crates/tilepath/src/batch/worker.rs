//! One thread's part in a batch.

use super::attempt::{Attempt, BatchJob};
use crate::{
    nav_map::NavMap,
    search::{Search, Visitor},
};
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// How many nodes a worker expands before it looks how far the others have come.
const CHUNK: u32 = 1024;

/// What the workers of a batch share.
pub(super) struct Share<'a> {
    map: &'a NavMap,
    jobs: &'a [BatchJob],
    budget: u32,
    /// The next job that nobody has taken.
    next: AtomicUsize,
    /// What each job has cost so far. A worker that sees less than there is works on a job in vain, no more: what is charged is counted
    /// when all have stopped.
    costs: Vec<AtomicU32>,
}

impl<'a> Share<'a> {
    pub(super) fn new(map: &'a NavMap, jobs: &'a [BatchJob], budget: u32, first: usize) -> Self {
        let costs = jobs.iter().map(|_| AtomicU32::new(0)).collect();
        Self { map, jobs, budget, next: AtomicUsize::new(first), costs }
    }

    /// The first job that nobody has taken. Jobs are taken in their order, so that those before it are answered or in work.
    fn take_job(&self) -> Option<(usize, Attempt)> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        (nth < self.jobs.len()).then(|| (nth, Attempt::default()))
    }

    /// The most that the jobs before this one can leave of the budget, by what they have cost so far.
    fn left_for(&self, nth: usize) -> u32 {
        let spent: u64 = self.costs[..nth].iter().map(|cost| u64::from(cost.load(Ordering::Relaxed))).sum();
        u64::from(self.budget).saturating_sub(spent) as u32
    }
}

/// One thread's part in a batch: it takes jobs and solves them on its own scratch.
pub struct Worker<'a> {
    share: &'a Share<'a>,
    search: &'a mut Search,
    /// The job at work, or given up because the budget does not suffice for it.
    current: Option<(usize, Attempt)>,
    answered: Vec<(usize, Attempt)>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(share: &'a Share<'a>, search: &'a mut Search) -> Self {
        Self { share, search, current: None, answered: Vec::new() }
    }

    /// Begins with the first job, where its search is under way on this worker's scratch.
    pub(super) fn go_on(&mut self, first: Option<Attempt>) {
        self.current = first.map(|attempt| (0, attempt));
    }

    /// Works until no job is left or the budget is spent.
    pub fn run(&mut self) {
        self.run_watched(&mut ());
    }

    pub(super) fn run_watched(&mut self, visitor: &mut impl Visitor) {
        while self.step(visitor) {}
    }

    /// Goes on with a job for one chunk. Returns whether there is more to do.
    pub(super) fn step(&mut self, visitor: &mut impl Visitor) -> bool {
        let Some((nth, mut attempt)) = self.current.take().or_else(|| self.share.take_job()) else {
            return false;
        };
        let (job, left) = (&self.share.jobs[nth], self.share.left_for(nth));
        if !attempt.fits(job, left) {
            // Nor will any job after it.
            self.current = Some((nth, attempt));
            return false;
        }
        if !attempt.is_answered() {
            // One more than it may: whether it needs more is only known when it has made more.
            let slice =
                if job.in_one_go { CHUNK } else { CHUNK.min((left - attempt.due()).saturating_add(1)) };
            attempt.advance(self.share.map, job, self.search, slice, visitor);
            self.share.costs[nth].store(attempt.price(), Ordering::Relaxed);
        }
        if attempt.is_answered() {
            self.answered.push((nth, attempt));
        } else {
            self.current = Some((nth, attempt));
        }
        true
    }

    /// All that it worked on, each with the number of the job.
    pub(super) fn into_attempts(self) -> impl Iterator<Item = (usize, Attempt)> {
        self.answered.into_iter().chain(self.current)
    }
}
