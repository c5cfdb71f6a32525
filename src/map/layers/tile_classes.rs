//! The classes that tiles have given to the cells of the map.

use crate::map::nav_grid::NavGrid;
use bevy::prelude::*;
use std::sync::Arc;
use tilepath::CellRect;

/// The classes that tiles have given to the cells of the map. A cell is edited only if its tiles make another class of it than
/// before. So an edit of the game lasts when tiles are written again unchanged.
#[derive(Clone, Default)]
pub(in crate::map) struct TileClasses {
    /// The number of the map, and its cells.
    pub(in crate::map) map: Option<(u64, CellRect)>,
    /// The class of each cell, by its row-major index. `None` if tiles have not written the cell yet.
    pub(in crate::map) classes: Arc<Vec<Option<u8>>>,
}

impl TileClasses {
    /// Notes that all cells of the map have the classes of their tiles, because the map was made of them.
    pub(in crate::map) fn note_new_map(&mut self, nav_grid: &NavGrid) {
        let classes = nav_grid.map().map_or(&[][..], |map| map.grid().classes());
        self.map = nav_grid.map().map(|map| (map.id(), map.grid().bounds()));
        self.classes = Arc::new(classes.iter().copied().map(Some).collect());
    }

    /// Whether these are the classes of the map that has this number.
    pub(in crate::map) fn are_of(&self, map: Option<u64>) -> bool {
        map.is_some() && self.map.map(|(known, _)| known) == map
    }

    /// The cells of the map that tiles have written.
    pub(in crate::map) fn written(&self) -> Vec<IVec2> {
        let cells = self.map.into_iter().flat_map(|(_, bounds)| bounds.cells());
        cells.zip(&*self.classes).filter(|(_, class)| class.is_some()).map(|(cell, _)| cell).collect()
    }

    /// Changes the bounds of the map. New cells are walls, as they are without tiles. Returns the new cells.
    pub(in crate::map) fn set_bounds(&mut self, nav_grid: &mut NavGrid, bounds: CellRect) -> Vec<IVec2> {
        let (Some(map), Some((id, before))) = (nav_grid.map_mut(), self.map) else { return Vec::new() };
        let known = map.grid().bounds();
        if map.set_bounds(bounds).is_err() {
            return Vec::new();
        }
        let mut classes = before.carry_over(&self.classes, bounds);
        let mut came = Vec::new();
        // The game may have changed the bounds, too.
        let is_new = |cell| !before.contains(cell) || !known.contains(cell);
        for (class, cell) in classes.iter_mut().zip(bounds.cells()).filter(|(_, cell)| is_new(*cell)) {
            *class = (!known.contains(cell)).then_some(0);
            came.push(cell);
        }
        (self.map, self.classes) = (Some((id, bounds)), Arc::new(classes));
        came
    }

    /// Brings cells of the grid in step with the tiles on them. Edits the cells row by row, because the revision of the map depends on the
    /// order of edits. Cells outside the map are left out.
    pub(in crate::map) fn write(
        &mut self,
        nav_grid: &mut NavGrid,
        mut cells: Vec<IVec2>,
        mut class_at: impl FnMut(IVec2) -> u8,
    ) {
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        let Some(map) = nav_grid.map_mut() else { return };
        let now = (map.id(), map.grid().bounds());
        if self.map != Some(now) {
            self.map = Some(now);
            self.classes = Arc::new(vec![None; map.grid().len()]);
        }
        let known: Vec<_> =
            cells.into_iter().filter_map(|cell| Some((cell, map.grid().index(cell)?))).collect();
        let classes = Arc::make_mut(&mut self.classes);
        map.edit(|edits| {
            for (cell, index) in known {
                let Some(known) = classes.get_mut(index) else { continue };
                let class = class_at(cell);
                if *known != Some(class) {
                    *known = Some(class);
                    // The cell is on the map.
                    let _ = edits.set_terrain(cell, class);
                }
            }
        });
    }
}
