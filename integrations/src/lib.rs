//! The game that the examples of this package have in common: viruses walk from every spawn to the base, on the map of another crate.

#![forbid(unsafe_code)]

mod game;
mod run;

pub use game::{Base, Spawn};
pub use run::{Args, run};
