//! Agents on a graph of waypoints: which waypoints stand for them and their targets, their searches, and their walk along edges.

mod check;
mod edge_walk;
mod goals;
mod job;
mod openings;
mod search;
mod start;

pub(super) use check::WaypointCheck;
pub(super) use edge_walk::{EdgeWalk, walk_on};
pub(super) use job::GraphSearch;
pub(super) use openings::Openings;
