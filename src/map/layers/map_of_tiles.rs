//! The map of the grid, as tilemaps of any kind see it.

use crate::map::nav_grid::NavGrid;
use tilepath::CellRect;

impl NavGrid {
    /// Removes the map because its tilemap is gone. Another tilemap may bring the next one.
    pub(in crate::map) fn lose_map(&mut self) {
        (self.loaded, self.loading) = (None, false);
        self.show_tilemaps(core::iter::empty());
    }

    /// Notes which cells are those of tilemaps.
    pub(in crate::map) fn show_tilemaps(&mut self, tilemaps: impl Iterator<Item = CellRect> + Clone) {
        if !tilemaps.clone().eq(self.tilemaps.iter().copied()) {
            self.tilemaps = tilemaps.collect();
            self.tilemaps_moved = true;
        }
    }
}
