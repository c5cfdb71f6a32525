//! What the map is prepared for.

use bevy::prelude::*;

/// What the map is prepared for, and the budget of a frame for landmarks and warm-up searches.
#[derive(Resource, Default, Debug, Deref, DerefMut)]
pub(crate) struct Preparation(tilepath::fleet::Preparation);
