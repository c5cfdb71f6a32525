//! Replaces a kind of tilemap whose feature is off, if the feature of another kind is on.

use bevy::ecs::schedule::{InternedScheduleLabel, SystemSet};
use bevy::prelude::*;

/// No entity is such a tilemap: to every one a component of it is missing.
pub(super) type Missing = ();

/// What such a tilemap consists of.
pub(super) const PARTS: &[&str] = &[];

/// Adds nothing.
pub(super) fn add_systems(_: &mut App, _: InternedScheduleLabel, _: impl SystemSet) {}
