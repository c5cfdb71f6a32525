//! A state to which a value can go back.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// A state to which a value can go back, until the value goes back to an earlier state.
#[derive(Clone, Debug)]
pub(crate) struct Mark(Arc<AtomicBool>);

impl Mark {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }

    /// Whether both are the same mark.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether the value can still go back to this mark.
    pub(super) fn is_valid(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Notes that the value can't go back to this mark any more.
    pub(super) fn end(&self) {
        self.0.store(false, Relaxed);
    }

    /// Whether nothing but the value itself knows this mark.
    pub(super) fn is_forgotten(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}
