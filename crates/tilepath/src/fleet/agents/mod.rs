//! All agents: what is known of each, and what they walk on.

mod agent;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod agents;
mod answer;
mod answer_check;
mod circles;
mod grounds;
mod index_set;
mod own_obstacles;
mod place;
mod plan;
mod record;
mod request_change;
mod steering;
mod walks;

pub use agent::Agent;
pub(super) use agents::{AgentSlots, Agents};
pub use answer::{AgentPath, AnswerStatus, CellPath, WaypointPath};
pub(super) use answer_check::{AnswerCheck, needs_answer};
pub(super) use circles::Circles;
pub use grounds::Grounds;
pub(super) use index_set::IndexSet;
pub(super) use place::{Goals, goals_by};
pub use place::{GroundKind, Place};
pub(super) use plan::Plan;
pub use record::{AnswerRecord, Moment, PlanCause};
pub(super) use request_change::{RequestChange, rename};
pub use steering::Steering;
pub(super) use steering::{SteeredBodies, SteeredBody, SteeringWork};
pub(super) use walks::{PathTrack, Walks};
