//! The map of the grid, as tilemaps of any kind see it.

use crate::map::nav_grid::NavGrid;

impl NavGrid {
    /// Removes the map because its tilemap is gone. Another tilemap may bring the next one.
    pub(in crate::map) fn lose_map(&mut self) {
        (self.loaded, self.loading) = (None, false);
    }

    /// Whether the tilemap must make its map again: the game has inserted an empty grid. After [`NavGrid::unload`], it must not.
    pub(in crate::map) const fn lacks_map(&self) -> bool {
        self.loaded.is_none() && !self.loading && !self.is_unloaded
    }
}
