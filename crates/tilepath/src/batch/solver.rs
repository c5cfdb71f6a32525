//! Answering many queries under one budget.

use super::{
    job::{BatchJob, JobProgress},
    practice::Practice,
    shared_jobs::{Clock, SharedJobs},
    threads::Threads,
    worker::Worker,
};
use crate::{
    astar::Visitor,
    budget::Budget,
    cost_field::CostField,
    ground::MapRevision,
    jump::Engine,
    landmarks::Landmarks,
    map::NavMap,
    path::{Path, PathError},
    search::SearchScratch,
};
use core::{
    task::{Poll, ready},
    time::Duration,
};

/// Answers many path queries with one [budget](Budget), on one or several threads. The answers don't depend on
/// the number of threads.
///
/// The jobs use the budget in their order: the first job may use the whole budget, the second job may use what the first job
/// leaves, and so on. Each job uses at least one unit. If the budget runs out during a search, the search stays *under way*
/// (unfinished): the next call continues the search.
///
/// With several threads, later jobs begin before the earlier jobs are finished. If the earlier jobs use the whole budget, the
/// work on later jobs is lost. So n threads may do up to n times as much work as is subtracted from the budget.
///
/// ```
/// use tilepath::batch::{Batch, BatchJob, ScopedThreads};
/// use tilepath::{Budget, CostProfile, Grid, NavMap, PathQuery, Topology};
/// let map = NavMap::new(Grid::new([64, 64].into(), 1)?, Topology::default());
/// let job = |y| BatchJob::new(CostProfile::default(), PathQuery::new([0, y].into(), [63, y].into()));
/// let jobs: Vec<BatchJob> = (0..64).map(job).collect();
/// let mut budget = Budget::new(1000);
/// let answers = Batch::default().solve(&map, &jobs, &mut budget, &ScopedThreads(2));
/// assert_eq!((answers.len(), budget.left()), (15, 0)); // 64 expansions each: the sixteenth is under way
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
    pub(super) under_way: Option<UnfinishedSearch>,
}

/// The scratch of one thread, on cache lines of its own: side by side, two threads that write all the time slow each other down
/// (measured: two threads are 1.6 times as fast as one instead of 1.95 times).
#[derive(Clone, Default, Debug)]
#[repr(align(128))]
struct Scratch(SearchScratch);

/// A search that outlasted the budget.
#[derive(Debug)]
pub(super) struct UnfinishedSearch {
    pub(super) job: BatchJob,
    pub(super) progress: JobProgress,
    /// The revision of the map.
    pub(super) revision: MapRevision,
    /// What the search reads, if it has begun.
    pub(super) basis: Option<SearchBasis>,
    /// Whether a visitor saw all of it so far.
    pub(super) watched: bool,
}

/// What a map kept ready for a profile when a search began, by its ids. If it changes, the search begins again, so that an unfinished search
/// follows from its job, its price and the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchBasis {
    has_regions: bool,
    cost_field: Option<u64>,
    landmarks: Option<u64>,
    engine: Engine,
}

impl SearchBasis {
    fn of(map: &NavMap, job: &BatchJob) -> Self {
        Self {
            has_regions: map.regions(&job.profile).is_some(),
            cost_field: map.cost_field(&job.profile).map(CostField::id),
            landmarks: map.landmarks(&job.profile).map(Landmarks::id),
            engine: map.engine(&job.profile, &job.query.options).engine,
        }
    }
}

impl Clone for Batch {
    /// A batch that gives the same answers to the same calls. It has no memory of searches yet: an unfinished search begins again, and its
    /// expansions are free up to the number that was paid for.
    fn clone(&self) -> Self {
        let under_way = self.under_way.as_ref().map(UnfinishedSearch::begun_again);
        Self { clock: self.clock, times: self.times.clone(), under_way, ..Self::default() }
    }
}

impl Batch {
    /// Takes over the memory of another batch, which begins without memory then.
    pub(crate) fn take_memory(&mut self, other: &mut Self) {
        self.scratches = core::mem::take(&mut other.scratches);
        self.practice = core::mem::take(&mut other.practice);
    }

