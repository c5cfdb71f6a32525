//! What a save holds of the waypoint graph, and what a recording notes.

use super::{graph::WaypointGraph, sync::WaypointSync};
use crate::{nav_id::NumberedEntity, rollback::Rename};
use bevy::prelude::*;
use std::borrow::Cow;
use tilepath::{NavGraph, WaypointId};

impl WaypointGraph {
    /// The graph with lasting names, which notes what is done with it.
    pub(crate) const fn recorded(&mut self) -> &mut NavGraph {
        &mut self.graph
    }
}

/// What a save holds of the waypoint graph. What else its sync remembers follows from the waypoints.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedWaypoints<'a> {
    graph: Cow<'a, NavGraph>,
    entities: Cow<'a, [Entity]>,
    /// Sorted, so that equal states have equal saves.
    waypoints: Vec<(Entity, WaypointId)>,
    noted: Cow<'a, [NumberedEntity]>,
}

impl<'a> SavedWaypoints<'a> {
    /// What is saved.
    pub(crate) fn of(graph: &'a WaypointGraph, sync: &'a WaypointSync) -> Self {
        let graph = sync.discarded.as_deref().unwrap_or(graph);
        let mut waypoints: Vec<_> = graph.waypoints.iter().map(|(&entity, &id)| (entity, id)).collect();
        waypoints.sort_unstable();
        Self {
            graph: Cow::Borrowed(&graph.graph),
            entities: Cow::Borrowed(&graph.entities),
            waypoints,
            noted: Cow::Borrowed(&sync.noted),
        }
    }

    /// The graph, and what its sync remembers.
    pub(crate) fn load(self, entities: &Rename) -> (WaypointGraph, WaypointSync) {
        let now = |&entity: &Entity| entities.now(entity);
        let graph = WaypointGraph {
            graph: self.graph.into_owned(),
            entities: self.entities.iter().map(now).collect(),
            waypoints: self.waypoints.into_iter().map(|(entity, id)| (entities.now(entity), id)).collect(),
        };
        let mut sync = WaypointSync::default();
        sync.noted = self.noted.iter().map(|&(id, entity)| (id, entities.now(entity))).collect();
        sync.compares_all = true;
        (graph, sync)
    }

    /// The entities of all waypoints. Some may be despawned since the graph was made.
    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.waypoints.iter().map(|&(entity, _)| entity)
    }
}
