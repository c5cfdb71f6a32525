//! Crowds: agents that take up cells and give way to each other.

mod agent;
mod answer;
mod around;
mod ask;
mod bodies;
mod cell_changes;
mod chain;
#[cfg(feature = "serde")]
mod check;
mod clearing;
mod commit;
mod corner;
mod corridor;
mod covering;
mod dead_end;
mod decide;
mod edge_stops;
mod environment;
mod find_stuck;
mod flood;
mod ground;
mod groups;
mod homing;
mod jams;
mod looking;
mod members;
mod narrow;
mod occupancy;
mod own_path;
mod pace;
mod passage;
mod patience;
mod placing;
mod priority;
mod progress;
mod push;
mod queueing;
mod resting;
mod rules;
mod seeking;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "serde")]
mod sparse;
mod stuck_reason;
mod sync;
#[cfg(test)]
mod tests;
mod token;
mod turn;
mod work;

pub(crate) use agent::MemberId;
pub(crate) use answer::CrowdAnswer;
#[cfg(feature = "serde")]
pub(crate) use check::MOST_PLACES;
pub(crate) use environment::CrowdEnvironment;
pub use jams::JamPart;
pub(crate) use members::Crowd;
pub(crate) use own_path::OwnPathCosts;
pub use rules::{CrowdRules, InvalidCrowdRule};
pub use stuck_reason::StuckReason;
