//! The other crates, each at its best setting.

pub mod fills;
pub mod grid_pathfinding;
pub mod hierarchical;
mod list;
#[cfg(not(feature = "northstar"))]
mod no_northstar;
#[cfg(feature = "northstar")]
pub mod northstar;
pub mod pathfinding;

pub use list::{REFERENCE, entrants};
