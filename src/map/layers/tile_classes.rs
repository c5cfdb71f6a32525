//! The classes that tiles have given to the cells of the map.

use crate::map::nav_grid::NavGrid;
use bevy::prelude::*;
use std::sync::Arc;

/// The classes that tiles have given to the cells of the map. A cell is edited only if its tiles make another class of it than
/// before. So an edit of the game lasts when tiles are written again unchanged.
#[derive(Clone, Default)]
pub(in crate::map) struct TileClasses {
    /// The number of the map.
    pub(in crate::map) map: Option<u64>,
    /// The class of each cell, by its row-major index. `None` if tiles have not written the cell yet.
    pub(in crate::map) classes: Arc<Vec<Option<u8>>>,
}

impl TileClasses {
    /// Notes that all cells of the map have the classes of their tiles, because the map was made of them.
    pub(in crate::map) fn note_new_map(&mut self, nav_grid: &NavGrid) {
        let classes = nav_grid.map().map_or(&[][..], |map| map.grid().classes());
        self.map = nav_grid.id();
        self.classes = Arc::new(classes.iter().copied().map(Some).collect());
    }

    /// The row-major indices of the cells of a map that tiles have written.
    pub(in crate::map) fn written(&self, map: Option<u64>) -> Vec<u32> {
        let classes = if self.map == map { &self.classes[..] } else { &[] };
        (0..).zip(classes).filter(|(_, class)| class.is_some()).map(|(cell, _)| cell).collect()
    }

    /// Brings cells of the grid, by their row-major index, in step with the tiles on them. Edits the cells in the order of their
    /// indices, because the revision of the map depends on the order of edits.
    pub(in crate::map) fn write(
        &mut self,
        nav_grid: &mut NavGrid,
        mut cells: Vec<u32>,
        class_at: impl Fn(u32) -> u8,
    ) {
        cells.sort_unstable();
        cells.dedup();
        let id = nav_grid.id();
        let Some(map) = nav_grid.map_mut() else { return };
        let size = map.grid().size();
        if self.map != id {
            self.map = id;
            self.classes = Arc::new(vec![None; map.grid().len()]);
        }
        let classes = Arc::make_mut(&mut self.classes);
        map.edit(|edits| {
            for cell in cells {
                let Some(known) = classes.get_mut(cell as usize) else { continue };
                let class = class_at(cell);
                if *known != Some(class) {
                    *known = Some(class);
                    let at = UVec2::new(cell % size.x, cell / size.x).as_ivec2();
                    // The cell is on the map, because its index is below the number of cells.
                    let _ = edits.set_terrain(at, class);
                }
            }
        });
    }
}
