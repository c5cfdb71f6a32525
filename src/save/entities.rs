//! Which entities a save knows, and which present entities stand for them.

use super::saved_entity::{SavedEntity, named};
use crate::{map::is_tilemap, nav_id::NavId, request::PathRequest, waypoints::WaypointLinks};
use bevy::ecs::{
    entity::{EntityHashMap, EntityHashSet},
    entity_disabling::Disabled,
    query::Allow,
};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// Which present entities stand for the entities of a save.
#[derive(Default)]
pub(super) struct Claimed {
    /// The present entity for each saved one.
    pub(super) now: EntityHashMap<Entity>,
    /// The entities that the world did not have.
    pub(super) spawned: Vec<Entity>,
}

/// Gives numbers to the entities that components name and that have none yet: the game has changed links, or has taken a number away, since
/// the last frame.
pub(super) fn number_named(world: &mut World) {
    type Naming<'a> = (&'a NavId, Option<&'a WaypointLinks>, Option<&'a PathRequest>);
    let mut all = world.query_filtered::<Naming, Allow<Disabled>>();
    let mut all: Vec<Naming> = all.iter(world).collect();
    all.sort_unstable_by_key(|(id, ..)| **id);
    let all: Vec<Entity> = all.into_iter().flat_map(|(_, links, request)| named(links, request)).collect();
    for entity in all {
        if let Ok(mut entity) = world.get_entity_mut(entity)
            && !entity.contains::<NavId>()
        {
            entity.insert(NavId::default());
        }
    }
}

/// All entities with a [`NavId`], in the order of their ids.
pub(super) fn numbered(world: &mut World) -> Vec<(NavId, Entity)> {
    let mut all = world.query_filtered::<(&NavId, Entity), Allow<Disabled>>();
    let mut all: Vec<(NavId, Entity)> = all.iter(world).map(|(&id, entity)| (id, entity)).collect();
    all.sort_unstable();
    all
}

/// Finds the entities of a save by their ids, and spawns the entities that the world does not have.
///
/// `named` are all entities in the saved resources and components. Some were despawned before the game was saved: each of these gets an
/// entity of its own that does not exist, so that they stay different from each other.
pub(super) fn claim(
    world: &mut World,
    saved: &[SavedEntity],
    named: impl Iterator<Item = Entity>,
) -> Claimed {
    let known: HashMap<NavId, &SavedEntity> = saved.iter().map(|saved| (saved.id, saved)).collect();
    let mut claimed = Claimed::default();
    let mut others = Vec::new();
    for (id, entity) in numbered(world) {
        let Some(saved) = known.get(&id) else { continue };
        // Before loading, a game may have spawned a tilemap that has got the number of another entity.
        if saved.is_tilemap == is_tilemap(world, entity) && !claimed.now.contains_key(&saved.entity) {
            claimed.now.insert(saved.entity, entity);
        } else {
            others.push(entity);
        }
    }
    for entity in others {
        world.entity_mut(entity).insert(NavId::default());
    }
    claim_tilemaps(world, saved, &mut claimed);
    for saved in saved.iter().filter(|saved| !saved.is_tilemap) {
        if !claimed.now.contains_key(&saved.entity) {
            let entity = world.spawn(saved.id).id();
            claimed.now.insert(saved.entity, entity);
            claimed.spawned.push(entity);
        }
    }
    let is_gone = |entity: &Entity| *entity != Entity::PLACEHOLDER && !claimed.now.contains_key(entity);
    let gone: EntityHashSet = named.filter(is_gone).collect();
    for entity in gone {
        let nobody = world.spawn_empty().id();
        world.despawn(nobody);
        claimed.now.insert(entity, nobody);
    }
    claimed
}

/// Tilemaps that the game has spawned without their numbers stand for those of the save, if there are as many.
fn claim_tilemaps(world: &mut World, saved: &[SavedEntity], claimed: &mut Claimed) {
    let saved: Vec<&SavedEntity> =
        saved.iter().filter(|saved| saved.is_tilemap && !claimed.now.contains_key(&saved.entity)).collect();
    let known: EntityHashSet = claimed.now.values().copied().collect();
    let mut present = numbered(world);
    present.retain(|&(_, entity)| is_tilemap(world, entity) && !known.contains(&entity));
    if saved.len() != present.len() {
        return;
    }
    for (saved, (_, entity)) in saved.into_iter().zip(present) {
        world.entity_mut(entity).insert(saved.id);
        claimed.now.insert(saved.entity, entity);
    }
}
