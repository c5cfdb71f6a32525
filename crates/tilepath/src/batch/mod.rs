//! Many queries at once: answered on several threads under one budget, with the same answers on any number of threads.

mod job;
mod practice;
mod shared_jobs;
mod solver;
#[cfg(feature = "serde")]
mod state;
#[cfg(test)]
mod tests;
mod threads;
mod worker;

pub use job::BatchJob;
pub use shared_jobs::Clock;
pub use solver::Batch;
pub use threads::{ScopedThreads, Threads};
pub use worker::Worker;
