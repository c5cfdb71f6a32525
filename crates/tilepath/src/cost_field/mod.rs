//! Cost fields: the weight of every cell to one kind of agent, and how far searches may run straight on.

mod bit_lines;
mod block_clock;
mod block_set;
mod field;
pub(crate) mod labels;
mod neighbour_weights;
mod pruning;
mod sweep_lines;
mod update;

pub(crate) use block_clock::{BlockClock, BlockRect};
pub(crate) use block_set::BlockSet;
pub(crate) use field::CostField;
pub(crate) use neighbour_weights::NeighbourWeights;
