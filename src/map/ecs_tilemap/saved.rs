//! What a save holds of tilemaps.

use super::{
    layer::LayerShape,
    sync::{TilemapSync, Unread},
};
use crate::{
    map::{
        layers::TileClasses,
        nav_grid::NavGrid,
        saved_tiles::{SavedShape, SavedTiles, TileSource},
    },
    rollback::Rename,
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

/// The types of tilemaps, by their numbers in saves.
const TYPES: [TilemapType; 9] = [
    TilemapType::Square,
    TilemapType::Isometric(IsoCoordSystem::Diamond),
    TilemapType::Isometric(IsoCoordSystem::Staggered),
    TilemapType::Hexagon(HexCoordSystem::Row),
    TilemapType::Hexagon(HexCoordSystem::RowEven),
    TilemapType::Hexagon(HexCoordSystem::RowOdd),
    TilemapType::Hexagon(HexCoordSystem::Column),
    TilemapType::Hexagon(HexCoordSystem::ColumnEven),
    TilemapType::Hexagon(HexCoordSystem::ColumnOdd),
];

impl LayerShape {
    fn saved(self) -> Option<SavedShape> {
        let Self { size, cell_size, map_type } = self;
        let kind = (0..).zip(TYPES).find(|&(_, kind)| kind == map_type)?.0;
        Some(SavedShape { size, cell_size, kind })
    }

    fn load(SavedShape { size, cell_size, kind }: SavedShape) -> Option<Self> {
        Some(Self { size, cell_size, map_type: *TYPES.get(usize::from(kind))? })
    }
}

impl Unread {
    /// How many tiles are not read yet.
    const fn left(&self) -> u32 {
        (self.end - self.next) as u32
    }

    fn load(left: u32) -> Self {
        Self { tiles: Vec::new(), next: 0, end: left as usize }
    }
}

/// What is saved, if there are tilemaps.
pub(in crate::map) fn saved_tiles(world: &World, nav_grid: &NavGrid) -> Option<SavedTiles> {
    let sync = world.get_resource::<TilemapSync>()?;
    if !sync.is_loaded && sync.shape.is_none() {
        return None;
    }
    Some(SavedTiles {
        source: TileSource::Tilemaps,
        is_loaded: sync.is_loaded,
        layers: sync.layers.chosen.clone(),
        chunks: Vec::new(),
        shape: sync.shape.and_then(LayerShape::saved),
        shown: sync.shown.and_then(LayerShape::saved),
        unread: sync.unread.as_ref().map(Unread::left),
        classes: sync.classes.saved(nav_grid),
    })
}

/// Takes the state of a save.
pub(in crate::map) fn load_tiles(
    world: &mut World,
    saved: Option<&SavedTiles>,
    classes: TileClasses,
    names: &Rename,
) {
    let Some(mut sync) = world.get_resource_mut::<TilemapSync>() else { return };
    *sync = TilemapSync::default();
    if let Some(saved) = saved.filter(|saved| saved.source == TileSource::Tilemaps) {
        sync.layers.chosen = saved.layers.iter().map(|&layer| names.now(layer)).collect();
        (sync.classes, sync.is_loaded, sync.was_saved) = (classes, saved.is_loaded, true);
        sync.shape = saved.shape.and_then(LayerShape::load);
        sync.shown = saved.shown.and_then(LayerShape::load);
        sync.unread = saved.unread.map(Unread::load);
    }
}
