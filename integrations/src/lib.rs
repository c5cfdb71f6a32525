//! What the examples of this package have in common: how they run, and a game in which viruses walk from every spawn to the base.

#![forbid(unsafe_code)]

mod bevy_version;
mod game;
mod run;

pub use game::{Base, Spawn};
pub use run::{Args, play, run};
