//! The movement of crowds, as games test it.

pub mod arrangements;
pub mod dodgy_2d;
pub mod keeping;
pub mod measure;
pub mod mover;
mod run;
pub mod through;
pub mod world;

pub use run::run_all;
