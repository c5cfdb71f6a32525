//! serde for regions that are partly found: how far the search has come is written, and as much of it is done again.

use super::build::RegionsBuild;
use crate::ground::{CellRect, ClassSet, Grid, Topology};
use serde::{Deserialize, Serialize};

/// How far a build has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RegionsProgress {
    chunks: u64,
    edited: Vec<CellRect>,
}

impl RegionsBuild {
    pub(crate) fn progress(&self) -> RegionsProgress {
        RegionsProgress { chunks: self.chunks_found() as u64, edited: self.edited.clone() }
    }

    /// Whether the pieces of all chunks are found.
    pub(crate) fn has_all_chunks(&self) -> bool {
        self.chunks_found() == self.chunk_count()
    }

    /// A build that has come as far. `None` if the progress is that of a build for another map.
    pub(crate) fn resumed(
        grid: &Grid,
        passable: ClassSet,
        topology: Topology,
        progress: RegionsProgress,
    ) -> Option<Self> {
        let mut build = Self::new(grid, passable, topology);
        while (build.chunks_found() as u64) < progress.chunks {
            build.step(grid)?;
        }
        if progress.edited.iter().any(|rect| !rect.is_on(grid.bounds())) {
            return None;
        }
        build.edited = progress.edited;
        Some(build)
    }
}
