//! The map as it would be after something is built.

use super::planned_building::PlannedBuilding;
use crate::{
    ground::{Aversion, CostProfile, DangerLayer, Grid, PricedGrid, Topology},
    map::MapWithoutObstacles,
};
use std::borrow::Cow;

/// A copy of a map as an agent sees it, with a blockade and its danger in place. Danger is copied only if some is added.
pub(super) struct BuiltMap<'a> {
    grid: Grid,
    danger: Cow<'a, [DangerLayer]>,
    topology: Topology,
}

impl<'a> BuiltMap<'a> {
    pub(super) fn new(seen: &MapWithoutObstacles<'a>, blockade: &PlannedBuilding) -> Self {
        let map = seen.map();
        let (mut grid, mut danger) = (seen.grid(), Cow::Borrowed(map.danger_layers()));
        for &cell in blockade.cells() {
            // Outside the map there is nothing to block.
            let _ = grid.set_class(cell, 0);
        }
        let added = blockade.danger.iter().filter(|&&(layer, ..)| layer < Aversion::MAX_LAYERS);
        for &(layer, stamp, cell) in added {
            let danger = danger.to_mut();
            while danger.len() <= layer {
                danger.push(DangerLayer::new(map.topology().shape(), grid.size()));
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
