//! The game that the examples of this package have in common: viruses walk from every spawn to the base, on the map of another crate.

#![forbid(unsafe_code)]

mod game;
mod run;

/// Parts of the examples of `bevy_tilepath`.
#[path = "../../examples/shared"]
mod shared {
    pub mod display;
    pub mod screenshot;
}

pub use game::{Base, Spawn};
pub use run::{Args, run};
