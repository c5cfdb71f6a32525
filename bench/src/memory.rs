//! Counting allocator, for bytes per cell and allocations per query.

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes that are allocated now.
pub fn bytes_held() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.wrapping_sub(stats.bytes_deallocated)
}

/// How many allocations and re-allocations `work` makes.
pub fn allocations(work: impl FnOnce()) -> usize {
    let count = || {
        let stats = ALLOCATOR.stats();
        stats.allocations + stats.reallocations
    };
    let before = count();
    work();
    count() - before
}
