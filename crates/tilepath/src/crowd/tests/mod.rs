//! Tests of the crowd's own steps. What crowds of agents do is tested with fleets.

use super::{Crowd, CrowdEnvironment};

#[cfg(feature = "serde")]
mod altered;
mod bare;
#[cfg(feature = "serde")]
mod march;
mod memory;
mod placing;
#[cfg(feature = "serde")]
mod refused;
#[cfg(feature = "serde")]
mod walk;

impl Crowd {
    /// A whole call.
    fn decide(&mut self, now: u64, guide: &impl CrowdEnvironment) {
        self.begin_call(now, guide);
        self.finish_call(now, guide);
    }
}
