//! Replaces a kind of tilemap whose feature is off, if the feature of another kind is on.

#[cfg(feature = "serialize")]
mod saved;
mod systems;

#[cfg(feature = "serialize")]
pub(super) use saved::{load_tiles, saved_tiles};
pub(super) use systems::{Missing, PARTS, add_systems};
