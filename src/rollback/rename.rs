//! Entities that came back under other numbers.

use crate::nav_id::NavId;
use bevy::ecs::entity::{EntityHashMap, EntityMapper};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// The entities of an earlier state, and the entities that have their ids now.
#[derive(Default)]
pub(crate) struct Rename {
    /// For each entity of the earlier state that has another number now, the present entity.
    pub(super) others: EntityHashMap<Entity>,
    /// What an entity is now that is not in the list. `None` if it has kept its number.
    pub(super) unknown: Option<Entity>,
    /// All ids in the snapshot.
    pub(super) known: HashMap<NavId, Entity>,
}

impl Rename {
    /// Compares the entities of a snapshot with the present ones.
    pub(super) fn new(then: &[(NavId, Entity)], now: impl Iterator<Item = (NavId, Entity)>) -> Self {
        let known: HashMap<NavId, Entity> = then.iter().copied().collect();
        let others = now.filter_map(|(id, now)| Some((*known.get(&id)?, now)));
        Self { others: others.filter(|(then, now)| then != now).collect(), known, ..Self::default() }
    }

    /// Whether the snapshot has an entity with this id.
    pub(super) fn knows(&self, id: NavId) -> bool {
        self.known.contains_key(&id)
    }

    /// The present entity for an entity of the earlier state.
    pub(crate) fn now(&self, then: Entity) -> Entity {
        self.others.get(&then).copied().or(self.unknown).unwrap_or(then)
    }

    /// The same map with the present entities as keys.
    pub(crate) fn keys<T: Clone>(&self, map: &EntityHashMap<T>) -> EntityHashMap<T> {
        map.iter().map(|(&then, value)| (self.now(then), value.clone())).collect()
    }

    /// Whether all entities have the numbers that they had.
    pub(crate) fn is_empty(&self) -> bool {
        self.others.is_empty() && self.unknown.is_none()
    }
}

impl EntityMapper for Rename {
    fn get_mapped(&mut self, source: Entity) -> Entity {
        self.now(source)
    }

    fn set_mapped(&mut self, source: Entity, target: Entity) {
        self.others.insert(source, target);
    }
}
