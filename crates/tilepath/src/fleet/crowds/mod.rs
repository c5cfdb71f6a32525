//! Agents that walk in crowds: how they join and leave, what leads them to their goals, and where their crowds move
//! them.

#[cfg(feature = "serde")]
mod check;
mod crossing;
mod crowd_move;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod crowds;
mod guide;
mod jammed;
mod layer;
mod legs;
mod member;
mod membership;
mod reading;
mod run;
mod standing;
mod sync;
mod write;

pub use crowd_move::CrowdMove;
pub(super) use crowds::{Crowds, SeenPlaces};
pub(super) use layer::CrowdLayer;
pub(super) use reading::Reading;
pub(super) use run::Run;
pub(super) use sync::{Changed, CrowdSync};
pub(super) use write::CrowdWriter;
