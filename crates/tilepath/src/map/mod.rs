//! A map that a game edits while agents cross it: terrain, obstacles and danger, and what is kept ready for searches.

mod bodies;
mod bounds;
mod cost_split;
mod edit;
mod edited_rects;
mod edits;
mod exit;
mod input;
mod link_edits;
mod link_reach;
mod nav_map;
mod nearest_free;
mod piles;
mod preparation;
mod prepare;
mod snapshot;
#[cfg(feature = "serde")]
mod state;
mod without_obstacles;

pub use cost_split::CostSplit;
pub use edits::MapEdits;
pub use input::{MapEdit, MapInput};
pub(crate) use link_reach::{Along, RegionLabels, close_over};
pub use nav_map::NavMap;
pub use snapshot::MapSnapshot;
#[cfg(feature = "serde")]
pub(crate) use state::MapData;
pub use without_obstacles::MapWithoutObstacles;
pub(crate) use without_obstacles::UncoveredCells;
