//! Which entity is which agent.

use crate::rollback::Rename;
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use tilepath::fleet::AgentId;

/// Which entity is which agent.
#[derive(Clone, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Members {
    /// The entity of each agent, by the agent's index.
    entities: Vec<Option<Entity>>,
    #[cfg_attr(feature = "serialize", serde(serialize_with = "super::saved::in_order"))]
    pub(super) ids: EntityHashMap<AgentId>,
}

impl Members {
    pub(super) fn id(&self, entity: Entity) -> Option<AgentId> {
        self.ids.get(&entity).copied()
    }

    pub(super) fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.entities.get(agent.index()).copied().flatten()
    }

    /// All agents, in no order.
    pub(super) fn agents(&self) -> impl Iterator<Item = AgentId> {
        self.ids.values().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Adds an entity and its agent.
    pub(super) fn insert(&mut self, entity: Entity, agent: AgentId) {
        self.ids.insert(entity, agent);
        match self.entities.get_mut(agent.index()) {
            Some(known) => *known = Some(entity),
            None => {
                self.entities.resize(agent.index(), None);
                self.entities.push(Some(entity));
            }
        }
    }

    /// Removes all agents for which `stays` is `false`, in the order of their indices.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(AgentId) -> bool) {
        for known in &mut self.entities {
            let Some((entity, agent)) = known.and_then(|entity| Some((entity, *self.ids.get(&entity)?)))
            else {
                continue;
            };
            if !stays(agent) {
                self.ids.remove(&entity);
                *known = None;
            }
        }
    }

    /// The same agents with the present entities.
    pub(super) fn renamed(&self, entities: &Rename) -> Self {
        let now = |entity: &Option<Entity>| entity.map(|entity| entities.now(entity));
        Self { entities: self.entities.iter().map(now).collect(), ids: entities.keys(&self.ids) }
    }
}
