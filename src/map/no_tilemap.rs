//! Replaces the tilemaps if the feature `tilemap` is off: the user provides the grid.

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// Adds nothing.
pub(crate) const fn add_tilemap_systems(_: &mut App, _: InternedScheduleLabel) {}
