//! Names after loading: every entity has another number.

use super::rename::Rename;
use bevy::prelude::*;

impl Rename {
    /// The names after loading: pairs of a saved entity and the entity that stands for it. Any other saved entity is gone.
    pub(crate) fn after_loading(entities: impl Iterator<Item = (Entity, Entity)>) -> Self {
        Self { others: entities.collect(), unknown: Some(Entity::PLACEHOLDER), ..Self::default() }
    }
}
