//! The state of agents in saves, and its hash.

mod check;
mod fleet;
mod format;
mod hash;
mod save;
mod world;

pub use format::{LoadError, SaveError, SaveFormat};
