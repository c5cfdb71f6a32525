//! The other work of a game between two queries: it pushes everything out of the processor's caches.

use std::hint::black_box;

/// The bytes that are read and written before each query: more than the caches of a core hold, and less than many a game touches in a frame.
const BYTES: usize = 8 << 20;
/// The words of a cache line.
const LINE: usize = 8;

/// Data of no use.
pub struct OtherWork(Vec<u64>);

impl Default for OtherWork {
    fn default() -> Self {
        Self((0..BYTES as u64 / 8).collect())
    }
}

impl OtherWork {
    /// Reads and writes all of it, once for each cache line.
    pub fn run(&mut self) {
        let mut sum = 0_u64;
        for word in self.0.iter_mut().step_by(LINE) {
            *word = word.wrapping_add(sum);
            sum ^= *word;
        }
        black_box(sum);
    }
}
