//! `targets`: measures every figure that must be reached, and says on which map it is worst.

mod asks;
mod bound;
mod engines;
mod fields;
mod footprint;
mod lab;
mod loading;
mod placement;
mod reading;
mod run;
mod size;
mod speed;
mod target;

pub use run::run;
