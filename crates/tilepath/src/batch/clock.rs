//! The clock by which a batch measures its searches.

use core::time::Duration;

/// Returns the time since a fixed moment. The crate itself reads no clock, because not every platform has one.
pub type Clock = fn() -> Duration;
