//! Stands in for the tilemaps where the feature `tilemap` is off: the grid then comes from the user alone.

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;

/// There is nothing to add.
pub(crate) const fn add_systems(_: &mut App, _: InternedScheduleLabel) {}
