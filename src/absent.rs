//! Public resources that a game has removed.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::ops::Deref;

/// A resource, or its default while there is none.
#[derive(SystemParam)]
pub(crate) struct ResOrDefault<'w, 's, T: Resource + FromWorld> {
    resource: Option<Res<'w, T>>,
    default: Local<'s, T>,
}

impl<T: Resource + FromWorld> Deref for ResOrDefault<'_, '_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.resource.as_deref().unwrap_or(&self.default)
    }
}
