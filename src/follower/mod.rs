//! The components of agents that walk.

mod crowd_agent;
mod nav_obstacles;
mod path_follower;
mod path_steering;

pub use crowd_agent::CrowdAgent;
pub(crate) use nav_obstacles::rest_of;
pub use nav_obstacles::{NavObstacles, ObstacleOnPath};
pub use path_follower::PathFollower;
pub(crate) use path_follower::warn_of_speeds;
pub use path_steering::PathSteering;
