//! The search engine: best-first search over anything that has [`Neighbours`](crate::Neighbours).

mod astar;
mod bucket_queue;
mod jump_lists;
mod jump_memory;
mod jump_point;
mod lower_bound;
mod node_pool;
mod open_list;
mod pruning;
mod rule;
mod visitor;

pub use astar::{NodePath, Search, SearchError, SearchStatus};
pub(crate) use bucket_queue::BucketQueue;
pub(crate) use jump_point::JumpSpace;
pub(crate) use lower_bound::LowerBound;
pub(crate) use pruning::{Around, Pruning};
pub(crate) use rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule};
pub use visitor::{Expansion, Recorder, Visitor};
