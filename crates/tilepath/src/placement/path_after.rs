//! The path that a route would take once something is built.

use super::{blockade::Blockade, route::Route};
use crate::{
    ground::{Aversion, CostProfile, DangerLayer, Grid, PricedGrid},
    map::NavMap,
    path::{Path, PathError, PathQuery, find_path},
    search::Search,
};

impl NavMap {
    /// The cheapest path of a route once a blockade and its danger are in place. Changes nothing.
    ///
    /// Searches cell by cell on a copy of the map. Use it to show the path; whether there is one, [`NavMap::placement`] answers faster.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path.
    pub fn path_after(
        &self,
        profile: &CostProfile,
        blockade: &Blockade,
        route: Route,
        search: &mut Search,
    ) -> Result<Path, PathError> {
        let (grid, danger) = build(self.grid(), self.danger_layers(), blockade);
        let priced = PricedGrid::of_fitting(&grid, self.topology(), profile, &danger);
        find_path(priced, PathQuery::new(route.start, route.goal), search, &mut ())
    }
}

/// A copy of the map with a blockade in place.
fn build(grid: &Grid, danger: &[DangerLayer], blockade: &Blockade) -> (Grid, Vec<DangerLayer>) {
    let mut grid = grid.clone();
    for &cell in blockade.cells() {
        // Outside the map there is nothing to block.
        let _ = grid.set_class(cell, 0);
    }
    let mut danger = danger.to_vec();
    for &(layer, stamp, cell) in &blockade.danger {
        while danger.len() <= layer && layer < Aversion::MAX_LAYERS {
            danger.push(DangerLayer::new(grid.size()));
        }
        if let Some(layer) = danger.get_mut(layer) {
            // A full layer takes no more danger, neither now nor when this is built.
            let _ = layer.add(stamp, cell);
        }
    }
    (grid, danger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DangerStamp, Falloff, Topology};
    use glam::IVec2;

    #[test]
    fn the_danger_that_would_come_bends_the_new_path() {
        let map = NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default());
        let stamp = DangerStamp::new(3.0, 9.0, Falloff::Flat).unwrap();
        let middle = IVec2::new(4, 4);
        let route = Route::new([0, 4].into(), [8, 4].into());
        let cells = [middle];
        let path = |blockade: &Blockade| {
            map.path_after(&CostProfile::default(), blockade, route, &mut Search::new()).unwrap()
        };
        let calm = path(&Blockade::new(&cells));
        let bent = path(&Blockade::new(&cells).with_danger(3, &stamp, middle));
        assert!(bent.cells().len() > calm.cells().len());
        assert!(map.danger_layers().is_empty());
    }
}
