//! Writes the classes of tiles to the grid.

use crate::map::nav_grid::NavGrid;
use bevy::prelude::*;
use tilepath::Grid;

/// Brings cells of the grid, by their row-major index, in step with the tiles on them.
pub(in crate::map) fn write_cells(
    nav_grid: &mut NavGrid,
    cells: impl Iterator<Item = u32>,
    class_at: impl Fn(u32) -> u8,
) {
    let Some(map) = nav_grid.map_mut() else { return };
    let size = map.grid().size();
    map.edit(|edits| {
        for cell in cells {
            let at = UVec2::new(cell % size.x, cell / size.x).as_ivec2();
            // The tiles are on cells of the map alone.
            let _ = edits.set_terrain(at, class_at(cell));
        }
    });
}

/// Logs that nobody can walk on a map.
pub(in crate::map) fn warn_of_walls(grid: &Grid, tilemap: Entity) {
    if grid.count(0) as usize == grid.len() {
        warn!(
            "every cell of the map of {tilemap} has class 0, a wall: does the table of NavTilemap name the textures of its tiles, and \
             have tiles that are entities TilePos and TilemapId?"
        );
    }
}
