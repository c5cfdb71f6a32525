//! Answering many queries under one budget.

use super::{
    clock::Clock, job::BatchJob, practice::Practice, progress::JobProgress, shared_jobs::SharedJobs,
    threads::Threads, worker::Worker,
};
use crate::{
    astar::Visitor,
    cost_field::CostField,
    map::NavMap,
    path::{Path, PathError},
    search::SearchScratch,
};
use core::time::Duration;

/// Answers many queries under a budget of expansions, on several threads.
///
/// The budget is spent in the order of the jobs, as on one thread: the first job may spend the whole budget, the second job what the first
/// left, and so on. A job costs at least one expansion. The first job that needs more than is left takes the rest and stays *under way*
/// (unfinished): the next call continues it.
///
/// Threads change only the time. A thread that has finished a job takes the next job, although the cost of the earlier jobs is not known
/// yet. It drops the job as soon as the earlier jobs are known to leave too little budget for it. So if the budget is spent, n threads
/// expand at most n times as many nodes as are charged, in no more time than one thread. If the budget is not spent, they expand exactly
/// what is charged.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Topology, batch::{Batch, BatchJob, ScopedThreads}};
/// let map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
/// let job = |y| BatchJob::new(CostProfile::default(), PathQuery::new([0, y].into(), [63, y].into()));
/// let jobs: Vec<BatchJob> = (0..64).map(job).collect();
/// let mut budget = 1000;
/// let answers = Batch::default().solve(&map, &jobs, &mut budget, &ScopedThreads(2));
/// assert_eq!((answers.len(), budget), (15, 0)); // 64 expansions each: the sixteenth is under way
/// # Ok::<(), tilepath::GridError>(())
/// ```
#[derive(Default, Debug)]
pub struct Batch {
    /// One for each thread. The first holds the search under way.
    scratches: Vec<Scratch>,
    practice: Practice,
    clock: Option<Clock>,
    /// How long the answers of the last call took.
    times: Vec<Duration>,
    under_way: Option<UnfinishedSearch>,
}

/// The scratch of one thread, on cache lines of its own: side by side, two threads that write all the time slow each other down
/// (measured: two threads are 1.6 times as fast as one instead of 1.95 times).
#[derive(Default, Debug)]
#[repr(align(128))]
struct Scratch(SearchScratch);

/// A search that outlasted the budget.
#[derive(Debug)]
struct UnfinishedSearch {
    job: BatchJob,
    progress: JobProgress,
    /// The id and the revision of the map.
    map: (u64, u64),
    /// The cost field that the map kept for the profile. The search continues only over the same one.
    cost_field: Option<u64>,
    /// Whether a visitor saw all of it so far.
    watched: bool,
}

impl Batch {
    /// Answers jobs in their order, until all are answered or the budget is spent. Returns the answers in the same order, possibly fewer
    /// than there are jobs, and subtracts their cost from the budget.
    ///
    /// The search that the last call left under way continues if its job is the first of this call and the map is the same, at the same
    /// [revision](NavMap::revision). Otherwise it is forgotten, and its job begins again.
    ///
    /// Each thread keeps its own scratch. Besides the searches, a call makes O(n²) additions for n jobs: pass many jobs in
    /// [rounds](Batch::rounds).
    pub fn solve(
        &mut self,
        map: &NavMap,
        jobs: &[BatchJob],
        budget: &mut u32,
        threads: &impl Threads,
    ) -> Vec<Result<Path, PathError>> {
        let count = threads.count().clamp(1, jobs.len().max(1));
        self.solve_by(map, jobs, budget, (count, false), |workers| match workers {
            [only] => only.run(),
            several => threads.run(several),
        })
    }

    /// Does the same as [`Batch::solve`], for one job on this thread, with a visitor that sees every expansion. Returns `None` if the
    /// search is under way.
    ///
    /// A search under way continues only in the kind of call that began it. A search that [`Batch::solve`] began starts again here, so that
    /// the visitor sees all of it. A search that began here starts again in [`Batch::solve`]. Call [`Batch::continues_watched`] first, and
    /// empty the visitor if it returns `false`.
    ///
    /// The search may have made one expansion more than was charged.
    pub fn solve_watched<V: Visitor>(
        &mut self,
        map: &NavMap,
        job: &BatchJob,
        budget: &mut u32,
        visitor: &mut V,
    ) -> Option<Result<Path, PathError>> {
        let run = |workers: &mut [Worker]| workers.iter_mut().for_each(|worker| worker.run_watched(visitor));
        self.solve_by(map, std::slice::from_ref(job), budget, (1, V::WATCHES), run).pop()
    }

    /// How many jobs to pass in each call, while the budget lasts: twice as many each time, then always 256. With a small budget, few
    /// collected jobs stay unsolved. With a large budget, threads seldom wait for the last job of a call.
    pub fn rounds() -> impl Iterator<Item = usize> {
        (0..).map(|nth: u32| 32 << nth.min(3))
    }

