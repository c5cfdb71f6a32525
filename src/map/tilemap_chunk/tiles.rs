//! The classes of all tiles of all chunks, as they were read last.

#![expect(clippy::indexing_slicing, reason = "`arrange` stores classes for every chunk of the arrangement")]

use super::chunk::ChunkItem;
use crate::{
    map::layers::{Arrangement, CellTiles, Lookup, Merger, Rearranged, TilemapPlaces},
    rollback::Rename,
};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use std::collections::VecDeque;

/// Which chunks make up the map, and the classes of their tiles.
#[derive(Clone, Default)]
pub(super) struct ChunkTiles {
    pub(super) arrangement: Arrangement,
    /// The classes of each chunk by its number, row by row from the bottom; none if it was not read yet.
    classes: Vec<Vec<Option<u8>>>,
    /// The chunks that were not read yet.
    pub(super) unread: VecDeque<Entity>,
}

impl ChunkTiles {
    /// The chunks of a save. `unread` lists the chunks whose tiles were not read yet.
    pub(super) fn new(arrangement: Arrangement, unread: Vec<Entity>) -> Self {
        let mut tiles = Self { unread: unread.into(), ..Self::default() };
        for (number, _) in arrangement.iter() {
            tiles.make_room(number);
        }
        tiles.arrangement = arrangement;
        tiles
    }

    /// Puts chunks where they are. Chunks that moved need not be read again.
    pub(super) fn arrange(&mut self, places: &TilemapPlaces) -> Rearranged {
        let changed = self.arrangement.take(places);
        let mut known = EntityHashMap::default();
        for &(number, placed) in &changed.left {
            known.insert(placed.tilemap.1, core::mem::take(&mut self.classes[number as usize]));
        }
        for &number in &changed.came {
            self.make_room(number);
            let Some(placed) = self.arrangement.placed(number) else { continue };
            let (entity, cells) = (placed.tilemap.1, placed.rect.size().element_product() as usize);
            match known.remove(&entity).filter(|known| known.len() == cells) {
                Some(known) => self.classes[number as usize] = known,
                None => self.unread.push_back(entity),
            }
        }
        let is_known = |entity: &Entity| self.arrangement.number(*entity).is_some();
        self.unread.retain(is_known);
        changed
    }

    /// Takes the present entities of chunks.
    pub(super) fn rename(&mut self, entities: &Rename) {
        self.arrangement.rename(entities);
        self.unread.iter_mut().for_each(|chunk| *chunk = entities.now(*chunk));
    }

    fn make_room(&mut self, number: u32) {
        let number = number as usize;
        if self.classes.len() <= number {
            self.classes.resize(number + 1, Vec::new());
        }
        self.classes[number].clear();
    }

    /// Reads the chunks that are not read and do not wait to be read: after loading, these are the chunks that were read in the game that was
    /// saved.
    pub(super) fn read_known<'w, 's>(&mut self, chunks: impl Fn(Entity) -> Option<ChunkItem<'w, 's>>) {
        for (number, placed) in self.arrangement.iter() {
            let (entity, classes) = (placed.tilemap.1, &mut self.classes[number as usize]);
            if classes.is_empty()
                && !self.unread.contains(&entity)
                && let Some(chunk) = chunks(entity)
            {
                *classes = chunk.classes().collect();
            }
        }
    }

    /// Whether all chunks are read.
    pub(super) fn is_complete(&self) -> bool {
        self.unread.is_empty()
    }

    /// Reads chunks up to a number of cells, one chunk at least.
    pub(super) fn read<'w, 's>(
        &mut self,
        budget: usize,
        chunks: impl Fn(Entity) -> Option<ChunkItem<'w, 's>>,
    ) {
        let mut cells = 0;
        while let Some(&entity) = self.unread.front().filter(|_| cells < budget) {
            if let Some((chunk, number)) = chunks(entity).zip(self.arrangement.number(entity)) {
                self.classes[number as usize] = chunk.classes().collect();
                cells += chunk.tiles.len();
            }
            self.unread.pop_front();
        }
    }

    /// Reads a chunk again, and notes the cells of the map that have other tiles now.
    pub(super) fn read_again(&mut self, chunk: &ChunkItem, dirty: &mut Vec<IVec2>) {
        let Some(number) = self.arrangement.number(chunk.entity) else { return };
        let Some(rect) = self.arrangement.placed(number).map(|placed| placed.rect) else { return };
        let known = self.classes[number as usize].iter_mut();
        for ((known, class), cell) in known.zip(chunk.classes()).zip(rect.cells()) {
            if *known != class {
                *known = class;
                dirty.push(cell);
            }
        }
    }

    /// The class of a cell: a wall if there is no tile, otherwise what the chunks make of it.
    pub(super) fn class_at(&self, lookup: &Lookup, cell: IVec2, merger: &Merger) -> u8 {
        let class =
            |number: u32, index: usize| self.classes.get(number as usize)?.get(index).copied().flatten();
        let mut tiles: CellTiles =
            lookup.on(cell).filter_map(|(number, index)| Some((number, class(number, index)?))).collect();
        if tiles.is_empty() { 0 } else { merger.merge(&mut tiles) }
    }
}
