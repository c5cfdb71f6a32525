//! The other crates, each at its best setting.

pub mod fills;
pub mod grid_pathfinding;
pub mod hierarchical;
mod list;
#[cfg(not(feature = "bevy"))]
mod no_northstar;
#[cfg(feature = "bevy")]
pub mod northstar;
pub mod pathfinding;

pub use list::{REFERENCE, entrants};
