//! No systems.

use bevy::ecs::schedule::{InternedScheduleLabel, SystemSet};
use bevy::prelude::*;

/// No entity is such a tilemap: to every one a component of it is missing.
pub(in crate::map) type Missing = ();

/// What such a tilemap consists of.
pub(in crate::map) const PARTS: &[&str] = &[];

/// Adds nothing.
pub(in crate::map) fn add_systems(_: &mut App, _: InternedScheduleLabel, _: impl SystemSet) {}
