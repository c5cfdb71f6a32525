//! Where the workers of a batch run: on threads of the standard library, or on a pool of the program's own.

use super::worker::Worker;
use std::thread;

/// Threads that the workers of a [`Batch`](crate::batch::Batch) run on.
pub trait Threads {
    /// The maximum number of workers at a time. A batch makes no more workers than this, and no more than it has jobs.
    fn count(&self) -> usize;

    /// Runs every worker to its end with [`Worker::run`], in parallel on the threads. Not called for a single worker.
    fn run(&self, workers: &mut [Worker]);
}

/// This many threads of the standard library: the calling thread, and others that are started for each batch.
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
