//! Agents that walk: its public component, and the step from cell to cell that it is on.

mod path_follower;
mod step;

pub use path_follower::PathFollower;
pub(crate) use step::{Step, StepState};
