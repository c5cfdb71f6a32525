//! Agents that walk: their motion over time, and a crowd that walks over a map.

mod crowd_guide;
mod crowd_mover;
mod motion;
mod run;
#[cfg(feature = "serde")]
mod serialize;
mod timing;
mod walker;

pub use crowd_guide::CrowdGuide;
pub use crowd_mover::CrowdMover;
pub use motion::{Motion, NEVER};
pub use walker::Walker;
