//! Which chunks came, went, moved or were edited since the last frame.

use super::chunk::Chunk;
use crate::{map::place::Places, plane::Plane};
use bevy::ecs::{change_detection::DetectChanges, entity::EntityHashMap};
use bevy::prelude::*;

/// The chunks as they were in the last frame.
#[derive(Clone, Default)]
pub(super) struct ChunkWatch {
    /// In the order of the query.
    seen: Vec<SeenChunk>,
    /// Where the parents of chunks are.
    parents: EntityHashMap<Option<GlobalTransform>>,
    plane: Plane,
}

#[derive(Clone, PartialEq)]
struct SeenChunk {
    entity: Entity,
    parent: Option<Entity>,
    has_transform: bool,
    tiles: usize,
}

/// What is new.
pub(super) struct ChunkChanges {
    /// Whether a chunk came, went, or is another one by its place or size, or the plane is another one.
    pub(super) are_moved: bool,
    /// The chunks whose tiles or table changed.
    pub(super) edited: Vec<Entity>,
}

impl ChunkWatch {
    /// What changed since the last call. In a frame in which nothing did, this looks at a few ticks of each chunk.
    pub(super) fn changes(&mut self, chunks: &Query<Chunk>, places: &Places) -> ChunkChanges {
        let (transforms, plane) = (&places.transforms, places.plane());
        let are_moved = core::mem::replace(&mut self.plane, plane) != plane;
        let mut changes = ChunkChanges { are_moved, edited: Vec::new() };
        for (&parent, known) in &mut self.parents {
            let now = transforms.compute_global_transform(parent).ok();
            changes.are_moved |= now != *known;
            *known = now;
        }
        let mut count = 0;
        for chunk in chunks {
            let seen = SeenChunk {
                entity: chunk.entity,
                parent: chunk.parent.map(ChildOf::parent),
                has_transform: chunk.transform.is_some(),
                tiles: chunk.tiles.len(),
            };
            changes.are_moved |= self.seen.get(count) != Some(&seen)
                || chunk.chunk.is_changed()
                || chunk.transform.is_some_and(|transform| transform.is_changed());
            if chunk.tiles.is_changed() || chunk.table.is_changed() {
                changes.edited.push(chunk.entity);
            }
            match self.seen.get_mut(count) {
                Some(known) => *known = seen,
                None => self.seen.push(seen),
            }
            count += 1;
        }
        changes.are_moved |= count < self.seen.len();
        self.seen.truncate(count);
        if changes.are_moved {
            let parents = self.seen.iter().filter_map(|seen| seen.parent);
            self.parents =
                parents.map(|parent| (parent, transforms.compute_global_transform(parent).ok())).collect();
        }
        changes
    }
}
