//! Replaces Bevy's own tilemap chunks if only the feature `tilemap_chunk` is off.

use bevy::ecs::schedule::{InternedScheduleLabel, SystemSet};
use bevy::prelude::*;

/// No entity is such a tilemap.
pub(super) type NoChunk = ();

/// What such a tilemap consists of.
pub(super) const PARTS: &[&str] = &[];

/// Adds nothing.
pub(super) fn add_systems(_: &mut App, _: InternedScheduleLabel, _: impl SystemSet) {}
