//! Where the workers of a batch run: on threads of the standard library, or on a pool of the program's own.

use super::worker::Worker;
use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// The threads that a [`Batch`](crate::batch::Batch) runs on. Implement this trait for the thread pool of your program, or use
/// [`ScopedThreads`].
pub trait Threads {
    /// The maximum number of workers that run at the same time. 0 counts as 1. A batch with fewer jobs uses fewer workers.
    fn count(&self) -> usize;

    /// Calls `work` on every item, in parallel on the threads as far as there are enough. Returns when all calls have ended.
    fn for_each<T: Send>(&self, items: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync);

    /// Calls `work` on every item, on up to this number of threads. Each takes the next item when it is done with the last one.
    fn share<T: Send>(&self, threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        let threads = threads.clamp(1, self.count().max(1));
        if threads == 1 {
            return items.for_each(work);
        }
        let items = Mutex::new(items);
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        self.for_each(0..threads, |_| {
            while let Some(item) = next() {
                work(item);
            }
        });
    }

    /// Calls [`Worker::run`] for every worker, in parallel on the threads. Returns when all workers have ended. A batch with a
    /// single worker does not call this method, but runs on the calling thread.
    fn run(&self, workers: &mut [Worker]) {
        self.for_each(workers.iter_mut(), Worker::run);
    }
}

/// Runs a batch on this number of threads: the calling thread, and new threads of the standard library in each call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScopedThreads(pub usize);

impl Threads for ScopedThreads {
    fn count(&self) -> usize {
        self.0
    }

    fn for_each<T: Send>(&self, items: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
        let items: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
        // Each item has a thread of its own, or falls to the calling thread if no thread could be started for it.
        let take = |item: &Mutex<Option<T>>| {
            let taken = item.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(item) = taken {
                work(item);
            }
        };
        let Some((first, others)) = items.split_first() else { return };
        thread::scope(|scope| {
            let take = &take;
            let started = others.iter().map(|item| {
                let started = thread::Builder::new().spawn_scoped(scope, move || take(item)).is_ok();
                (item, started)
            });
            let left: Vec<_> = started.filter(|(_, started)| !started).map(|(item, _)| item).collect();
            take(first);
            left.into_iter().for_each(take);
        });
    }
}
