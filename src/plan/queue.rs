//! The queue of requests over tiles.

use bevy::prelude::*;

/// The requests over tiles that wait for an answer. The fleet keeps those over waypoints.
#[derive(Resource, Default, Deref, DerefMut)]
pub(crate) struct RequestQueue(tilepath::fleet::RequestQueue<Entity>);
