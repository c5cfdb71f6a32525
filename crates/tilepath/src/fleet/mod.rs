//! Fleets: agents with requests, which are answered in the order of a queue and walk along their paths.

mod agent;
mod agent_id;
mod agents;
mod answer;
mod ask;
mod cells;
mod event;
mod failure;
mod fields;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod fleet;
mod goals;
mod job;
mod openings;
mod plan;
mod preparation;
mod queue;
mod record;
mod replan;
mod request;
mod search;
mod setbacks;
mod settings;
mod start;
mod stats;
mod target;
mod trace;
mod walk;

pub use agent::Agent;
pub use agent_id::AgentId;
pub use answer::{AnswerStatus, WaypointPath};
pub use cells::{
    CellStep, CellWalker, Disturbance, Edited, NextCell, NextCells, Pace, Progress, ReadableField, SeenMap,
    StepState, UTurn, WalkGround, WalkOutcome, WalkRequest, WayOut,
};
pub use event::FleetEvent;
pub use failure::{Failure, FailureKind};
pub use fields::{
    FieldContext, FieldId, FieldLimits, GroupId, ReadyField, RequestGroup, RequestGroups, SharedField,
    SharedFields, SharedPath, TargetCells,
};
pub use fleet::Fleet;
pub use preparation::Preparation;
pub use queue::{QueueKey, RequestQueue};
pub use record::{AnswerRecord, Moment, PlanCause};
pub use request::Request;
pub use setbacks::{Setbacks, is_beyond};
pub use settings::FleetSettings;
pub use stats::FleetStats;
pub use target::Target;
