//! How agents become danger, so that others take a way round them.

mod crowd_danger;
mod patches;
#[cfg(feature = "serde")]
mod saved;
mod standing_danger;

pub use crowd_danger::CrowdDanger;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use saved::{SavedCrowds, SavedStanding};
pub use standing_danger::StandingDanger;
