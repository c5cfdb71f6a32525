//! Blockades: what a player might build.

use crate::ground::DangerStamp;
use glam::IVec2;

/// A planned building: the cells that it would block, and the danger that it would add to the map.
///
/// [`NavMap::check_routes`](crate::NavMap::check_routes) reports which routes the building would cut.
#[derive(Clone, Default, Debug)]
pub struct PlannedBuilding<'a> {
    cells: &'a [IVec2],
    pub(super) danger: Vec<(usize, &'a DangerStamp, IVec2)>,
}

impl<'a> PlannedBuilding<'a> {
    /// A planned building that blocks these cells and adds no danger. Cells outside the map are ignored.
    #[must_use]
    pub const fn new(cells: &'a [IVec2]) -> Self {
        Self { cells, danger: Vec::new() }
    }

    /// The cells that the building would block.
    #[must_use]
    pub const fn cells(&self) -> &'a [IVec2] {
        self.cells
    }

    /// Adds the danger of `stamp` to the danger layer numbered `layer`, with the middle of the stamp on `cell`. Danger never cuts
    /// a route, but it may change the cheapest path.
    ///
    /// Has no effect if `layer` is [`Aversion::MAX_LAYERS`](crate::Aversion::MAX_LAYERS) or greater.
    #[must_use]
    pub fn with_danger(mut self, layer: usize, stamp: &'a DangerStamp, cell: IVec2) -> Self {
        self.danger.push((layer, stamp, cell));
        self
    }
}
