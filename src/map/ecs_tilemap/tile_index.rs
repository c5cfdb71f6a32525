//! Which tiles are on which cell, so that one changed tile costs one cell.

#![expect(clippy::indexing_slicing, reason = "the numbers of tiles and cells come from the index itself")]

use super::layer::TileLayer;
use crate::map::layers::{Arrangement, CellTiles, Lookup, Merger, NavTile, Rearranged, TilemapPlaces};
use crate::names::Names;
use bevy::ecs::{entity::EntityHashSet, query::QueryData};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

/// A tile.
#[derive(QueryData)]
pub(crate) struct Tile {
    pub(super) entity: Entity,
    position: &'static TilePos,
    pub(super) map: &'static TilemapId,
    texture: Option<&'static TileTextureIndex>,
    class: Option<&'static NavTile>,
}

/// Which tilemaps make up the map, and which of their tiles are on which cell.
#[derive(Clone, Default)]
pub(super) struct TileIndex {
    pub(super) arrangement: Arrangement,
    /// For each number of a tilemap, the first tile of each of its cells, as an index into `tiles`.
    first: Vec<Vec<u32>>,
    tiles: Vec<PlacedTile>,
    free: Vec<u32>,
    /// For each index of an entity where its tile is in `tiles`.
    by_entity: Vec<u32>,
}

/// One tile in the linked list of its cell.
#[derive(Clone, PartialEq)]
struct PlacedTile {
    entity: Entity,
    /// The row-major index of its cell in its tilemap.
    cell: u32,
    next: u32,
    /// The texture, if it gives the class.
    texture: Option<u32>,
    /// The number of its tilemap.
    layer: u32,
    /// `None` if it says nothing about the ground.
    class: Option<u8>,
}

const NONE: u32 = u32::MAX;

impl TileIndex {
    /// An index in which no tile is read yet.
    pub(super) fn new(arrangement: Arrangement) -> Self {
        let mut index = Self::default();
        for (number, placed) in arrangement.iter() {
            index.make_room(number, placed.rect.size());
        }
        index.arrangement = arrangement;
        index
    }

    /// Puts tilemaps where they are. The tiles of tilemaps that left their cells are forgotten.
    pub(super) fn arrange(&mut self, places: &TilemapPlaces) -> Rearranged {
        let changed = self.arrangement.take(places);
        for &(number, _) in &changed.left {
            for mut next in core::mem::take(&mut self.first[number as usize]) {
                while let Some(tile) = self.tiles.get_mut(next as usize) {
                    self.by_entity[tile.entity.index_u32() as usize] = NONE;
                    self.free.push(next);
                    (next, tile.texture) = (tile.next, None);
                }
            }
        }
        for &number in &changed.came {
            let size = self.arrangement.placed(number).map_or(UVec2::ZERO, |placed| placed.rect.size());
            self.make_room(number, size);
        }
        changed
    }

    fn make_room(&mut self, number: u32, size: UVec2) {
        let number = number as usize;
        if self.first.len() <= number {
            self.first.resize(number + 1, Vec::new());
        }
        self.first[number] = vec![NONE; size.element_product() as usize];
    }

    /// Puts a tile on its cell, and takes it off the one that it was on. Returns the cells of the map.
    pub(super) fn update(
        &mut self,
        tile: &TileItem,
        tilemaps: &Query<TileLayer>,
        log: &mut TileLog,
    ) -> [Option<IVec2>; 2] {
        [self.forget(tile.entity), self.place(tile, tilemaps, log)]
    }

