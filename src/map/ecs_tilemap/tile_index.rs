//! Which tiles are on which cell, so that one changed tile costs one cell.

#![expect(clippy::indexing_slicing, reason = "the numbers of tiles and cells come from the index itself")]

use super::layer::TileLayerItem;
use crate::map::layers::{CellTiles, Merger, NavTile};
use crate::names::Names;
use bevy::ecs::{entity::EntityHashSet, query::QueryData};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

/// A tile.
#[derive(QueryData)]
pub(crate) struct Tile {
    pub(super) entity: Entity,
    position: &'static TilePos,
    map: &'static TilemapId,
    texture: Option<&'static TileTextureIndex>,
    class: Option<&'static NavTile>,
}

/// Which tiles are on which cell.
#[derive(Clone, Default)]
pub(super) struct TileIndex {
    size: UVec2,
    /// The first tile of each cell, as an index into `tiles`.
    first: Vec<u32>,
    tiles: Vec<PlacedTile>,
    free: Vec<u32>,
    /// For each index of an entity where its tile is in `tiles`.
    by_entity: Vec<u32>,
}

/// One tile in the linked list of its cell.
#[derive(Clone, PartialEq)]
struct PlacedTile {
    entity: Entity,
    /// The row-major index of its cell.
    cell: u32,
    next: u32,
    /// The texture, if it gives the class.
    texture: Option<u32>,
    /// The number of its layer.
    layer: u32,
    /// `None` if it says nothing about the ground.
    class: Option<u8>,
}

const NONE: u32 = u32::MAX;

impl TileIndex {
    pub(super) fn new(size: UVec2) -> Self {
        Self { size, first: vec![NONE; (size.x * size.y) as usize], ..default() }
    }

    /// Puts a tile on its cell, and takes it off the one that it was on. Returns the cells.
    pub(super) fn update(
        &mut self,
        tile: &TileItem,
        layers: &[TileLayerItem],
        log: &mut TileLog,
    ) -> [Option<u32>; 2] {
        [self.forget(tile.entity), self.place(tile, layers, log)]
    }

    /// Puts a tile on its cell. Returns the cell, or `None` if the tile belongs to no layer or is outside the map.
    fn place(&mut self, tile: &TileItem, layers: &[TileLayerItem], log: &mut TileLog) -> Option<u32> {
        let layer = layers.iter().position(|layer| layer.entity == tile.map.0)?;
        let position = UVec2::from(*tile.position);
        if position.cmpge(self.size).any() {
            log.outside(tile.map.0, tile.entity, position, self.size);
            return None;
        }
        let (texture, class) = match (tile.class, tile.texture) {
            (Some(&NavTile(class)), _) => (None, Some(class)),
            (None, Some(&texture)) => (Some(texture.0), layers[layer].table.class_of(texture.0)),
            (None, None) => return None,
        };
        let cell = position.y * self.size.x + position.x;
        let next = self.first[cell as usize];
        let placed = PlacedTile { entity: tile.entity, cell, next, texture, layer: layer as u32, class };
        let number = match self.free.pop() {
            Some(number) => {
                self.tiles[number as usize] = placed;
                number
            }
            None => {
                self.tiles.push(placed);
                (self.tiles.len() - 1) as u32
            }
        };
        self.first[cell as usize] = number;
        let entity = tile.entity.index_u32() as usize;
        if entity >= self.by_entity.len() {
            self.by_entity.resize(entity + 1, NONE);
        }
        self.by_entity[entity] = number;
        Some(cell)
    }

    /// Removes a tile from its cell. Returns the cell if the tile was on one.
    pub(super) fn forget(&mut self, entity: Entity) -> Option<u32> {
        let place = self.by_entity.get_mut(entity.index_u32() as usize).filter(|place| **place != NONE)?;
        let number = *place;
        let PlacedTile { entity: known, cell, next, .. } = self.tiles[number as usize];
        if known != entity {
            return None;
        }
        *place = NONE;
        let head = &mut self.first[cell as usize];
        if *head == number {
            *head = next;
        } else {
            let mut at = *head;
            while self.tiles[at as usize].next != number {
                at = self.tiles[at as usize].next;
            }
            self.tiles[at as usize].next = next;
        }
        self.free.push(number);
        Some(cell)
    }

    /// The tiles that are on only one of two indices, or not alike on both.
    pub(super) fn differing(&self, other: &Self) -> Vec<Entity> {
        let mut differing = Vec::new();
        for index in 0..self.by_entity.len().max(other.by_entity.len()) {
            let [tile, other] = [self, other].map(|tiles| tiles.of_entity(index));
            let is_alike = tile
                .zip(other)
                .is_some_and(|(tile, other)| PlacedTile { next: other.next, ..tile.clone() } == *other);
            if !is_alike {
                differing.extend([tile, other].into_iter().flatten().map(|tile| tile.entity));
            }
        }
        differing
    }

