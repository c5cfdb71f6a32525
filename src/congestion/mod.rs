//! `Congestion`: crowds become danger that fades, so that agents spread over several ways.

mod crowd_danger;
mod patches;
#[cfg(feature = "serialize")]
mod saved;
mod settings;
mod spread;
mod standing_danger;

pub(crate) use crowd_danger::CrowdDanger;
#[cfg(feature = "serialize")]
pub(crate) use saved::{SavedCrowds, SavedStanding};
pub use settings::Congestion;
pub(crate) use spread::spread_congestion;
pub(crate) use standing_danger::StandingDanger;
