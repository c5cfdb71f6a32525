//! Fleets: agents with requests. The requests are answered in the order of a queue, and the agents walk along their
//! paths.

mod agent_id;
mod agents;
mod crowds;
#[doc(hidden)]
pub mod engine;
mod fields;
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod fleet;
mod input;
mod recording;
mod requests;
mod settings;
mod snapshot;
#[cfg(feature = "serde")]
mod state;
mod stats;
mod tiles;
mod update;
mod walking;
mod waypoints;
mod work;
mod world;

pub use agent_id::AgentId;
pub use agents::{
    Agent, AgentPath, AnswerRecord, AnswerStatus, CellPath, GroundKind, Grounds, Moment, PlanCause, Steering,
    WaypointPath,
};
pub use fields::{FieldLimits, SharedPath};
pub use fleet::Fleet;
pub use input::{BodyChanges, BodyChangesOfWalk, FleetInput, SeenBody};
#[cfg(feature = "serde")]
pub use recording::{
    Difference, Differs, Frame, Input, InputDifference, Mismatch, Recording, Replay, StateDifference, Step,
    Stopped, Subject,
};
pub use requests::{Failure, FleetEvent, Request, Target};
pub use settings::FleetSettings;
pub use snapshot::Snapshot;
#[cfg(feature = "serde")]
pub use state::{LoadError, SaveError, SaveFormat};
pub use stats::FleetStats;
pub use walking::{CellStep, Pace, Progress, StepState};
pub use world::FleetWorld;
