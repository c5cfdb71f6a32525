//! What a save holds of the fleet.

use super::agent_fleet::{AgentFleet, KeptFleet};
use crate::{
    request::{FleetAgent, PathRequest},
    rollback::Rename,
    threads::clock,
    waypoints::WaypointGraph,
};
use bevy::ecs::{entity::EntityHashMap, entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use serde::Serializer;
use std::borrow::Cow;
use tilepath::fleet::{AgentId, Fleet};

/// What a save holds of the fleet.
pub(crate) type SavedFleet<'a> = KeptFleet<Cow<'a, Fleet>>;

impl SavedFleet<'_> {
    /// The entities in the fleet. Some may be despawned since they joined.
    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.ids.keys().copied()
    }
}

impl AgentFleet {
    /// What is saved.
    pub(crate) fn saved(&self) -> SavedFleet<'_> {
        self.keep_with(Cow::Borrowed(&self.fleet))
    }

    /// Takes the state of a save.
    pub(crate) fn load(&mut self, saved: SavedFleet, entities: &Rename) {
        *self = Self::default();
        self.go_back_around(&saved, entities);
        self.fleet = saved.fleet.into_owned().with_clock(clock);
    }
}

/// Writes the answers of all agents into their components, after loading.
pub(crate) fn show_loaded(world: &mut World) {
    let mut agents = world.query_filtered::<(Entity, &FleetAgent), (With<PathRequest>, Allow<Disabled>)>();
    let Some(fleet) = world.get_resource::<AgentFleet>() else { return };
    let Some(graph) = world.get_resource::<WaypointGraph>() else { return };
    let results = agents.iter(world).filter_map(|(entity, name)| {
        let id = name.0?;
        Some((entity, fleet.result(id, fleet.fleet.agent(id)?, graph)))
    });
    let results: Vec<_> = results.collect();
    for (entity, result) in results {
        if let Ok(mut entity) = world.get_entity_mut(entity) {
            entity.insert(result);
        }
    }
}

/// Writes the ids of entities in order, so that equal states have equal saves.
pub(super) fn in_order<S: Serializer>(
    ids: &EntityHashMap<AgentId>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut ids: Vec<(Entity, AgentId)> = ids.iter().map(|(&entity, &id)| (entity, id)).collect();
    ids.sort_unstable();
    serializer.collect_map(ids)
}
