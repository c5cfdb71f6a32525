//! Entities with a number that a state which came back does not know.

use super::part::{Part, Parts};
use crate::nav_id::{NavId, NumberedEntity, number_again};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;

/// Makes the numbers of entities those of a state that has come back. Call it when [`LastNavId`](crate::nav_id::LastNavId) is that of this
/// state.
///
/// An entity that has no component of the plugin had no number then, for example because it became a target later: it loses its number. Other
/// entities that the state does not know came later, or should have been despawned. They get the next numbers, in the order of the numbers that
/// they had, so that no entity to come gets one of theirs.
pub(crate) fn renumber_strangers(world: &mut World, knows: impl Fn(NavId) -> bool) {
    let mut all = world.query_filtered::<(&NavId, Entity), Allow<Disabled>>();
    let all = all.iter(world).map(|(&id, entity)| (id, entity));
    let mut strangers: Vec<NumberedEntity> = all.filter(|&(id, _)| !knows(id)).collect();
    if strangers.is_empty() {
        return;
    }
    strangers.sort_unstable();
    let parts = world.get_resource::<Parts>().cloned().unwrap_or_default();
    strangers.retain(|&(_, entity)| {
        let Ok(mut stranger) = world.get_entity_mut(entity) else { return false };
        let needs_number = parts.0.iter().any(|Part { is_on, .. }| is_on((&stranger).into()));
        if !needs_number {
            stranger.remove::<NavId>();
        }
        needs_number
    });
    number_again(world, &strangers);
}