    /// Measures with this clock how long each search takes, in all calls from now on. Answers don't depend on it.
    #[must_use]
    pub const fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// How long each answer of the last call took, in the order of the answers: the sum of all slices of its search, on all threads. Empty
    /// without a [clock](Batch::with_clock).
    #[must_use]
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Returns whether a search is under way: it needs more than the budget and waits for the next call.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// Returns whether [`Batch::solve_watched`] would continue the search under way. If not, it begins a search that the visitor has not
    /// seen yet.
    #[must_use]
    pub fn continues_watched(&self, map: &NavMap, job: &BatchJob) -> bool {
        let jobs = std::slice::from_ref(job);
        self.under_way.as_ref().is_some_and(|begun| begun.goes_on(map, jobs, true))
    }

    /// Forgets the search under way: the next call starts it again.
    pub fn forget(&mut self) {
        self.under_way = None;
    }

    /// Makes warm-up searches for the profiles that the map is [prepared](NavMap::prepare) for, on the scratches of this many threads.
    /// Their first real searches are then as fast as later ones ([`NavMap::warm_up`]). Call it while there are no requests: it does nothing
    /// while a search is under way. Returns whether nothing is left to do.
    ///
    /// Each scratch makes 256 searches per profile, one scratch after the other. The budget counts expansions of single cells; what was
    /// used is subtracted. Finding jumps and making room for nodes are charged as the number of expansions that take the same time. A
    /// search that the budget does not complete continues in the next call. Answers don't depend on any of this.
    pub fn warm_up(&mut self, map: &NavMap, threads: usize, budget: &mut usize) -> bool {
        if self.is_under_way() {
            return false;
        }
        self.make_scratches(threads.max(1));
        let mut scratches = self.scratches[..threads.max(1)].iter_mut().enumerate();
        scratches.all(|(nth, scratch)| self.practice.run(map, nth, &mut scratch.0, budget))
    }

    fn make_scratches(&mut self, count: usize) {
        if self.scratches.len() < count {
            self.scratches.resize_with(count, Scratch::default);
        }
    }

    fn solve_by(
        &mut self,
        map: &NavMap,
        jobs: &[BatchJob],
        budget: &mut u32,
        (count, watched): (usize, bool),
        run: impl FnOnce(&mut [Worker]),
    ) -> Vec<Result<Path, PathError>> {
        let resumed = self
            .under_way
            .take()
            .filter(|begun| begun.goes_on(map, jobs, watched))
            .map(|begun| begun.progress);
        self.make_scratches(count);
        let shared = SharedJobs::new(map, jobs, *budget, self.clock);
        let shared = shared.begin_after(usize::from(resumed.is_some()));
        let mut workers: Vec<Worker> =
            self.scratches[..count].iter_mut().map(|scratch| Worker::new(&shared, &mut scratch.0)).collect();
        workers[0].go_on(resumed);
        run(&mut workers);
        let mut progress: Vec<Option<(usize, JobProgress)>> = jobs.iter().map(|_| None).collect();
        for (nth, worker) in workers.into_iter().enumerate() {
            worker.into_progress().for_each(|(job, made)| progress[job] = Some((nth, made)));
        }
        self.settle(map, jobs, budget, progress, watched)
    }

    /// Charges the jobs in their order, whichever thread solved them and at whatever time. The progress of each comes with the number of
    /// its scratch.
    fn settle(
        &mut self,
        map: &NavMap,
        jobs: &[BatchJob],
        budget: &mut u32,
        progress: Vec<Option<(usize, JobProgress)>>,
        watched: bool,
    ) -> Vec<Result<Path, PathError>> {
        let mut answers = Vec::with_capacity(jobs.len());
        self.times.clear();
        for (job, progress) in jobs.iter().zip(progress) {
            let Some((scratch, mut progress)) = progress.filter(|_| *budget > 0) else { break };
            if progress.is_answered() && progress.fits(job, *budget) {
                *budget = budget.saturating_sub(progress.price());
                self.times.extend(self.clock.map(|_| progress.time()));
                answers.extend(progress.into_answer());
            } else {
                progress.pay(core::mem::take(budget));
                self.scratches.swap(0, scratch);
                let cost_field = map.cost_field(&job.profile).map(CostField::id);
                self.under_way = Some(UnfinishedSearch {
                    job: job.clone(),
                    progress,
                    map: (map.id(), map.revision()),
                    cost_field,
                    watched,
                });
            }
        }
        answers
    }
}

impl UnfinishedSearch {
    /// Returns whether the first of these jobs is the one under way, and its search may continue.
    fn goes_on(&self, map: &NavMap, jobs: &[BatchJob], watched: bool) -> bool {
        self.map.0 == map.id()
            && map.looks_as_at(self.map.1, self.job.query.own_obstacles())
            && self.watched == watched
            && jobs.first() == Some(&self.job)
            && (self.cost_field.is_none()
                || self.cost_field == map.cost_field(&self.job.profile).map(CostField::id))
    }
}
