//! Bevy's pool of threads, for the searches of a round.

use bevy::tasks::{ComputeTaskPool, TaskPool};
use tilepath::{Threads, Worker};

/// The threads of a task pool and the one that waits for them, but no more than asked for. Without a pool, this thread alone.
pub(crate) struct PoolThreads<'a> {
    pool: Option<&'a TaskPool>,
    most: usize,
}

impl PoolThreads<'static> {
    /// Up to `most` threads of the [`ComputeTaskPool`].
    pub(crate) fn of_compute_pool(most: usize) -> Self {
        Self { pool: ComputeTaskPool::try_get().map(|pool| &**pool), most }
    }
}

impl Threads for PoolThreads<'_> {
    fn count(&self) -> usize {
        // A thread that waits in a scope works on what is spawned in it.
        self.pool.map_or(1, |pool| pool.thread_num() + 1).min(self.most)
    }

    fn run(&self, workers: &mut [Worker]) {
        match self.pool {
            Some(pool) => {
                pool.scope(|scope| workers.iter_mut().for_each(|worker| scope.spawn(async { worker.run() })));
            }
            None => workers.iter_mut().for_each(Worker::run),
        }
    }
}
