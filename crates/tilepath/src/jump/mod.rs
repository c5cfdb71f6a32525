//! Jump point search over a cost field.

mod expander;
mod known_leaps;
mod leap;
mod leap_table;
mod lower_bound;
mod memory;
mod node;
mod path_writer;
mod scan;
mod search;
mod space;

pub(crate) use lower_bound::LowerBound;
pub(crate) use search::JumpSearch;
pub(crate) use space::JumpSpace;
