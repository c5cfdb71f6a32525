//! Jump point search over a cost field.

mod detour_lines;
mod detour_search;
mod engine;
mod expander;
mod goal_group;
mod goal_set;
mod goal_sight;
mod known_leaps;
mod leap;
mod leap_table;
mod lower_bound;
mod node;
mod octagon;
mod octile;
mod path_writer;
mod scan;
mod search;
mod space;
mod step_queue;
mod step_search;

#[cfg(feature = "engines")]
pub use engine::Engine;
pub(crate) use goal_set::GoalSet;
pub(crate) use lower_bound::LowerBound;
#[cfg(feature = "trace")]
pub(crate) use path_writer::PathWriter;
pub(crate) use search::JumpSearch;
pub(crate) use space::JumpSpace;
