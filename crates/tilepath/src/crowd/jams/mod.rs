//! Jams that giving way does not solve: a plan for all agents of a jam, and their walk by it.

mod ahead;
mod cut;
mod find;
mod jam;
mod part;
#[cfg(feature = "serde")]
mod saved;
mod search;
mod walk;

pub(super) use jam::Jam;
pub use part::JamPart;
#[cfg(feature = "serde")]
pub(super) use saved::SavedJam;
