//! `Congestion`: crowds become danger that fades, so that agents spread over several ways.

mod danger;
mod settings;
mod spread;

pub(crate) use danger::{CrowdedPatches, StandingAgents};
pub use settings::Congestion;
pub(crate) use spread::spread_congestion;
