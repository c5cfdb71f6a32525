//! Components in snapshots.

use super::{
    pages::{PageWriter, Pages},
    part::{Kept, Last, Part},
    rename::Rename,
};
use crate::nav_id::NavId;
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// A component that decides the future.
pub(crate) trait KeptComponent: Component + Clone + PartialEq {
    /// Whether change detection sees everything that the plugin writes into it.
    const IS_WATCHED: bool = true;

    /// Replaces the entities of the snapshot by the present ones.
    fn rename(&mut self, _: &mut Rename) {}
}

/// The part of a snapshot that is this component of all entities with a [`NavId`].
pub(crate) const fn component<C: KeptComponent>() -> Part {
    Part {
        keep: keep::<C>,
        check: |_, _| Ok(()),
        go_back: go_back::<C>,
        is_on: |entity| entity.contains::<C>(),
    }
}

fn keep<C: KeptComponent>(world: &mut World, last: Option<Last>) -> Kept {
    let now = world.change_tick();
    let last = last.filter(|_| C::IS_WATCHED).and_then(|last| Some((last.kept.downcast_ref()?, last.tick)));
    let mut pages = PageWriter::<C>::new(last.map(|(pages, _)| pages));
    let mut all = world.query_filtered::<(&NavId, Ref<C>), Allow<Disabled>>();
    for (&id, component) in all.iter(world) {
        let changed = last.is_none_or(|(_, tick)| component.last_changed().is_newer_than(tick, now));
        pages.push(id, &component, changed);
    }
    Box::new(pages.finish())
}

/// Inserts, replaces and removes the component where the entity has another one than in the snapshot. Entities that the snapshot does not know
/// keep theirs.
fn go_back<C: KeptComponent>(world: &mut World, kept: &Kept, entities: &mut Rename) {
    let Some(kept) = kept.downcast_ref::<Pages<C>>() else { return };
    let mut then = ByNumber { kept, next: 0, by_number: None };
    let mut differing: Vec<(Entity, Option<C>)> = Vec::new();
    let mut found = 0;
    let mut all = world.query_filtered::<(Entity, &NavId, &C), Allow<Disabled>>();
    for (entity, id, now) in all.iter(world) {
        let Some(then) = then.find(*id) else {
            differing.extend(entities.knows(*id).then_some((entity, None)));
            continue;
        };
        found += 1;
        if !entities.is_empty() {
            let then = renamed(then, entities);
            differing.extend((then != *now).then_some((entity, Some(then))));
        } else if then != now {
            differing.push((entity, Some(then.clone())));
        }
    }
    if found < kept.len() {
        let mut without = world.query_filtered::<(Entity, &NavId), (Without<C>, Allow<Disabled>)>();
        for (entity, id) in without.iter(world) {
            differing.extend(then.find(*id).map(|then| (entity, Some(renamed(then, entities)))));
        }
    }
    for (entity, then) in differing {
        let Ok(mut entity) = world.get_entity_mut(entity) else { continue };
        match then {
            Some(then) => insert_without_place(&mut entity, then),
            None => _ = entity.remove::<C>(),
        }
    }
}

/// Inserts a component. If it requires a `Transform` and the entity has none, the entity gets none: a game takes it from a unit that is
/// inside a building.
pub(crate) fn insert_without_place<C: Component>(entity: &mut EntityWorldMut, component: C) {
    let (had_place, was_placed) = (entity.contains::<Transform>(), entity.contains::<GlobalTransform>());
    entity.insert(component);
    if !had_place && entity.contains::<Transform>() {
        entity.remove::<Transform>();
        if !was_placed {
            entity.remove::<GlobalTransform>();
        }
    }
}

/// The component of a snapshot with the present entities.
fn renamed<C: KeptComponent>(then: &C, entities: &mut Rename) -> C {
    let mut then = then.clone();
    then.rename(entities);
    then
}

/// The components of a snapshot by the numbers of their entities.
struct ByNumber<'a, C> {
    kept: &'a Pages<C>,
    /// The component that is expected next: mostly, queries find entities in the order in which they found them for the snapshot.
    next: usize,
    /// Made for the first entity that comes in another order.
    by_number: Option<HashMap<NavId, &'a C>>,
}

impl<'a, C> ByNumber<'a, C> {
    fn find(&mut self, id: NavId) -> Option<&'a C> {
        if let Some((expected, component)) = self.kept.get(self.next)
            && *expected == id
        {
            self.next += 1;
            return Some(component);
        }
        let all = || self.kept.iter().map(|(id, component)| (*id, component)).collect();
        self.by_number.get_or_insert_with(all).get(&id).copied()
    }
}