    /// Puts a tile on its cell. Returns the cell, or `None` if the tile belongs to no tilemap of the map or is outside it.
    fn place(&mut self, tile: &TileItem, tilemaps: &Query<TileLayer>, log: &mut TileLog) -> Option<IVec2> {
        let layer = self.arrangement.number(tile.map.0)?;
        let rect = self.arrangement.placed(layer)?.rect;
        let (position, size) = (UVec2::from(*tile.position), rect.size());
        if position.cmpge(size).any() {
            log.outside(tile.map.0, tile.entity, position, size);
            return None;
        }
        let (texture, class) = match (tile.class, tile.texture) {
            (Some(&NavTile(class)), _) => (None, Some(class)),
            (None, Some(&texture)) => {
                (Some(texture.0), tilemaps.get(tile.map.0).ok()?.table.class_of(texture.0))
            }
            (None, None) => return None,
        };
        let cell = position.y * size.x + position.x;
        let head = &mut self.first[layer as usize][cell as usize];
        let placed = PlacedTile { entity: tile.entity, cell, next: *head, texture, layer, class };
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
        *head = number;
        let entity = tile.entity.index_u32() as usize;
        if entity >= self.by_entity.len() {
            self.by_entity.resize(entity + 1, NONE);
        }
        self.by_entity[entity] = number;
        Some(rect.min + position.as_ivec2())
    }

    /// Whether a tilemap has one of these numbers.
    pub(super) fn is_one_of(&self, tilemap: Entity, numbers: &[u32]) -> bool {
        !numbers.is_empty()
            && self.arrangement.number(tilemap).is_some_and(|number| numbers.contains(&number))
    }

    /// Removes a tile from its cell. Returns the cell of the map if the tile was on one.
    pub(super) fn forget(&mut self, entity: Entity) -> Option<IVec2> {
        let place = self.by_entity.get_mut(entity.index_u32() as usize).filter(|place| **place != NONE)?;
        let number = *place;
        let PlacedTile { entity: known, cell, next, layer, .. } = self.tiles[number as usize];
        if known != entity {
            return None;
        }
        *place = NONE;
        let head = &mut self.first[layer as usize][cell as usize];
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
        // Its layer may be another one when tables change.
        self.tiles[number as usize].texture = None;
        let rect = self.arrangement.placed(layer)?.rect;
        let width = rect.size().x;
        Some(rect.min + UVec2::new(cell % width, cell / width).as_ivec2())
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

    /// Gives all tiles the classes that the tables of their tilemaps name now. Returns whether any tile has another class than before.
    pub(super) fn apply_tables(&mut self, tilemaps: &Query<TileLayer>) -> bool {
        let tables: Vec<_> = (0..self.first.len() as u32)
            .map(|number| tilemaps.get(self.arrangement.placed(number)?.tilemap.1).ok())
            .collect();
        let mut changed = false;
        for tile in &mut self.tiles {
            let tilemap = tables.get(tile.layer as usize).and_then(Option::as_ref);
            if let Some((texture, tilemap)) = tile.texture.zip(tilemap) {
                let class = tilemap.table.class_of(texture);
                changed |= tile.class != class;
                tile.class = class;
            }
        }
        changed
    }

    /// The class of a cell: a wall if there is no tile, otherwise what the layers make of it.
    pub(super) fn class_at(&self, lookup: &Lookup, cell: IVec2, merger: &Merger) -> u8 {
        let layers = lookup.on(cell);
        let tiles = layers.flat_map(|(layer, index)| self.on(layer, index));
        let mut tiles: CellTiles = tiles.filter_map(|tile| Some((tile.layer, tile.class?))).collect();
        if tiles.is_empty() { 0 } else { merger.merge(&mut tiles) }
    }

    /// A tilemap that has several tiles on a cell of the map, two of these, and their position.
    pub(super) fn crowd_at(&self, lookup: &Lookup, cell: IVec2) -> Option<(Entity, [Entity; 2], UVec2)> {
        for (layer, index) in lookup.on(cell) {
            let mut tiles = self.on(layer, index);
            if let (Some(one), Some(other)) = (tiles.next(), tiles.next()) {
                let mut pair = [one.entity, other.entity];
                pair.sort_unstable();
                let placed = self.arrangement.placed(layer)?;
                return Some((placed.tilemap.1, pair, (cell - placed.rect.min).as_uvec2()));
            }
        }
        None
    }

    /// The tiles on a cell of a tilemap.
    fn on(&self, layer: u32, index: usize) -> PlacedTiles<'_> {
        let first = self.first.get(layer as usize).and_then(|first| first.get(index));
        PlacedTiles { tiles: &self.tiles, next: first.copied().unwrap_or(NONE) }
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
