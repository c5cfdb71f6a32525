//! The clock by which agents walk.

use core::time::Duration;

/// The time in which agents walk in this update, in microseconds since the game began.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct WalkClock {
    /// The end of the last update.
    pub(in crate::fleet) before: u64,
    /// The end of this update.
    pub(in crate::fleet) now: u64,
    /// The end of the last update whose crowds have walked.
    pub(in crate::fleet) walked: u64,
}

impl WalkClock {
    /// Begins an update that ends at this time.
    pub(in crate::fleet) fn advance(&mut self, time: Duration) {
        self.before = self.now;
        self.now = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(self.before);
    }
}
