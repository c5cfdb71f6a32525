//! The lasting number of an entity.

use crate::names::name_of;
use bevy::ecs::{
    entity::EntityHashSet, entity_disabling::Disabled, lifecycle::HookContext, query::Allow,
    system::SystemParam, world::DeferredWorld,
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// The lasting number of an entity. The plugin breaks ties by this number and edits the map in its order. So the game does not
/// depend on the numbers of entities, which differ between machines, after a rollback, and after loading.
///
/// Every entity that the plugin knows has this component: agents, the entities that are targets of requests or of links, obstacles, danger
/// sources, waypoints and tilemaps. The plugin inserts it. Numbers are given in the order in which the entities get their first
/// component of the plugin, and are never used again. If an earlier state comes back, by [rollback](crate::guide::servers#rollback) or by
/// loading, the numbers of that state count again: entities that the state does not know get the numbers after them, or lose theirs if they
/// have no component of the plugin.
///
/// A game may save the number, and insert it again with the other components of the entity. If another entity has the number, for
/// example because a saved scene is spawned twice, the entity gets a new number, and the log names both entities once.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[component(clone_behavior = Ignore, on_insert = number, on_remove = forget)]
pub struct NavId(pub(crate) u64);

impl NavId {
    /// The number. 0 if the entity has none yet, because the app has no [`PathfindingPlugin`](crate::PathfindingPlugin).
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// The ids of entities. A list of entities that is sorted by `NavIds::of` is in the same order on every machine.
#[derive(SystemParam)]
pub(crate) struct NavIds<'w, 's>(Query<'w, 's, &'static NavId, Allow<Disabled>>);

impl NavIds<'_, '_> {
    /// The id of an entity, and the entity. An entity that the plugin does not know has the id 0.
    pub(crate) fn of(&self, entity: Entity) -> NumberedEntity {
        (self.0.get(entity).copied().unwrap_or_default(), entity)
    }
}

/// An entity after its id, so that it is ordered by its id.
pub(crate) type NumberedEntity = (NavId, Entity);

/// The last number that was given.
#[derive(Resource, Clone, Copy, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LastNavId(pub(crate) u64);

/// Which entity has which number, so that no two have the same. It is not part of snapshots: it follows the entities that exist now.
#[derive(Resource, Default)]
struct Numbered {
    entities: HashMap<NavId, Entity>,
    /// Whether the log says that two entities had the same number, and that entities got other numbers when a state came back.
    logged: bool,
    logged_again: bool,
}

/// Gives a number to an entity that has none, or that of another entity. A number that a game inserts is not given to another entity.
fn number(mut world: DeferredWorld, context: HookContext) {
    let entity = context.entity;
    let Some(known) = world.get::<NavId>(entity).copied() else { return };
    let other = world.get_resource::<Numbered>().and_then(|numbered| numbered.entities.get(&known).copied());
    // A library may have given it another number in place.
    let other = other.filter(|&other| other != entity && world.get::<NavId>(other) == Some(&known));
    let Some(mut last) = world.get_resource_mut::<LastNavId>() else { return };
    last.0 = last.0.max(known.0);
    let mut id = known;
    if known.0 == 0 || other.is_some() {
        id = next(&mut world);
        if let Some(mut inserted) = world.get_mut::<NavId>(entity) {
            *inserted = id;
        }
    }
    let Some(mut numbered) = world.get_resource_mut::<Numbered>() else { return };
    numbered.entities.insert(id, entity);
    if let Some(other) = other
        && !core::mem::replace(&mut numbered.logged, true)
    {
        let [entity, other] = [entity, other].map(|entity| name_of(&world, entity));
        warn!(
            "{entity} was given {known:?}, which {other} has: it is now {id:?}, and further entities of this kind get new numbers without a \
             line; leave NavId out of scenes that are spawned several times"
        );
    }
}

/// The next number that no entity has.
fn next(world: &mut DeferredWorld) -> NavId {
    let Some(LastNavId(mut last)) = world.get_resource().copied() else { return NavId(0) };
    let is_taken = |world: &DeferredWorld, id| {
        let entity = world.get_resource::<Numbered>().and_then(|numbered| numbered.entities.get(&id));
        entity.is_some_and(|&entity| world.get::<NavId>(entity) == Some(&id))
    };
    loop {
        last = last.saturating_add(1);
        if last == u64::MAX || !is_taken(world, NavId(last)) {
            break;
        }
    }
    if let Some(mut known) = world.get_resource_mut::<LastNavId>() {
        known.0 = last;
    }
    NavId(last)
}

/// Gives the next numbers to entities, in this order, as if they had none yet.
pub(crate) fn number_again(world: &mut World, entities: &[NumberedEntity]) {
    let again: EntityHashSet = entities.iter().map(|&(_, entity)| entity).collect();
    if let Some(mut numbered) = world.get_resource_mut::<Numbered>() {
        numbered.entities.retain(|_, entity| !again.contains(entity));
    }
    let mut changed = None;
    for &(before, entity) in entities {
        let id = next(&mut world.into());
        if let Some(mut known) = world.get_mut::<NavId>(entity) {
            *known = id;
        }
        if let Some(mut numbered) = world.get_resource_mut::<Numbered>() {
            numbered.entities.insert(id, entity);
        }
        if id != before {
            changed = changed.or(Some((entity, before, id)));
        }
    }
    let Some(mut numbered) = world.get_resource_mut::<Numbered>() else { return };
    if let Some((first, before, id)) = changed
        && !core::mem::replace(&mut numbered.logged_again, true)
    {
        warn!(
            "an earlier state has come back that does not know {} entities: they have other numbers now, for example {first}, which was \
             {before:?} and is {id:?}; despawn what was spawned since, before you put a state back; further cases have no line",
            entities.len()
        );
    }
}

/// Forgets which entity has a number.
fn forget(mut world: DeferredWorld, context: HookContext) {
    let Some(known) = world.get::<NavId>(context.entity).copied() else { return };
    let Some(mut numbered) = world.get_resource_mut::<Numbered>() else { return };
    if numbered.entities.get(&known) == Some(&context.entity) {
        numbered.entities.remove(&known);
    }
}

/// Gives numbers to the entities that existed before the plugin was added.
pub(crate) fn number_old_entities(world: &mut World) {
    world.init_resource::<LastNavId>();
    world.init_resource::<Numbered>();
    let mut ids = world.query_filtered::<(Entity, &NavId), Allow<Disabled>>();
    let ids: Vec<(Entity, NavId)> = ids.iter(world).map(|(entity, &id)| (entity, id)).collect();
    // The numbers that a game gave are known before others are given.
    let (none, given): (Vec<_>, Vec<_>) = ids.into_iter().partition(|(_, id)| id.0 == 0);
    for (entity, id) in given.into_iter().chain(none) {
        world.entity_mut(entity).insert(id);
    }
}