    /// The tile of the entity with this index.
    fn of_entity(&self, index: usize) -> Option<&PlacedTile> {
        // `NONE` is no number of a tile.
        self.tiles.get(*self.by_entity.get(index)? as usize)
    }

    /// Gives all tiles the classes that the tables of the layers name now. Returns whether any tile has another class than before.
    pub(super) fn apply_tables(&mut self, layers: &[TileLayerItem]) -> bool {
        let mut changed = false;
        for tile in &mut self.tiles {
            if let Some((texture, layer)) = tile.texture.zip(layers.get(tile.layer as usize)) {
                let class = layer.table.class_of(texture);
                changed |= tile.class != class;
                tile.class = class;
            }
        }
        changed
    }

    /// The class of the cell at a row-major index: a wall if there is no tile, otherwise what the layers make of it.
    pub(super) fn class_at(&self, cell: u32, merger: &Merger) -> u8 {
        let mut tiles: CellTiles = self.on(cell).filter_map(|tile| Some((tile.layer, tile.class?))).collect();
        if tiles.is_empty() { 0 } else { merger.merge(&mut tiles) }
    }

    /// The layer that has several tiles on a cell, and two of these. If there are several such layers, one of them.
    pub(super) fn crowd_at(&self, cell: u32) -> Option<(u32, [Entity; 2])> {
        for tile in self.on(cell) {
            let mut rest = PlacedTiles { tiles: &self.tiles, next: tile.next };
            if let Some(other) = rest.find(|other| other.layer == tile.layer) {
                let mut pair = [tile.entity, other.entity];
                pair.sort_unstable();
                return Some((tile.layer, pair));
            }
        }
        None
    }

    /// The tiles on a cell.
    fn on(&self, cell: u32) -> PlacedTiles<'_> {
        PlacedTiles { tiles: &self.tiles, next: self.first[cell as usize] }
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.first.len() as u32
    }
}

/// Goes through the tiles of a cell.
struct PlacedTiles<'a> {
    tiles: &'a [PlacedTile],
    next: u32,
}

impl<'a> Iterator for PlacedTiles<'a> {
    type Item = &'a PlacedTile;

    fn next(&mut self) -> Option<&'a PlacedTile> {
        // `NONE` is no index of a tile.
        let tile = self.tiles.get(self.next as usize)?;
        self.next = tile.next;
        Some(tile)
    }
}

/// The tilemaps of which a misplaced tile is in the log, one line for each tilemap and mistake.
#[derive(Clone, Default)]
pub(super) struct TileLog {
    outside: EntityHashSet,
    crowded: EntityHashSet,
    /// What was found in this frame.
    new: Vec<Misplaced>,
}

/// A mistake in a tilemap.
#[derive(Clone)]
enum Misplaced {
    Outside { tilemap: Entity, tile: Entity, position: UVec2, size: UVec2 },
    Crowded { tilemap: Entity, tiles: [Entity; 2], cell: UVec2 },
}

impl TileLog {
    /// Notes the first tile of a tilemap that is outside the map.
    fn outside(&mut self, tilemap: Entity, tile: Entity, position: UVec2, size: UVec2) {
        if self.outside.insert(tilemap) {
            self.new.push(Misplaced::Outside { tilemap, tile, position, size });
        }
    }

    /// Notes the first two tiles of a tilemap that are on one cell.
    pub(super) fn crowded(&mut self, tilemap: Entity, tiles: [Entity; 2], cell: UVec2) {
        if self.crowded.insert(tilemap) {
            self.new.push(Misplaced::Crowded { tilemap, tiles, cell });
        }
    }

    /// Writes what was noted in this frame.
    pub(super) fn write(&mut self, names: &Names) {
        for misplaced in self.new.drain(..) {
            match misplaced {
                Misplaced::Outside { tilemap, tile, position, size } => warn!(
                    "tile {} of tilemap {} is at {position}, outside its map of {} × {} cells: such tiles are left out",
                    names.of(tile),
                    names.of(tilemap),
                    size.x,
                    size.y
                ),
                Misplaced::Crowded { tilemap, tiles: [a, b], cell } => warn!(
                    "tiles {} and {} of tilemap {} are both at {cell}: a wall among them counts, otherwise the highest class",
                    names.of(a),
                    names.of(b),
                    names.of(tilemap)
                ),
            }
        }
    }
}
