//! The state of agents in saves, and its hash.

mod check;
mod decode;
mod fleet;
mod format;
mod ground;
mod hash;
mod save;
mod world;

pub use format::{LoadError, SaveError, SaveFormat};
pub use ground::SavedGround;
pub(super) use hash::hash_of;
pub(super) use save::save_of;
pub(super) use world::WorldData;
