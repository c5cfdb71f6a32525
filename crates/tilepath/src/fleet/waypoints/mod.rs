//! Agents on a graph of waypoints: the waypoints of agents and targets, the searches, and the walks along edges.

mod asking_again;
mod check;
mod goals;
mod link_walk;
mod search;
mod start;
mod turning;
mod walk;
