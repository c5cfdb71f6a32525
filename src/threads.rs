//! The threads of Bevy's compute pool, for searches and for walking, and the clock by which searches are measured.

use bevy::platform::time::Instant;
use bevy::tasks::{ComputeTaskPool, TaskPool};
use core::time::Duration;
use std::sync::OnceLock;
use tilepath::batch::Threads;

/// The time since it was asked for first. No answer depends on it.
pub(crate) fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The threads of a task pool and the thread that waits for them, up to a maximum. Without a pool, this thread alone.
pub(crate) struct PoolThreads<'a> {
    pool: Option<&'a TaskPool>,
    max: usize,
}

impl PoolThreads<'static> {
    /// Up to `max` threads of the [`ComputeTaskPool`].
    pub(crate) fn of_compute_pool(max: usize) -> Self {
        Self { pool: ComputeTaskPool::try_get().map(|pool| &**pool), max }
    }
}

impl Threads for PoolThreads<'_> {
    fn count(&self) -> usize {
        // A thread that waits in a scope works on what is spawned in it. In the browser the pool has no thread but this one.
        let others = if cfg!(target_arch = "wasm32") { 0 } else { self.pool.map_or(0, TaskPool::thread_num) };
        (others + 1).min(self.max)
    }

    fn for_each<T: Send>(&self, items: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
        match self.pool.filter(|_| items.len() > 1) {
            Some(pool) => {
                let work = &work;
                pool.scope(|scope| items.for_each(|item| scope.spawn(async move { work(item) })));
            }
            None => items.for_each(work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::prelude::*;
    use bevy::tasks::TaskPoolBuilder;
    use tilepath::{
        Budget, CostProfile, Grid, Heuristic, NavMap, PathQuery,
        batch::{Batch, BatchJob, ScopedThreads},
    };

    #[test]
    fn pools_of_any_size_and_none_give_the_answers_of_one_thread() {
        let grid = Grid::from_fn(UVec2::splat(60), |cell| 1 + ((cell.x * 7 + cell.y * 13) % 4) as u8);
        let map = NavMap::new(grid.unwrap(), default());
        let job = |nth: i32| {
            let query = PathQuery::new(IVec2::new(nth % 60, 0), IVec2::new(59, nth % 60));
            BatchJob::new(CostProfile::default(), query.with_heuristic(Heuristic::Zero))
        };
        let jobs: Vec<BatchJob> = (0..200).map(job).collect();
        let mut left = Budget::new(300_000);
        let expected = Batch::default().solve(&map, &jobs, &mut left, &ScopedThreads(1));
        assert!((50..150).contains(&expected.len()), "{} answers", expected.len());
        for size in [None, Some(1), Some(2), Some(4)] {
            let pool = size.map(|size| TaskPoolBuilder::new().num_threads(size).build());
            let threads = PoolThreads { pool: pool.as_ref(), max: usize::MAX };
            assert_eq!(threads.count(), size.unwrap_or(0) + 1);
            let mut left = Budget::new(300_000);
            let answers = Batch::default().solve(&map, &jobs, &mut left, &threads);
            assert!(answers == expected && left.is_spent(), "a pool of {size:?}");
        }
    }

    #[test]
    fn no_more_threads_are_used_than_allowed() {
        let pool = TaskPoolBuilder::new().num_threads(3).build();
        let count = |max| PoolThreads { pool: Some(&pool), max }.count();
        assert_eq!([count(0), count(2), count(9)], [0, 2, 4]);
    }
}
