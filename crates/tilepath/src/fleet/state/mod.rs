//! The state of agents as saves hold it, and its hash.

mod check;
mod fleet;
mod hash;
mod world;
