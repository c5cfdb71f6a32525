//! Work that may be done in parallel, for layers that know no threads.

/// A part of some work. Parts may run at the same time.
pub(crate) type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs jobs, and returns when all have ended.
pub(crate) type RunJobs<'r> = &'r dyn for<'a> Fn(Vec<Job<'a>>);

/// Runs jobs one after the other.
pub(crate) fn one_by_one(jobs: Vec<Job<'_>>) {
    jobs.into_iter().for_each(|job| job());
}
