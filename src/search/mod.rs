//! The searches of a frame: gathered in the order of the queue, solved side by side, delivered in order.

mod context;
mod deliver;
mod gather;
mod preparation;
mod run;
mod trace;
mod turning;

pub(crate) use preparation::Preparation;
pub(crate) use run::{Searches, restart_outdated_search, run_searches};
pub use trace::{SearchTrace, TracedCell, TracedLink};
