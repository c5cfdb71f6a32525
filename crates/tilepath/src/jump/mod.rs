//! Searches over a cost field: from cell to cell, by jumps, and on hexagons by the length of the detour.

mod detour_lines;
mod detour_search;
mod engine_choice;
mod expander;
mod field_engine;
mod field_search;
mod foot_bound;
mod goal_group;
mod goal_set;
mod goal_sight;
mod jump_search;
mod known_leaps;
mod leap;
mod leap_table;
mod link_bound;
mod lower_bound;
mod node;
mod octagon;
mod octile;
mod path_writer;
mod scan;
mod space;
mod step_search;

pub use engine_choice::{Engine, EngineChoice, EngineReason};
pub(crate) use engine_choice::{SearchConditions, has_two_engines, prefers_jumps, prefers_jumps_so_far};
pub(crate) use field_search::FieldSearch;
pub(crate) use goal_set::GoalSet;
pub(crate) use lower_bound::LowerBound;
#[cfg(feature = "trace")]
pub(crate) use path_writer::PathWriter;
pub(crate) use space::FieldSpace;
