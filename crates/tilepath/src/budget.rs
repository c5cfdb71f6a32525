//! Budgets: how much work a call may do before it stops. A later call continues.

use core::task::Poll;

/// How much work a call may do. Everything that can stop halfway and go on later takes a budget, and obeys one protocol:
///
/// - The call subtracts its work from the budget. Pass the rest to the next call, to share one budget among several.
/// - [`Poll::Ready`] holds the result: the work is done.
/// - [`Poll::Pending`] means that the budget is used up. Call again with another budget, for example in the next frame.
///
/// The unit is one expansion in a search, and one cell in everything that goes over a map. Other work counts as the number of
/// units that take about the same time: so where a [`Batch`](crate::batch::Batch) searches by jumps, an expansion counts as four, plus one for every full 256
/// cells along the side of a square map of as many cells. Work is counted and not timed, so equal budgets give equal answers in equal calls on every machine.
///
/// ```
/// use tilepath::{Budget, CostProfile, Grid, NavMap, Topology};
/// let mut map = NavMap::new(Grid::new([600, 600].into(), 1)?, Topology::default());
/// let profile = CostProfile::default();
/// let mut frames = 1;
/// while map.prepare_some(&profile, &mut Budget::new(50_000)).is_pending() {
///     frames += 1; // ... the rest of the frame
/// }
/// assert!(map.is_prepared(&profile) && frames <= 9);
/// # Ok::<(), tilepath::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of this number of units.
    #[must_use]
    pub const fn new(units: u64) -> Self {
        Self { left: units }
    }

    /// A budget that is enough for everything.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self::new(u64::MAX)
    }

    /// The number of units that are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Returns whether no unit is left.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Subtracts work that was done. If the work exceeds the budget, 0 is left.
    pub(crate) fn spend(&mut self, units: impl TryInto<u64>) {
        self.left = self.left.saturating_sub(units.try_into().unwrap_or(u64::MAX));
    }

    /// What is left, for a loop that counts in `u32`.
    pub(crate) fn slice(&self) -> u32 {
        self.left.try_into().unwrap_or(u32::MAX)
    }

    /// Does all of a sliced work in one call.
    pub(crate) fn finish<T>(mut go_on: impl FnMut(&mut Self) -> Poll<T>) -> T {
        loop {
            if let Poll::Ready(done) = go_on(&mut Self::unlimited()) {
                return done;
            }
        }
    }
}
