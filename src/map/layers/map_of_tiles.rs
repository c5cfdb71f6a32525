//! The map of the grid, as tilemaps of any kind see it.

use crate::map::nav_grid::NavGrid;

impl NavGrid {
    /// Removes the map because its tilemap is gone. Another tilemap may bring the next one.
    pub(in crate::map) fn lose_map(&mut self) {
        (self.loaded, self.loading) = (None, false);
    }
}
