//! Maps made from a seed.

mod caves;
mod generator;
mod hills;
mod maze;
mod rooms;

pub use generator::{Generated, Generator, act, generate};
