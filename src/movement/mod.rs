//! Movement: every agent walks from cell to cell, and asks the source of its path for the next one.

mod disturbance;
mod exit;
mod follow;
mod ground;
mod rows;
mod source;
mod walk;

pub(crate) use follow::follow_paths;
