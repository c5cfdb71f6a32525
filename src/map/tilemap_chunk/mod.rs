//! Bevy's own tilemap chunks: which of them make up the map, and how their tiles become terrain.

mod chunk;
#[cfg(feature = "serialize")]
mod saved;
mod sync;
mod tiles;
mod watch;

pub(super) use chunk::{Missing, PARTS};
#[cfg(feature = "serialize")]
pub(super) use saved::{load_tiles, saved_tiles};
pub(super) use sync::add_systems;
