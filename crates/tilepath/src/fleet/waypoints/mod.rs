//! Agents on a graph of waypoints: the waypoints of agents and targets, the searches, and the walks along edges.

mod asking_again;
mod check;
mod edge_walk;
mod goals;
mod job;
mod openings;
mod search;
mod start;
mod turning;

pub(super) use edge_walk::{EdgeWalk, LinkWalk};
pub(super) use job::GraphSearch;
pub(super) use openings::Openings;
