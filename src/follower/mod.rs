//! Agents that walk: its public component, and the step from cell to cell that it is on.

mod crowd_agent;
mod path_follower;
mod step;

pub use crowd_agent::CrowdAgent;
pub(crate) use crowd_agent::{CrowdMember, ReachedGoals};
pub use path_follower::PathFollower;
pub(crate) use path_follower::warn_of_speeds;
pub(crate) use step::Step;
