//! Fleets: agents with requests. The requests are answered in the order of a queue, and the agents walk along their
//! paths.

mod agent;
mod agent_id;
mod agents;
mod answer;
mod answer_check;
mod ask;
mod bodies;
mod carry;
mod cells;
mod circles;
mod crowds;
mod event;
mod failure;
mod fields;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod fleet;
mod grounds;
mod index_set;
mod key;
mod map_changes;
mod motion;
mod own_obstacles;
mod phases;
mod place;
mod plan;
mod preparation;
mod queue;
mod record;
mod replan;
mod request;
mod request_change;
mod search;
mod setbacks;
mod settings;
mod snapshot;
#[cfg(feature = "serde")]
mod state;
mod stats;
mod steer;
mod steering;
mod target;
mod tiles;
mod trace;
mod walk_clock;
mod walks;
mod waypoints;
mod world;

pub use agent::Agent;
pub use agent_id::AgentId;
pub use answer::{AgentPath, AnswerStatus, CellPath, WaypointPath};
pub use bodies::{Bodies, WalkScratch};
pub use cells::{CellStep, NextCell, NextCells, Pace, Progress, StepState, WayOut};
pub use crowds::{CrowdMove, CrowdWalks};
pub use event::FleetEvent;
pub use failure::{Failure, FailureKind};
pub use fields::{
    FieldId, FieldLimits, FieldsSnapshot, GroupId, ReadyField, RequestGroup, SharedField, SharedFields,
    SharedPath, TargetCells,
};
pub use fleet::Fleet;
pub use grounds::Grounds;
pub use key::RequestKey;
pub use motion::Motion;
pub use phases::{Answered, Begun, GameBodies};
pub use place::{GroundKind, Place};
pub use record::{AnswerRecord, Moment, PlanCause};
pub use request::Request;
pub use settings::FleetSettings;
pub use snapshot::{FleetSnapshot, Snapshot};
#[cfg(feature = "serde")]
pub use state::{LoadError, SaveError, SaveFormat, SavedGround};
pub use stats::FleetStats;
pub use steering::Steering;
pub use target::Target;
pub use tiles::CellWalks;
pub use trace::SearchRecord;
pub use world::FleetWorld;
