//! The classes of all tiles of all chunks, as they were read last.

#![expect(clippy::indexing_slicing, reason = "`arrange` stores classes for every chunk of the layout")]

use super::{chunk::ChunkItem, layout::Layout};
use crate::map::layers::{CellTiles, Merger};
use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use std::collections::VecDeque;

/// The classes of all tiles of all chunks of a layout.
#[derive(Clone, Default)]
pub(super) struct ChunkTiles {
    pub(super) layout: Layout,
    /// The number of each chunk.
    numbers: EntityHashMap<u32>,
    /// The classes of each chunk, row by row from the bottom; none if it was not read yet.
    classes: Vec<Vec<Option<u8>>>,
    /// The chunks that were not read yet.
    pub(super) unread: VecDeque<Entity>,
}

impl ChunkTiles {
    /// Takes another layout. Chunks of both layouts need not be read again.
    pub(super) fn arrange(&mut self, layout: Layout) {
        let before = core::mem::take(self);
        let mut classes = before.classes;
        for (number, chunk) in (0..).zip(&layout.chunks) {
            let old =
                before.numbers.get(&chunk.entity).map(|&old| core::mem::take(&mut classes[old as usize]));
            let cells = chunk.size.element_product() as usize;
            let kept = old.filter(|old| old.len() == cells).unwrap_or_default();
            if kept.is_empty() {
                self.unread.push_back(chunk.entity);
            }
            self.classes.push(kept);
            self.numbers.insert(chunk.entity, number);
        }
        self.layout = layout;
    }

    /// Reads the chunks that are not read and do not wait to be read: after loading, these are the chunks that were read in the game that was
    /// saved.
    pub(super) fn read_known<'w, 's>(&mut self, chunks: impl Fn(Entity) -> Option<ChunkItem<'w, 's>>) {
        for (chunk, classes) in self.layout.chunks.iter().zip(&mut self.classes) {
            if classes.is_empty()
                && !self.unread.contains(&chunk.entity)
                && let Some(chunk) = chunks(chunk.entity)
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
        while let Some(entity) = self.unread.front().filter(|_| cells < budget) {
            if let Some((chunk, &number)) = chunks(*entity).zip(self.numbers.get(entity)) {
                self.classes[number as usize] = chunk.classes().collect();
                cells += chunk.tiles.len();
            }
            self.unread.pop_front();
        }
    }

    /// Reads a chunk again, and notes the cells of the map that have other tiles now.
    pub(super) fn read_again(&mut self, chunk: &ChunkItem, dirty: &mut Vec<u32>) {
        let Some(&number) = self.numbers.get(&chunk.entity) else { return };
        let placed = self.layout.chunks[number as usize];
        let known = &mut self.classes[number as usize];
        for (index, (known, class)) in (0..).zip(known.iter_mut().zip(chunk.classes())) {
            if *known != class {
                *known = class;
                let cell = placed.at + UVec2::new(index % placed.size.x, index / placed.size.x);
                dirty.push(cell.y * self.layout.size.x + cell.x);
            }
        }
    }

    /// The class of the cell at a row-major index: a wall if there is no tile, otherwise what the chunks make of it.
    pub(super) fn class_at(&self, cell: u32, merger: &Merger) -> u8 {
        let at = UVec2::new(cell % self.layout.size.x, cell / self.layout.size.x);
        let class = |(number, index)| self.classes[number as usize].get(index).copied().flatten();
        let on_cell =
            self.layout.at(at).filter_map(|(number, index)| Some((number, class((number, index))?)));
        let mut tiles: CellTiles = on_cell.collect();
        if tiles.is_empty() { 0 } else { merger.merge(&mut tiles) }
    }

    /// The number of cells of the map.
    pub(super) const fn cells(&self) -> u32 {
        self.layout.size.x * self.layout.size.y
    }
}
