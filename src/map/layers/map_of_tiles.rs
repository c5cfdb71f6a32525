//! The map of the grid, as tilemaps of any kind see it.

use crate::map::nav_grid::NavGrid;
use bevy::platform::collections::HashSet;
use tilepath::CellRect;

impl NavGrid {
    /// Removes the map because its tilemap is gone. Another tilemap may bring the next one.
    pub(in crate::map) fn lose_map(&mut self) {
        (self.loaded, self.loading) = (None, false);
        self.show_tilemaps(core::iter::empty(), false);
    }

    /// Notes which cells are those of tilemaps, and whether the game has declared the bounds of the map.
    pub(in crate::map) fn show_tilemaps(
        &mut self,
        tilemaps: impl Iterator<Item = CellRect> + Clone,
        are_declared: bool,
    ) {
        let declared = self.bounds().filter(|_| are_declared);
        if declared != self.declared {
            self.changed_parts.extend([declared, self.declared].into_iter().flatten());
            self.declared = declared;
        }
        if !tilemaps.clone().eq(self.tilemaps.iter().copied()) {
            let key = |rect: &CellRect| [rect.min, rect.max];
            let before: HashSet<_> = self.tilemaps.iter().map(key).collect();
            let now: HashSet<_> = tilemaps.clone().map(|rect| key(&rect)).collect();
            let changed = before.symmetric_difference(&now).map(|&[min, max]| CellRect { min, max });
            self.changed_parts.extend(changed);
            self.tilemaps = tilemaps.collect();
        }
    }
}
