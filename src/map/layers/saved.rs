//! What a save holds of the classes of tiles.

use super::tile_classes::TileClasses;
use crate::map::nav_grid::NavGrid;
use std::sync::Arc;

impl TileClasses {
    /// What is saved: the cells to which tiles have given another class than the terrain of the map.
    pub(in crate::map) fn saved(&self, nav_grid: &NavGrid) -> Option<Vec<(u32, Option<u8>)>> {
        let map = nav_grid.map().filter(|map| self.map == Some((map.id(), map.grid().bounds())))?;
        let cells = (0..).zip(self.classes.iter().zip(map.terrain_classes()));
        let others = cells.filter(|&(_, (class, terrain))| *class != Some(*terrain));
        Some(others.map(|(cell, (class, _))| (cell, *class)).collect())
    }

    /// The classes of a map that was loaded.
    pub(in crate::map) fn load(saved: &[(u32, Option<u8>)], nav_grid: &NavGrid) -> Self {
        let Some(map) = nav_grid.map() else { return Self::default() };
        let mut classes: Vec<Option<u8>> = map.terrain_classes().iter().copied().map(Some).collect();
        for &(cell, class) in saved {
            if let Some(known) = classes.get_mut(cell as usize) {
                *known = class;
            }
        }
        Self { map: Some((map.id(), map.grid().bounds())), classes: Arc::new(classes) }
    }
}
