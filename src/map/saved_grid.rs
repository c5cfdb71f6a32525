//! What a save holds of the grid.

use super::nav_grid::{Loaded, NavGrid};
use std::borrow::Cow;
use tilepath::{CellGeometry, NavMap, fleet::FieldsRecipe};

/// What a save holds of the grid.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct SavedGrid<'a> {
    loaded: Option<SavedMap<'a>>,
    loading: bool,
}

/// What a save holds of the map.
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedMap<'a> {
    map: Cow<'a, NavMap>,
    geometry: CellGeometry,
    fields: FieldsRecipe,
}

impl NavGrid {
    /// What is saved.
    pub(crate) fn saved(&self) -> SavedGrid<'_> {
        let loaded = self.loaded.as_ref().map(|Loaded { map, geometry }| SavedMap {
            map: Cow::Borrowed(map),
            geometry: *geometry,
            fields: FieldsRecipe::of(&self.fields, map),
        });
        SavedGrid { loaded, loading: self.loading }
    }
}

impl SavedGrid<'_> {
    /// The grid.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub(crate) fn load(self) -> Result<NavGrid, String> {
        let Self { loaded, loading } = self;
        let Some(SavedMap { map, geometry, fields }) = loaded else {
            return Ok(NavGrid { loading, ..NavGrid::default() });
        };
        let map = map.into_owned();
        let shapes = [geometry.shape(), map.topology().shape()];
        if shapes[0] != shapes[1] {
            return Err(format!("a geometry of {:?} cells for a map of {:?} cells", shapes[0], shapes[1]));
        }
        let fields = fields.build(&map);
        Ok(NavGrid { loaded: Some(Loaded { map, geometry }), loading, fields })
    }
}
