//! Planned buildings: what a player might build, and the map as it would be then.

use crate::{
    ground::{Aversion, CostProfile, DangerLayer, DangerStamp, Grid, PricedGrid, Topology},
    map::MapWithoutObstacles,
};
use glam::IVec2;
use std::borrow::Cow;

/// A planned building: the cells that it would block, for everybody or for some, and the danger that it would add to the map.
///
/// [`NavMap::check_routes`](crate::NavMap::check_routes) reports which routes the building would cut.
#[derive(Clone, Default, Debug)]
pub struct PlannedBuilding<'a> {
    cells: &'a [IVec2],
    class: u8,
    danger: Vec<(usize, &'a DangerStamp, IVec2)>,
}

impl<'a> PlannedBuilding<'a> {
    /// A planned building that blocks these cells and adds no danger. Cells outside the map are ignored.
    #[must_use]
    pub const fn new(cells: &'a [IVec2]) -> Self {
        Self { cells, class: 0, danger: Vec::new() }
    }

    /// Sets the class of the building, 0 by default. A gate, for example, cuts routes only for profiles that can't enter its class: see
    /// [`NavMap::block_as`](crate::NavMap::block_as).
    #[must_use]
    pub fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// The class of the building.
    #[must_use]
    pub const fn class(&self) -> u8 {
        self.class
    }

    /// The cells that the building would block.
    #[must_use]
    pub const fn cells(&self) -> &'a [IVec2] {
        self.cells
    }

    /// Adds the danger of `stamp` to the danger layer numbered `layer`, with the middle of the stamp on `cell`. Danger never cuts
    /// a route, but it may change the cheapest path.
    ///
    /// Has no effect if `layer` is [`Aversion::MAX_LAYERS`] or greater.
    #[must_use]
    pub fn with_danger(mut self, layer: usize, stamp: &'a DangerStamp, cell: IVec2) -> Self {
        self.danger.push((layer, stamp, cell));
        self
    }
}

/// A copy of a map as an agent sees it, with a blockade and its danger in place. Danger is copied only if some is added.
pub(super) struct BuiltMap<'a> {
    grid: Grid,
    danger: Cow<'a, [DangerLayer]>,
    topology: Topology,
}

impl<'a> BuiltMap<'a> {
    pub(super) fn new(
        seen: &MapWithoutObstacles<'a>,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
    ) -> Self {
        let map = seen.map();
        let (grid, mut danger) =
            (seen.grid_with(profile, blockade.cells, blockade.class), Cow::Borrowed(map.danger_layers()));
        let added = blockade.danger.iter().filter(|&&(layer, ..)| layer < Aversion::MAX_LAYERS);
        for &(layer, stamp, cell) in added {
            let danger = danger.to_mut();
            while danger.len() <= layer {
                danger.push(DangerLayer::new(map.topology().shape(), grid.bounds()));
            }
            // A full layer takes no more danger, neither now nor when this is built.
            let _ = danger[layer].add(stamp, cell);
        }
        Self { grid, danger, topology: map.topology() }
    }

    pub(super) fn priced(&self, profile: &CostProfile) -> PricedGrid<'_> {
        PricedGrid::of_fitting(&self.grid, self.topology, profile, &self.danger)
    }
}
