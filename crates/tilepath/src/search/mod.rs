//! The search engine: best-first search over anything that has [`Neighbours`](crate::Neighbours).

mod astar;
mod node_pool;
mod open_list;
mod visitor;

pub use astar::{NodeRoute, Search, SearchStatus, Unreached};
pub use visitor::{Expansion, Recorder, Visitor};
