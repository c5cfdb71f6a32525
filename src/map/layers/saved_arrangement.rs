//! What a save holds of tilemaps and the map that they make.

use super::{
    arrangement::{Arrangement, Placed, even},
    shown_map::ShownMap,
    tile_classes::TileClasses,
};
use crate::{
    map::{
        nav_grid::NavGrid,
        saved_tiles::{SavedTilemap, SavedTiles, TileSource},
    },
    rollback::Rename,
};
use bevy::prelude::*;
use tilepath::{CellRect, Grid};

impl SavedTiles {
    /// What is saved. `is_read`: whether the tiles of a tilemap are read.
    pub(in crate::map) fn of(
        source: TileSource,
        (arrangement, shown): (&Arrangement, &ShownMap),
        nav_grid: &NavGrid,
        is_read: impl Fn(Entity) -> bool,
    ) -> Option<Self> {
        if arrangement.reference.is_none() && !shown.is_loaded {
            return None;
        }
        let tilemap = |(_, placed): (u32, &Placed)| {
            let Placed { tilemap: (id, entity), rect, height } = *placed;
            SavedTilemap { id, entity, rect, height, is_read: is_read(entity) }
        };
        Some(Self {
            source,
            is_loaded: shown.is_loaded,
            wants_map: shown.wants_map,
            waits: shown.waits,
            tilemaps: arrangement.iter().map(tilemap).collect(),
            reference: arrangement.reference,
            bounds: arrangement.bounds,
            unread: None,
            classes: shown.classes.saved(nav_grid),
            same_cells: shown.same_cells,
        })
    }

    /// The arrangement of a save. An empty one if there is no such arrangement.
    pub(in crate::map) fn arrangement(&self, names: &Rename) -> Arrangement {
        // In a world with declared bounds, tilemaps may be farther apart than a map reaches.
        let is_sound = |bounds: CellRect| {
            let is_near = |rect: CellRect| Grid::check_bounds(even(rect)).is_ok();
            let is_inside = |rect: CellRect| is_near(rect) && rect.union(bounds) == bounds;
            let corners = [bounds.min, bounds.max].map(CellRect::of_cell);
            corners.into_iter().all(is_near) && self.tilemaps.iter().all(|tilemap| is_inside(tilemap.rect))
        };
        let Some(bounds) = self.bounds.filter(|&bounds| is_sound(bounds)) else {
            return Arrangement::default();
        };
        let reference = self.reference.map(|tilemap| names.now(tilemap));
        let mut arrangement = Arrangement::default();
        (arrangement.reference, arrangement.bounds) = (reference, Some(bounds));
        for &SavedTilemap { id, entity, rect, height, .. } in &self.tilemaps {
            arrangement.insert(Placed { tilemap: (id, names.now(entity)), rect, height });
        }
        arrangement
    }

    /// What the tilemaps have shown.
    pub(in crate::map) fn shown(&self, classes: TileClasses) -> ShownMap {
        let Self { is_loaded, wants_map, waits, .. } = *self;
        let same_cells = self.same_cells;
        ShownMap { classes, is_loaded, wants_map, waits, same_cells, ..ShownMap::default() }
    }
}
