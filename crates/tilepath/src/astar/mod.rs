//! A* over anything that has neighbours.

mod algorithm;
pub mod neighbours;
mod node_pool;
mod open_list;
mod search_state;
mod visitor;

pub(crate) use algorithm::{AStar, SearchStatus};
pub use neighbours::{Neighbours, NodeId};
pub(crate) use node_pool::{Labelling, NodePool};
pub(crate) use search_state::SearchState;
pub use visitor::{Expansion, Generation, Recorder, Visitor};
