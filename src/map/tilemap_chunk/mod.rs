//! Bevy's own tilemap chunks: which of them make up the map, and how their tiles become terrain.

mod chunk;
mod layout;
mod sync;
mod tiles;
mod watch;

pub(super) use chunk::{Missing, PARTS};
pub(super) use sync::add_systems;
