//! Agents that walk in crowds: how they join and leave, what leads them to their goals, and where their crowds move
//! them.

#[cfg(feature = "serde")]
mod check;
mod crowd_move;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod crowds;
mod guide;
mod layer;
mod legs;
mod member;
mod membership;
mod reading;
mod run;
mod standing;
mod sync;
mod walk;
mod write;

pub use crowd_move::CrowdMove;
pub(super) use crowds::Crowds;
pub use walk::CrowdWalks;
