//! The state of agents in saves, and its hash.

mod check;
mod fleet;
mod hash;
mod save;
mod world;

pub use save::{LoadError, SaveError};
