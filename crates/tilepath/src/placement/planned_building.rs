//! Blockades: what a player might build.

use crate::ground::DangerStamp;
use glam::IVec2;

/// Something that might be built: cells that would be blocked, and the danger that would come with it.
#[derive(Clone, Default, Debug)]
pub struct PlannedBuilding<'a> {
    cells: &'a [IVec2],
    pub(super) danger: Vec<(usize, &'a DangerStamp, IVec2)>,
}

impl<'a> PlannedBuilding<'a> {
    /// Blocks these cells. Cells outside the map are ignored.
    #[must_use]
    pub const fn new(cells: &'a [IVec2]) -> Self {
        Self { cells, danger: Vec::new() }
    }

    /// The cells that would be blocked.
    #[must_use]
    pub const fn cells(&self) -> &'a [IVec2] {
        self.cells
    }

    /// Adds danger to the layer numbered `layer`, with its middle on `cell`. Danger never cuts a route, but may change the new path. A
    /// layer number of [`Aversion::MAX_LAYERS`](crate::Aversion::MAX_LAYERS) or above is ignored.
    #[must_use]
    pub fn with_danger(mut self, layer: usize, stamp: &'a DangerStamp, cell: IVec2) -> Self {
        self.danger.push((layer, stamp, cell));
        self
    }
}
