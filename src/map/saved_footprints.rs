//! What a save holds of footprints.

use super::{
    footprint::{Footprint, Footprints, MapPlace},
    place::NoPlace,
};
use crate::{
    nav_id::NumberedEntity,
    rollback::{ClonedResource, Rename},
};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use std::sync::Arc;

/// What a save holds of footprints. The lists are sorted, so that equal states have equal saves.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedFootprints<F, M> {
    marks: Vec<(Entity, M)>,
    removed: Vec<NumberedEntity>,
    refused: Vec<(Entity, F, Result<Vec2, NoPlace>)>,
    /// Where the cells of the map were, and in which plane, if the marks are on its map.
    synced_with: Option<MapPlace>,
    version: u64,
}

impl<F: Footprint> Footprints<F> {
    /// What is saved, in a game with this map.
    pub(crate) fn saved(&self, map: Option<u64>) -> SavedFootprints<F, F::Mark> {
        let mut marks: Vec<_> = self.marks.iter().map(|(&entity, mark)| (entity, mark.clone())).collect();
        marks.sort_unstable_by_key(|&(entity, _)| entity);
        let refused = self.refused.iter().map(|(&entity, (component, at))| (entity, component.clone(), *at));
        let mut refused: Vec<_> = refused.collect();
        refused.sort_unstable_by_key(|&(entity, ..)| entity);
        let synced_with = self.synced_with.filter(|&(synced, _)| Some(synced) == map).map(|(_, place)| place);
        SavedFootprints { marks, removed: self.removed.clone(), refused, synced_with, version: self.version }
    }

    /// Takes the state of a save, whose map has this id now.
    pub(crate) fn load(
        &mut self,
        saved: SavedFootprints<F, F::Mark>,
        map: Option<u64>,
        entities: &mut Rename,
    ) {
        let SavedFootprints { marks, removed, refused, synced_with, version } = saved;
        let refused: EntityHashMap<_> =
            refused.into_iter().map(|(entity, component, at)| (entity, (component, at))).collect();
        let before = core::mem::take(self);
        self.marks = Arc::new(marks.into_iter().collect());
        (self.removed, self.refused) = (removed, refused);
        (self.synced_with, self.version) = (map.zip(synced_with), version);
        self.has_changed_parents = true;
        self.went_back(before, entities);
    }
}

impl<F, M> SavedFootprints<F, M> {
    /// The entities with marks. Some may be despawned since the marks were made.
    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.marks.iter().map(|&(entity, _)| entity)
    }
}
