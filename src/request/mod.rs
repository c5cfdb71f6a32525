//! Requests and their answers: targets, profiles, results, events, and paths that agents with the same request share.

mod events;
mod failure;
mod fleet_agent;
mod forgotten_plugin;
mod local_path_request;
mod locate;
mod path_on_field;
mod path_request;
mod path_result;
mod pricing;
mod profiles;
mod request_template;
#[cfg(feature = "serialize")]
mod serialize;
mod target;
#[cfg(feature = "serialize")]
mod target_list;

pub use events::{
    AgentStuck, GoalEntered, GoalReached, LinkEntered, LinkFinished, ObstacleAhead, PathFailed, PathFound,
    PathReplanned,
};
pub(crate) use events::{EventQueue, send_events};
pub use failure::FailureReason;
pub(crate) use fleet_agent::FleetAgent;
pub use local_path_request::{LocalPathRequest, LocalPathResult};
pub(crate) use locate::Locator;
pub(crate) use path_on_field::PathOnField;
pub use path_request::PathRequest;
pub(crate) use path_result::{FoundPath, OwnPath, PathOverWaypoints};
pub use path_result::{PathResult, PathStatus};
pub(crate) use pricing::profile_of;
pub use profiles::{CostProfiles, ProfileId};
pub use request_template::{PathRequestTemplate, PathTargetTemplate};
pub use target::PathTarget;
