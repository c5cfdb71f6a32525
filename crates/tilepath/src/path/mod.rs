//! Paths across a grid: what can be asked, how the search works, and what is found.

mod along;
mod closest_cell;
mod connected;
mod contact;
mod error;
mod find;
mod found_path;
mod goal_cells;
#[cfg(feature = "serde")]
mod goal_list;
mod greedy;
mod map_view;
mod options;
mod own_cells;
mod path_search;
mod query;
mod sample_searches;
mod served_by;
mod sight;
#[cfg(feature = "serde")]
mod unbounded;
mod warm_up;

pub(crate) use contact::Contact;
pub use error::PathError;
pub use found_path::Path;
pub use options::PathOptions;
pub(crate) use path_search::PathSearch;
pub use query::PathQuery;
pub use sample_searches::SampleSearches;
pub(crate) use warm_up::{SLICE, setup_of};
