//! Where the workers of a batch run: on threads of the standard library, or on a pool of the program's own.

use super::worker::Worker;
use std::thread;

/// The threads that a [`Batch`](crate::batch::Batch) runs on. Implement this trait for the thread pool of your program, or use
/// [`ScopedThreads`].
pub trait Threads {
    /// The maximum number of workers that run at the same time. 0 counts as 1. A batch with fewer jobs uses fewer workers.
    fn count(&self) -> usize;

    /// Calls [`Worker::run`] for every worker, in parallel on the threads. Returns when all workers have ended. A batch with a
    /// single worker does not call this method, but runs on the calling thread.
    fn run(&self, workers: &mut [Worker]);
}

/// Runs a batch on this number of threads: the calling thread, and new threads of the standard library in each call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScopedThreads(pub usize);

impl Threads for ScopedThreads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, workers: &mut [Worker]) {
        let Some((own, others)) = workers.split_first_mut() else { return };
        thread::scope(|scope| {
            for worker in others {
                // If no thread can be started, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, || worker.run());
            }
            own.run();
        });
    }
}
