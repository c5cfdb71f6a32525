//! Where the workers of a batch run: on threads of the standard library, or on a pool of the program's own.

use super::worker::Worker;
use std::thread;

/// Threads that the workers of a [`Batch`](crate::batch::Batch) run on.
pub trait Threads {
    /// The maximum number of workers at a time. A batch makes no more workers than that, and no more than it has jobs.
    fn count(&self) -> usize;

    /// Runs every worker to its end by [`Worker::run`], at the same time as far as there are threads. Not called for a single one.
    fn run(&self, workers: &mut [Worker]);
}

/// A number of threads of the standard library: this one, and others that are started for each batch.
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
