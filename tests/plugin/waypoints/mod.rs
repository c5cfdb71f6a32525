//! Waypoint graphs, and agents on them.

mod bad_input;
mod in_step;
mod random;
mod replans;
mod requests;
pub mod site;
mod tiles;
mod walk;
