//! The update of a fleet: its three phases, requests, and agents that come and go.

mod ask;
mod carry;
mod crowd_walk;
mod phases;
mod replan;
mod search;
mod steer;

pub use crowd_walk::CrowdWalks;
pub use phases::{Answered, Begun, GameBodies};