    /// Answers jobs in their order until the budget is spent, and returns the answers in the same order. If there are fewer
    /// answers than jobs, the budget is used up: pass the other jobs to the next call.
    ///
    /// If the last call did not finish a search, this call continues it, provided that its job is the first of `jobs` and the map
    /// has not changed.
    /// Otherwise the search is lost, and its job begins again.
    ///
    /// The bookkeeping of a call takes O(n²) for n jobs. If there are many jobs, pass them in several calls: see
    /// [`Batch::rounds`].
    pub fn solve(
        &mut self,
        map: &NavMap,
        jobs: &[BatchJob],
        budget: &mut Budget,
        threads: &impl Threads,
    ) -> Vec<Result<Path, PathError>> {
        let count = threads.count().clamp(1, jobs.len().max(1));
        self.solve_by(map, jobs, budget, (count, false), |workers| match workers {
            [only] => only.run(),
            several => threads.run(several),
        })
    }

    /// Does the same as [`Batch::solve`] for one job, on the calling thread, and shows every expansion to the visitor. Pass
    /// `&mut ()` to search without a visitor.
    ///
    /// A search with a visitor can't continue a search that was begun without one, and the other way round: it begins again. So
    /// call [`Batch::continues_watched`] before this method, and clear the visitor if the result is `false`. The visitor may
    /// see one more expansion than is subtracted from the budget.
    ///
    /// ```
    /// # use core::task::Poll;
    /// # use tilepath::{Budget, CostProfile, Grid, NavMap, PathQuery, Recorder, Topology};
    /// # use tilepath::batch::{Batch, BatchJob};
    /// let map = NavMap::new(Grid::new([20, 20].into(), 1)?, Topology::default());
    /// let job = BatchJob::new(CostProfile::default(), PathQuery::new([0, 0].into(), [19, 9].into()));
    /// let (mut batch, mut seen) = (Batch::default(), Recorder::default());
    /// let path = loop {
    ///     if let Poll::Ready(answer) = batch.solve_one(&map, &job, &mut Budget::new(10), &mut seen) {
    ///         break answer?;
    ///     }
    ///     // ... the next frame
    /// };
    /// assert_eq!(seen.expansions.len(), path.nodes_expanded() as usize);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_one<V: Visitor>(
        &mut self,
        map: &NavMap,
        job: &BatchJob,
        budget: &mut Budget,
        visitor: &mut V,
    ) -> Poll<Result<Path, PathError>> {
        let run = |workers: &mut [Worker]| workers.iter_mut().for_each(|worker| worker.run_watched(visitor));
        let answer = self.solve_by(map, std::slice::from_ref(job), budget, (1, V::WATCHES), run).pop();
        answer.map_or(Poll::Pending, Poll::Ready)
    }

    /// How many jobs to pass in each call of [`Batch::solve`] while budget is left: 32, 64, 128, then always 256. The first calls
    /// are small, so that a small budget leaves few jobs unanswered. Later calls are large, so that threads seldom wait for the
    /// last job of a call.
    pub fn rounds() -> impl Iterator<Item = usize> {
        (0..).map(|nth: u32| 32 << nth.min(3))
    }

    /// Measures the time of each search with this clock from now on, for [`Batch::times`]. The clock changes no answer.
    #[must_use]
    pub const fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The search time of each answer of the last call, in the order of the answers. If a search took several calls, the time
    /// is the sum over these calls. Empty without a [clock](Batch::with_clock).
    #[must_use]
    pub fn times(&self) -> &[Duration] {
        &self.times
    }

    /// Returns whether a search is under way: the budget was spent before the search ended, and the next call can continue the
    /// search.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// Returns whether [`Batch::solve_one`] with this job and a visitor would continue the unfinished search. If `false`, the
    /// call would begin a new search: clear the visitor first.
    #[must_use]
    pub fn continues_watched(&self, map: &NavMap, job: &BatchJob) -> bool {
        let jobs = std::slice::from_ref(job);
        self.under_way.as_ref().is_some_and(|begun| {
            begun.goes_on(map, jobs, true) && begun.basis == Some(SearchBasis::of(map, &begun.job))
        })
    }

    /// The expansions that were paid for the search under way, if there is one.
    pub(crate) fn paid_for(&self) -> Option<u32> {
        self.under_way.as_ref().map(|begun| begun.progress.paid)
    }

    /// Drops the search under way, if there is one. The next call then begins the search again.
    pub fn forget(&mut self) {
        self.under_way = None;
    }

    /// Makes [warm-up searches](NavMap::warm_up) for all profiles that the map is [prepared](NavMap::prepare) for, so that the
    /// first real searches are as fast as later ones. `threads` is the number of threads that later calls of [`Batch::solve`]
    /// use. Warm-up searches change no answer.
    ///
    /// Call this method while there are no jobs. Each thread needs 256 searches per profile. The [budget](Budget) is one of
    /// expansions. While a search of a job is under way, this method does nothing and returns [`Poll::Pending`].
    pub fn warm_up(&mut self, map: &NavMap, threads: usize, budget: &mut Budget) -> Poll<()> {
        if self.is_under_way() {
            return Poll::Pending;
        }
        self.make_scratches(threads.max(1));
        for (nth, scratch) in self.scratches[..threads.max(1)].iter_mut().enumerate() {
            ready!(self.practice.run(map, nth, &mut scratch.0, budget));
        }
        Poll::Ready(())
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
        budget: &mut Budget,
        (count, watched): (usize, bool),
        run: impl FnOnce(&mut [Worker]),
    ) -> Vec<Result<Path, PathError>> {
        let resumed = self
            .under_way
            .take()
            .filter(|begun| begun.goes_on(map, jobs, watched))
            .map(|begun| begun.into_progress(map));
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

    /// Subtracts the expansions of the jobs from the budget, in the order of the jobs, and returns the answers that the budget
    /// pays for. `progress` holds the progress of each job, with the index of the thread that worked on the job.
    fn settle(
        &mut self,
        map: &NavMap,
        jobs: &[BatchJob],
        budget: &mut Budget,
        progress: Vec<Option<(usize, JobProgress)>>,
        watched: bool,
    ) -> Vec<Result<Path, PathError>> {
        let mut answers = Vec::with_capacity(jobs.len());
        self.times.clear();
        for (job, progress) in jobs.iter().zip(progress) {
            let Some((scratch, mut progress)) = progress.filter(|_| !budget.is_spent()) else { break };
            if progress.is_answered() && progress.fits(job, *budget) {
                budget.spend(progress.price());
                self.times.extend(self.clock.map(|_| progress.time()));
                answers.extend(progress.into_answer());
            } else {
                progress.pay(budget);
                self.scratches.swap(0, scratch);
                let basis = progress.has_begun().then(|| SearchBasis::of(map, job));
                self.under_way = Some(UnfinishedSearch {
                    job: job.clone(),
                    progress,
                    revision: map.revision(),
                    basis,
                    watched,
                });
            }
        }
        answers
    }
}

impl UnfinishedSearch {
    /// The same search at its beginning, of which as much is paid for.
    fn begun_again(&self) -> Self {
        let Self { ref job, ref progress, revision, watched, .. } = *self;
        Self { job: job.clone(), progress: progress.begun_again(), revision, basis: None, watched }
    }

    /// Returns whether the first of these jobs is the one under way, and its search may continue.
    fn goes_on(&self, map: &NavMap, jobs: &[BatchJob], watched: bool) -> bool {
        map.looks_as_at(self.revision, self.job.query.own_obstacles())
            && self.watched == watched
            && jobs.first() == Some(&self.job)
    }

    /// The progress of the search, if it reads the same as when it began. Otherwise it begins again.
    fn into_progress(mut self, map: &NavMap) -> JobProgress {
        if self.basis != Some(SearchBasis::of(map, &self.job)) {
            self.progress = self.progress.begun_again();
        }
        self.progress
    }
}
