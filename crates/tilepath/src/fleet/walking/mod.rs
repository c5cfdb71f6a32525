//! How agents walk: motions in time, the walk over cells, and the place of an agent on its path.

mod bodies;
mod crossing;
mod disturbance;
mod edge_walk;
mod exit;
mod ground;
mod motion;
mod next_cells;
mod pace;
mod progress;
mod setbacks;
mod source;
mod step;
mod turn;
mod walk;
mod walk_clock;
mod walker;
mod watch;
#[cfg(feature = "serde")]
mod watched_replay;
mod way_out;

pub(super) use bodies::SpecialRow;
pub use bodies::{Bodies, WalkScratch};
pub(super) use disturbance::{Disturbance, SeenMap};
pub(super) use edge_walk::EdgeWalk;
pub(super) use ground::WalkGround;
pub use motion::Motion;
pub use next_cells::{NextCell, NextCells};
pub use pace::Pace;
pub use progress::Progress;
pub(super) use setbacks::{NEAR, is_beyond};
pub(super) use source::ReadableField;
pub(super) use source::is_far;
pub use step::{CellStep, StepState};
pub(super) use turn::{TurnCause, UTurn};
pub(super) use walk_clock::WalkClock;
pub(super) use walker::{CellWalker, WalkOutcome, WalkRequest};
pub(super) use watch::{Watched, WatchedBodies, WatchedWalk, bits_of};
#[cfg(feature = "serde")]
pub(super) use watched_replay::ReplayedBodies;
pub use way_out::WayOut;
