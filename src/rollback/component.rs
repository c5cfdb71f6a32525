//! Components in snapshots.

use super::{
    part::{Kept, Part},
    rename::Rename,
};
use crate::nav_id::NavId;
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// A component that decides the future.
pub(crate) trait KeptComponent: Component + Clone + PartialEq {
    /// Replaces the entities of the snapshot by the present ones.
    fn rename(&mut self, _: &mut Rename) {}
}

/// The part of a snapshot that is this component of all entities with a [`NavId`].
pub(crate) const fn component<C: KeptComponent>() -> Part {
    Part { keep: keep::<C>, go_back: go_back::<C> }
}

fn keep<C: KeptComponent>(world: &mut World) -> Kept {
    let mut all = world.query_filtered::<(&NavId, &C), Allow<Disabled>>();
    let kept: Vec<(NavId, C)> = all.iter(world).map(|(&id, component)| (id, component.clone())).collect();
    Box::new(kept)
}

/// Inserts, replaces and removes the component where the entity has another one than in the snapshot. Entities that the snapshot does not know
/// keep theirs.
fn go_back<C: KeptComponent>(world: &mut World, kept: &Kept, entities: &mut Rename) {
    let Some(kept) = kept.downcast_ref::<Vec<(NavId, C)>>() else { return };
    let then: HashMap<NavId, &C> = kept.iter().map(|(id, component)| (*id, component)).collect();
    let mut all = world.query_filtered::<(Entity, &NavId, Option<&C>), Allow<Disabled>>();
    let mut differing: Vec<(Entity, Option<C>)> = Vec::new();
    for (entity, id, now) in all.iter(world) {
        if !entities.knows(*id) {
            continue;
        }
        let then = then.get(id).map(|&then| {
            let mut then = then.clone();
            then.rename(entities);
            then
        });
        if then.as_ref() != now {
            differing.push((entity, then));
        }
    }
    for (entity, then) in differing {
        let Ok(mut entity) = world.get_entity_mut(entity) else { continue };
        match then {
            Some(then) => _ = entity.insert(then),
            None => _ = entity.remove::<C>(),
        }
    }
}
