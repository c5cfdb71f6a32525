//! What a save holds of the fleet, and what a recording notes.

use super::agent_fleet::{AgentFleet, KeptFleet};
use crate::{request::PathResult, rollback::Rename, threads::clock, waypoints::WaypointGraph};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use serde::Serializer;
use std::borrow::Cow;
use tilepath::{
    CostProfile,
    fleet::{AgentId, Fleet},
};

/// What a save holds of the fleet.
pub(crate) type SavedFleet<'a> = KeptFleet<Cow<'a, Fleet>>;

impl SavedFleet<'_> {
    /// The entities in the fleet. Some may be despawned since they joined.
    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.members.ids.keys().copied()
    }

    /// Says what is wrong with entities that are no agents of the fleet.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self.members.agents().find(|&id| self.fleet.agent(id).is_none()) {
            Some(stranger) => Err(format!("an entity is {stranger}, but the fleet has no such agent")),
            None => Ok(()),
        }
    }
}

impl AgentFleet {
    /// What is saved.
    pub(crate) fn saved(&self) -> SavedFleet<'_> {
        self.keep_with(Cow::Borrowed(&self.fleet))
    }

    /// The fleet itself, and whether these profiles are others than in the last frame.
    pub(crate) fn recorded(&mut self, profiles: &[CostProfile]) -> (&mut Fleet, bool) {
        let has_other_profiles = self.profiles != profiles;
        (&mut self.fleet, has_other_profiles)
    }

    /// Takes the state of a save.
    pub(crate) fn load(&mut self, saved: SavedFleet, entities: &Rename) {
        *self = Self::default();
        self.go_back_around(&saved, entities);
        self.fleet = saved.fleet.into_owned().with_clock(clock);
    }
}

/// The answer of an agent, as it follows from the fleet. `None` if the fleet has no such agent.
pub(crate) fn answer_of(world: &World, agent: AgentId) -> Option<PathResult> {
    let (fleet, graph) = (world.get_resource::<AgentFleet>()?, world.get_resource::<WaypointGraph>()?);
    Some(fleet.result(agent, fleet.fleet.agent(agent)?, graph))
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
