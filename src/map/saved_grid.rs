//! What a save holds of the grid.

use super::nav_grid::{Loaded, NavGrid};
use tilepath::{CellRect, batch::Threads, fleet::engine::SavedGround};

/// What a save holds of the grid.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedGrid<'a> {
    #[serde(borrow)]
    ground: Option<SavedGround<'a>>,
    loading: bool,
    /// Whether the game has called `unload`.
    is_unloaded: bool,
    /// The cells of the tilemaps that make up the map.
    tilemaps: Vec<CellRect>,
    /// The bounds of the map, if the game has declared them.
    declared: Option<CellRect>,
}

impl NavGrid {
    /// What is saved. `with_prepared`: also what takes long to prepare again.
    pub(crate) fn saved(&self, with_prepared: bool) -> SavedGrid<'_> {
        let Self { loaded, loading, is_unloaded, tilemaps, declared, fields, .. } = self;
        let ground = loaded
            .as_ref()
            .map(|Loaded { map, geometry }| SavedGround::of((map, fields), *geometry, with_prepared));
        let tilemaps = tilemaps.to_vec();
        SavedGrid { ground, loading: *loading, is_unloaded: *is_unloaded, tilemaps, declared: *declared }
    }
}

impl SavedGrid<'_> {
    /// The grid.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub(crate) fn load(self, threads: &impl Threads) -> Result<NavGrid, String> {
        let Self { ground, loading, is_unloaded, tilemaps, declared } = self;
        let Some(ground) = ground else { return Ok(NavGrid { loading, is_unloaded, ..NavGrid::default() }) };
        let (map, geometry, fields) = ground.read(threads)?;
        let (loaded, tilemaps) = (Some(Loaded { map, geometry }), tilemaps.into());
        Ok(NavGrid { loaded, loading, is_unloaded, tilemaps, declared, fields, ..NavGrid::default() })
    }
}
