//! The clock by which a batch measures its searches.

use core::time::Duration;

/// A function that returns the time since a fixed moment, for [`Batch::with_clock`](crate::batch::Batch::with_clock). The crate
/// itself has no clock, because some platforms have none.
pub type Clock = fn() -> Duration;
