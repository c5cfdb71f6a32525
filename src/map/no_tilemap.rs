//! Replaces the tilemaps if the features `tilemap` and `tilemap_chunk` are off: the user provides the grid.

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Adds nothing.
pub(crate) const fn add_tile_systems(_: &mut App, _: InternedScheduleLabel) {}
