//! Ids that are unique, except for copies.

use core::sync::atomic::{AtomicU64, Ordering};

/// An id that nothing else has, except copies of its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UniqueId(u64);

impl UniqueId {
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    #[inline]
    pub(crate) const fn get(self) -> u64 {
        self.0
    }
}

impl Default for UniqueId {
    fn default() -> Self {
        Self::next()
    }
}
