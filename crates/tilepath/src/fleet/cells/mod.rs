//! The walk over cells: every agent walks from cell to cell, and asks the source of its path for the next cell.

mod disturbance;
mod exit;
mod ground;
mod next_cells;
mod pace;
mod progress;
mod source;
mod step;
mod turn;
mod walk;
mod walker;
mod way_out;

pub(super) use disturbance::{Disturbance, SeenMap};
pub(super) use ground::WalkGround;
pub use next_cells::{NextCell, NextCells};
pub use pace::Pace;
pub use progress::Progress;
pub(super) use source::ReadableField;
pub(super) use source::is_far;
pub use step::{CellStep, StepState};
pub(super) use turn::{TurnCause, UTurn};
pub(super) use walker::{CellWalker, WalkOutcome, WalkRequest};
pub use way_out::WayOut;
