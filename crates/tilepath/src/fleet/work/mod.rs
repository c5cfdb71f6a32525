//! Work that goes on from update to update: searches under way, preparations, and what changed on the map.

mod asking;
mod graph_job;
mod map_changes;
mod openings;
mod preparation;
mod tile_job;
mod tile_walk;
mod trace;

pub(super) use asking::Asking;
pub(super) use graph_job::{GraphJob, GraphSearch, SearchAnswer};
pub(super) use map_changes::MapChanges;
pub(super) use openings::Openings;
pub(super) use preparation::Preparation;
pub(super) use tile_job::{MAX_RESTARTS, ParkedJob, Round, TileJob, TileSearch};
pub(super) use tile_walk::TileWalk;
pub use trace::SearchRecord;
pub(super) use trace::SearchRecords;
