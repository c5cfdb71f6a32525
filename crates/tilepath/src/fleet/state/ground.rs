//! Maps with their goal fields in saves.

use crate::{
    batch::Threads,
    fleet::fields::{FieldsRecipe, SharedFields},
    geometry::CellGeometry,
    jobs::{Job, RunJobs},
    map::{MapData, NavMap},
};
use serde::{Deserialize, Serialize};

/// What a save holds of a map, of where its cells are, and of the goal fields that agents share.
#[derive(Serialize, Deserialize)]
pub struct SavedGround<'a> {
    #[serde(borrow)]
    map: MapData<'a>,
    geometry: CellGeometry,
    #[serde(borrow)]
    fields: FieldsRecipe<'a>,
}

impl<'a> SavedGround<'a> {
    /// What is saved. `with_prepared`: also what takes long to prepare again.
    #[must_use]
    pub fn of(
        (map, fields): (&'a NavMap, &'a SharedFields),
        geometry: CellGeometry,
        with_prepared: bool,
    ) -> Self {
        let fields = FieldsRecipe::of(fields, map, with_prepared);
        Self { map: MapData::of(map, with_prepared), geometry, fields }
    }

    /// Makes the map and its fields again. What was not saved is prepared for the same profiles, and built for the same goals.
    ///
    /// # Errors
    /// What is wrong with data that no map has.
    pub fn read(self, threads: &impl Threads) -> Result<(NavMap, CellGeometry, SharedFields), String> {
        self.read_by(&on(threads))
    }

    pub(in crate::fleet) fn read_by(
        self,
        run: RunJobs<'_>,
    ) -> Result<(NavMap, CellGeometry, SharedFields), String> {
        let Self { map, geometry, fields } = self;
        let map = map.read(run)?;
        if geometry.shape() != map.topology().shape() {
            let (cells, map) = (geometry.shape(), map.topology().shape());
            return Err(format!("a geometry of {cells:?} cells for a map of {map:?} cells"));
        }
        let fields = fields.build(&map, run)?;
        Ok((map, geometry, fields))
    }
}

/// Runs jobs on threads.
pub(in crate::fleet) fn on(threads: &impl Threads) -> impl for<'a> Fn(Vec<Job<'a>>) {
    |jobs: Vec<Job<'_>>| threads.share(threads.count().min(jobs.len()), jobs.into_iter(), |job| job())
}
