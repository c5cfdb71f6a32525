//! Maps of hexagons, on which only entrants that know hexagons can be asked.

mod board;
mod flat;
mod hexx_crate;
mod run;

pub use run::run;
