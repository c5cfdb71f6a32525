//! Which tiles are on which cell, so that one changed tile costs one cell.

use super::{layer::LayerItem, nav_tilemap::NavTile};
use bevy::ecs::{entity::EntityHashMap, query::QueryData};
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
#[derive(Default)]
pub(super) struct TileIndex {
    size: UVec2,
    /// The first tile of each cell, as an index into `tiles`.
    first: Vec<u32>,
    tiles: Vec<PlacedTile>,
    free: Vec<u32>,
    by_entity: EntityHashMap<u32>,
}

/// One tile in the linked list of its cell.
struct PlacedTile {
    cell: IVec2,
    class: u8,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl TileIndex {
    pub(super) fn new(size: UVec2) -> Self {
        Self { size, first: vec![NONE; (size.x * size.y) as usize], ..default() }
    }

    fn index(&self, cell: IVec2) -> usize {
        (cell.y as u32 * self.size.x + cell.x as u32) as usize
    }

    /// Puts a tile on its cell. Returns the cell, or `None` if the tile belongs to no layer or is outside the map.
    pub(super) fn place(&mut self, tile: &TileItem, layers: &[LayerItem]) -> Option<IVec2> {
        let layer = layers.iter().find(|layer| layer.entity == tile.map.0)?;
        let position = UVec2::from(*tile.position);
        if position.cmpge(self.size).any() {
            warn!("tile {} at {position} is outside its map of {} cells", tile.entity, self.size);
            return None;
        }
        let class = match (tile.class, tile.texture) {
            (Some(&NavTile(class)), _) => class,
            (None, Some(&texture)) => layer.table.class_of(texture),
            (None, None) => return None,
        };
        let cell = position.as_ivec2();
        let head = self.index(cell);
        let placed = PlacedTile { cell, class, next: self.first[head] };
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
        self.first[head] = number;
        self.by_entity.insert(tile.entity, number);
        Some(cell)
    }

    /// Removes a tile from its cell. Returns the cell if the tile was on one.
    pub(super) fn forget(&mut self, entity: Entity) -> Option<IVec2> {
        let number = self.by_entity.remove(&entity)?;
        let PlacedTile { cell, next, .. } = self.tiles[number as usize];
        let head = self.index(cell);
        if self.first[head] == number {
            self.first[head] = next;
        } else {
            let mut at = self.first[head];
            while self.tiles[at as usize].next != number {
                at = self.tiles[at as usize].next;
            }
            self.tiles[at as usize].next = next;
        }
        self.free.push(number);
        Some(cell)
    }

    /// The class of a cell: a wall if any tile on it is a wall or if there is no tile, otherwise the highest class.
    pub(super) fn class_at(&self, cell: IVec2) -> u8 {
        let mut at = self.first[self.index(cell)];
        let mut class = 0;
        while at != NONE {
            let tile = &self.tiles[at as usize];
            if tile.class == 0 {
                return 0;
            }
            class = class.max(tile.class);
            at = tile.next;
        }
        class
    }
}
