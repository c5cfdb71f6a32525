//! What a save holds of the grid.

use super::nav_grid::{Loaded, NavGrid};
use tilepath::{batch::Threads, fleet::SavedGround};

/// What a save holds of the grid.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedGrid<'a> {
    #[serde(borrow)]
    ground: Option<SavedGround<'a>>,
    /// Whether the game has called `set_loading`.
    loading: bool,
}

impl NavGrid {
    /// What is saved. `with_prepared`: also what takes long to prepare again. `may_be_loading`: whether it is the game that loads a map, not
    /// the plugin.
    pub(crate) fn saved(&self, with_prepared: bool, may_be_loading: bool) -> SavedGrid<'_> {
        let Self { loaded, loading, fields } = self;
        let ground = loaded
            .as_ref()
            .map(|Loaded { map, geometry }| SavedGround::of((map, fields), *geometry, with_prepared));
        SavedGrid { ground, loading: *loading && may_be_loading }
    }
}

impl SavedGrid<'_> {
    /// The grid.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub(crate) fn load(self, threads: &impl Threads) -> Result<NavGrid, String> {
        let Self { ground, loading } = self;
        let Some(ground) = ground else { return Ok(NavGrid { loading, ..NavGrid::default() }) };
        let (map, geometry, fields) = ground.read(threads)?;
        Ok(NavGrid { loaded: Some(Loaded { map, geometry }), loading, fields })
    }
}
