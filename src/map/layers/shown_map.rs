//! The map that tilemaps have put into the grid.

use super::{
    arrangement::{Arrangement, Rearranged, even},
    tile_classes::TileClasses,
};
use crate::{map::nav_grid::NavGrid, settings::PathfindingSettings};
use bevy::prelude::*;
use tilepath::{CellGeometry, CellRect, Grid, GridError, Topology};

/// The map that tilemaps have put into the grid, and what of it is not in step with their tiles.
#[derive(Clone, Default)]
pub(in crate::map) struct ShownMap {
    pub(in crate::map) classes: TileClasses,
    /// Whether the map in the grid came from these tilemaps.
    pub(in crate::map) is_loaded: bool,
    /// Whether the plugin must make a new map.
    pub(in crate::map) wants_map: bool,
    /// Whether the grid waits for tiles to be read.
    pub(in crate::map) waits: bool,
    /// Cells whose tiles changed.
    pub(in crate::map) dirty: Vec<IVec2>,
    /// Whether all cells must be written.
    pub(in crate::map) is_stale: bool,
    /// Where cells are by the tilemap that says it now, and the same cells by the one that said it before, which differ by rounding. A map that
    /// moves is read again by all agents.
    pub(in crate::map) same_cells: Option<[CellGeometry; 2]>,
    /// Why the bounds of the settings are left out, as the log says.
    pub(in crate::map) refused: Option<GridError>,
}

/// Where cells are, and which there are.
pub(in crate::map) struct MapShape {
    cells: CellGeometry,
    topology: Topology,
    bounds: CellRect,
    /// Whether the game has declared these bounds.
    is_declared: bool,
}

/// Whether the settings say which cells the map has.
pub(in crate::map) fn are_declared(settings: &PathfindingSettings) -> bool {
    settings.bounds.is_some() && invalid_bounds(settings).is_none()
}

/// What is wrong with the bounds of the settings.
fn invalid_bounds(settings: &PathfindingSettings) -> Option<GridError> {
    settings.bounds.and_then(|bounds| Grid::check_bounds(even(bounds)).err())
}

impl ShownMap {
    /// The map that tilemaps make with these settings.
    pub(in crate::map) fn shape_of(
        &mut self,
        cells: CellGeometry,
        tilemaps: CellRect,
        settings: &PathfindingSettings,
    ) -> MapShape {
        let (asked, refused) = (settings.bounds.map(even), invalid_bounds(settings));
        if let Some(error) = refused.clone().filter(|_| self.refused != refused) {
            error!("the bounds of PathfindingSettings are left out: {error}");
        }
        let declared = asked.filter(|_| refused.is_none());
        self.refused = refused;
        let (bounds, is_declared) = (declared.unwrap_or(tilemaps), declared.is_some());
        MapShape { cells, topology: settings.topology(cells.shape()), bounds, is_declared }
    }

    /// The tiles on these cells may make another class of them.
    pub(in crate::map) fn touch(&mut self, changed: &Rearranged, rect_of: impl Fn(u32) -> Option<CellRect>) {
        let left = changed.left.iter().map(|(_, placed)| placed.rect);
        let came = changed.came.iter().filter_map(|&number| rect_of(number));
        self.dirty.extend(left.chain(came).flat_map(CellRect::cells));
    }

    /// The map may be read by another tilemap than before: its cells are the same, but for rounding.
    pub(in crate::map) fn keep_cells(&mut self, nav_grid: &NavGrid, cells: CellGeometry) {
        if let Some((map, &known)) = nav_grid.parts() {
            let CellRect { min, max } = map.grid().bounds();
            let is_close =
                |cell| known.tiles_at(cells.center_of(cell)).abs_diff_eq(known.tiles_of(cell), 0.01);
            let is_same = known.shape() == cells.shape() && [min, max].into_iter().all(is_close);
            self.same_cells = is_same.then_some([cells, known]);
        }
    }

    /// Brings the grid in step with the tiles, all of which are read. Returns whether the map is a new one.
    pub(in crate::map) fn show(
        &mut self,
        nav_grid: &mut ResMut<NavGrid>,
        shape: MapShape,
        arrangement: &Arrangement,
        class_at: impl FnMut(IVec2) -> u8,
    ) -> bool {
        let MapShape { cells, topology, bounds, is_declared } = shape;
        let cells = self.same_cells.filter(|[now, _]| *now == cells).map_or(cells, |[_, before]| before);
        let is_ours = self.is_loaded && self.classes.are_of(nav_grid.id());
        let may_load = !nav_grid.is_unloaded && (!nav_grid.is_loading() || self.waits);
        let is_new = self.wants_map || nav_grid.map().is_none() && may_load;
        if is_new {
            let Ok(grid) = Grid::from_fn_in(bounds, class_at) else { return false };
            nav_grid.load(grid, cells, topology);
            self.classes.note_new_map(nav_grid);
            (self.is_loaded, self.wants_map, self.waits) = (true, false, false);
        } else {
            if is_ours && nav_grid.map().is_some_and(|map| map.grid().bounds() != bounds) {
                let came = self.classes.set_bounds(nav_grid, bounds);
                self.dirty.extend(came);
            }
            // A map of the game with other cells is no business of the tilemaps.
            if nav_grid.map().is_some_and(|map| map.grid().bounds() == bounds) {
                if self.is_stale {
                    self.classes.write(nav_grid, bounds.cells().collect(), class_at);
                } else if !self.dirty.is_empty() {
                    self.classes.write(nav_grid, core::mem::take(&mut self.dirty), class_at);
                }
            }
        }
        self.dirty = Vec::new();
        self.is_stale = false;
        if is_new || self.is_loaded && self.classes.are_of(nav_grid.id()) {
            let rects = arrangement.iter().map(|(_, placed)| placed.rect);
            nav_grid.bypass_change_detection().show_tilemaps(rects, is_declared);
        }
        if nav_grid.geometry().is_some_and(|known| *known != cells) {
            nav_grid.set_geometry(cells);
        }
        is_new
    }
}
