//! serde for a cost field that is partly built: how far it has come is written, and as much of it is built again.

use super::field_build::CostFieldBuild;
use crate::ground::{CellRect, CostProfile, DangerLayer, Grid, Topology};
use serde::{Deserialize, Serialize};

/// How far a build has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CostFieldProgress {
    done: u64,
    edited: Vec<CellRect>,
    restarts: u32,
}

impl CostFieldBuild {
    pub(crate) fn progress(&self) -> CostFieldProgress {
        CostFieldProgress { done: self.done as u64, edited: self.edited.clone(), restarts: self.restarts }
    }

    /// A build that has come as far. `None` if the progress is that of a build for another map.
    pub(crate) fn resumed(
        (grid, danger): (&Grid, &[DangerLayer]),
        topology: Topology,
        profile: &CostProfile,
        progress: CostFieldProgress,
    ) -> Option<Self> {
        let mut build = Self::new(grid, topology, profile);
        for _ in 0..progress.done {
            build.step(grid, danger)?;
        }
        if progress.edited.iter().any(|rect| !rect.is_on(grid.size())) {
            return None;
        }
        (build.edited, build.restarts) = (progress.edited, progress.restarts);
        Some(build)
    }
}
