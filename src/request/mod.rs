//! Requests and their answers: targets, profiles, results, events, and what agents with the same request share.

mod events;
mod failure;
mod forgotten_plugin;
mod locate;
mod names;
mod on_field;
mod own_obstacles;
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

pub use events::{AgentStuck, GoalReached, PathFailed, PathFound, PathReplanned};
pub(crate) use events::{EventQueue, send_events};
pub use failure::FailureReason;
pub(crate) use locate::Locator;
pub(crate) use names::Names;
pub(crate) use on_field::{OnField, PathOnField};
pub(crate) use own_obstacles::{OwnObstacles, note_own_obstacles};
pub use path_request::PathRequest;
pub(crate) use path_result::{FoundPath, OwnPath, PathOverWaypoints};
pub use path_result::{PathResult, PathStatus};
pub(crate) use pricing::profile_of;
pub use profiles::{CostProfiles, ProfileId};
pub use request_template::{PathRequestTemplate, PathTargetTemplate};
pub use target::PathTarget;
