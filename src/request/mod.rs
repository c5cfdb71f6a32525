//! Requests and their answers: targets, profiles, results, events, and what agents with the same request share.

mod circles;
mod events;
mod failure;
mod forgotten_plugin;
mod locate;
mod names;
mod own_obstacles;
mod path_request;
mod path_result;
mod planning;
mod pricing;
mod profiles;
mod request_template;
#[cfg(feature = "serialize")]
mod serialize;
mod shared;
mod target;
#[cfg(feature = "serialize")]
mod target_list;

pub(crate) use circles::{Circles, find_circles, note_asker, note_lost_asker};
pub use events::{AgentStuck, GoalReached, PathFailed, PathFound, PathReplanned};
pub(crate) use events::{EventQueue, send_events};
pub use failure::FailureReason;
pub(crate) use locate::{Locator, path_query};
pub(crate) use names::Names;
pub(crate) use own_obstacles::{OwnObstacles, note_own_obstacles};
pub use path_request::PathRequest;
pub(crate) use path_result::{FoundPath, OwnPath, PathOverWaypoints};
pub use path_result::{PathResult, PathStatus};
pub(crate) use planning::Planning;
pub(crate) use pricing::{profile_by_id, profile_of};
pub use profiles::{CostProfiles, ProfileId};
pub use request_template::{PathRequestTemplate, PathTargetTemplate};
pub(crate) use shared::{OnField, PathOnField, RequestGroups, RequestKey, leave_group};
pub use target::PathTarget;
pub(crate) use target::{Goals, cells_of};
