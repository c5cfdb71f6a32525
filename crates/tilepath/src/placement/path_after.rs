//! The path that a route would take once something is built.

use super::{
    planned_building::{BuiltMap, PlannedBuilding},
    route::Route,
};
use crate::{
    ground::CostProfile,
    map::{MapWithoutObstacles, NavMap},
    path::{Path, PathError, PathQuery},
    search::SearchScratch,
};

impl NavMap {
    /// The cheapest path of a route if this building and its danger were on the map. Changes nothing.
    ///
    /// Searches cell by cell on a copy of the map. Use it to show the new path. [`NavMap::check_routes`] is faster if you only
    /// need to know whether there is a path.
    ///
    /// # Errors
    /// [`PathError`] says why there is no path.
    pub fn path_after(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        route: Route,
        search: &mut SearchScratch,
    ) -> Result<Path, PathError> {
        self.without_obstacles(&[]).path_after(profile, blockade, route, search)
    }
}

impl MapWithoutObstacles<'_> {
    /// Does the same as [`NavMap::path_after`], but the agent's own obstacles do not block the agent. A cell of the building
    /// is blocked even if an own obstacle is on it.
    ///
    /// # Errors
    /// The same as [`NavMap::path_after`].
    pub fn path_after(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        route: Route,
        search: &mut SearchScratch,
    ) -> Result<Path, PathError> {
        let built = BuiltMap::new(self, profile, blockade);
        built.priced(profile).find_path(PathQuery::new(route.start, route.goal), search, &mut ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DangerStamp, Falloff, Grid, Shape, Topology};
    use glam::IVec2;

    #[test]
    fn on_every_shape_it_is_the_path_of_the_map_on_which_it_is_built() {
        let mut random = fastrand::Rng::with_seed(24);
        let (mut found, mut search) = (0, SearchScratch::new());
        for round in 0..700 {
            let size = glam::UVec2::new(random.u32(1..12), random.u32(1..12));
            let grid = Grid::from_fn(size, |_| random.u8(0..5).min(2)).unwrap();
            let topology = Topology::default().with_shape(Shape::ALL[round % Shape::ALL.len()]);
            let (mut map, profile) = (NavMap::new(grid, topology), CostProfile::default());
            let stamp = DangerStamp::new(random.f32() * 5.0, 6.0, Falloff::Linear).unwrap();
            let layer = random.usize(0..3);
            let mut any = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            let (route, cells, middle) = (Route::new(any(), any()), [any(), any()], any());
            // The map has no danger layer, or the first of three.
            if round % 2 == 0 {
                map.add_danger(0, &stamp, any()).unwrap();
            }
            let blockade = PlannedBuilding::new(&cells).with_danger(layer, &stamp, middle);
            let shown = map.path_after(&profile, &blockade, route, &mut search);
            cells.iter().for_each(|&cell| map.block(cell));
            map.add_danger(layer, &stamp, middle).unwrap();
            let built =
                map.find_path(&profile, PathQuery::new(route.start, route.goal), &mut search, &mut ());
            found += usize::from(built.is_ok());
            assert_eq!(shown.map(|path| path.cost()), built.map(|path| path.cost()), "{topology:?}");
        }
        assert!(found > 150, "{found}");
    }

    #[test]
    fn the_danger_that_would_come_bends_the_new_path() {
        let map = NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default());
        let stamp = DangerStamp::new(3.0, 9.0, Falloff::Flat).unwrap();
        let middle = IVec2::new(4, 4);
        let route = Route::new([0, 4].into(), [8, 4].into());
        let cells = [middle];
        let path = |blockade: &PlannedBuilding| {
            map.path_after(&CostProfile::default(), blockade, route, &mut SearchScratch::new()).unwrap()
        };
        let calm = path(&PlannedBuilding::new(&cells));
        let bent = path(&PlannedBuilding::new(&cells).with_danger(3, &stamp, middle));
        assert!(bent.cells().len() > calm.cells().len());
        assert!(map.danger_layers().is_empty());
    }
}
