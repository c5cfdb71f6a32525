//! Maps made from a seed.

mod act;
mod caves;
mod generator;
mod hills;
mod maze;
mod rooms;

pub use act::{Generated, act};
pub use generator::{Generator, generate};
