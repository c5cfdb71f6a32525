//! After loading: every entity has another number, and no older state can come back.

use super::{
    rename::Rename,
    state::{Line, LiveState, PathfindingState, leave},
};
use bevy::prelude::*;

impl Rename {
    /// The names after loading: pairs of a saved entity and the entity that stands for it. Any other saved entity is gone.
    pub(crate) fn after_loading(entities: impl Iterator<Item = (Entity, Entity)>) -> Self {
        Self { others: entities.collect(), unknown: Some(Entity::PLACEHOLDER), ..Self::default() }
    }
}

/// Makes the present state the one that a rollback library saves next, even if the library has put an older one back in this frame.
pub(crate) fn begin_again(world: &mut World) {
    if world.contains_resource::<LiveState>() {
        let state = PathfindingState::default();
        world.insert_resource(LiveState::new(state.slot.clone()));
        world.insert_resource(state);
        leave(world.get_resource_or_init::<Line>().0.drain(..));
    }
}
