//! Cost fields: the weight of every cell to one kind of agent, and how far searches may run straight on.

mod bit_lines;
mod bit_words;
mod block_clock;
mod block_set;
mod build;
mod cells;
mod crossings;
mod engine_trial;
mod field;
mod field_build;
mod field_links;
mod free_words;
mod hex_runs;
mod hex_successors;
mod hex_window;
mod jump_point_count;
pub(crate) mod labels;
mod link_table;
mod mixed_successors;
mod neighbour_weights;
mod pruning;
mod recent_successors;
mod row_words;
#[cfg(feature = "serde")]
mod state;
mod step_cell;
mod step_ground;
mod update;
mod wall_lines;

pub(crate) use block_clock::{BlockClock, BlockRect};
pub(crate) use block_set::BlockSet;
pub(crate) use crossings::Crossing;
pub(crate) use engine_trial::{EngineCounts, EngineTrial, Sample, SampleCounts};
pub(crate) use field::CostField;
pub(crate) use field_build::CostFieldBuild;
pub(crate) use hex_window::HexWindow;
pub(crate) use link_table::{LinkTable, smaller};
pub(crate) use neighbour_weights::NeighbourWeights;
#[cfg(feature = "serde")]
pub(crate) use state::{CostFieldProgress, PruningData};
pub(crate) use step_ground::StepGround;
#[cfg(test)]
pub(crate) use update::tests::assert_same;
pub(crate) use wall_lines::WallLine;
