//! Would building here cut a route? Asked before anything is built.

use crate::{
    danger::{DangerLayer, DangerStamp},
    grid::Grid,
    path::Path,
    path_task::find_path,
    priced_grid::PricedGrid,
    profile::CostProfile,
    query::{PathError, PathQuery},
    search::Search,
    topology::Topology,
};
use glam::IVec2;

/// What one thinks of building: cells that would be blocked, and the danger that would come with it.
#[derive(Clone, Default, Debug)]
pub struct Blockade<'a> {
    cells: &'a [IVec2],
    danger: Vec<(usize, &'a DangerStamp, IVec2)>,
}

impl<'a> Blockade<'a> {
    /// Blocks these cells. Cells outside the map are ignored.
    #[must_use]
    pub const fn new(cells: &'a [IVec2]) -> Self {
        Self { cells, danger: Vec::new() }
    }

    /// Adds danger to the layer numbered `layer`, with its middle on `cell`. It never cuts a route, but it bends the new one.
    /// A layer that the map does not have is ignored where no agent could have set an aversion to it.
    #[must_use]
    pub fn with_danger(mut self, layer: usize, stamp: &'a DangerStamp, cell: IVec2) -> Self {
        self.danger.push((layer, stamp, cell));
        self
    }
}

/// A route that must stay open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Route {
    /// Where agents come from.
    pub start: IVec2,
    /// Where they want to get.
    pub goal: IVec2,
}

impl Route {
    /// A route from one cell to another.
    #[must_use]
    pub const fn new(start: IVec2, goal: IVec2) -> Self {
        Self { start, goal }
    }
}

/// What would become of one route.
#[derive(Clone, PartialEq, Debug)]
pub enum RouteOutcome {
    /// It stays open, and this would be the cheapest way.
    Open(Path),
    /// It would be cut.
    Cut(PathError),
    /// It is cut already, whatever is built.
    AlreadyCut(PathError),
}

/// What would become of the routes, in the order in which they were asked for.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Placement {
    outcomes: Vec<RouteOutcome>,
}

impl Placement {
    /// Whether no route would be cut that is open now.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.first_cut().is_none()
    }

    /// The number of the first route that would be cut.
    #[must_use]
    pub fn first_cut(&self) -> Option<usize> {
        self.outcomes.iter().position(|outcome| matches!(outcome, RouteOutcome::Cut(_)))
    }

    /// What would become of each route.
    #[must_use]
    pub fn outcomes(&self) -> &[RouteOutcome] {
        &self.outcomes
    }
}

/// Searches every route on a copy of the map with the blockade in place.
pub(crate) fn check(
    grid: &Grid,
    danger: &[DangerLayer],
    topology: Topology,
    profile: &CostProfile,
    blockade: &Blockade,
    routes: &[Route],
    search: &mut Search,
) -> Placement {
    let mut trial_grid = grid.clone();
    for &cell in blockade.cells {
        // Outside the map there is nothing to block.
        let _ = trial_grid.set_class(cell, 0);
    }
    let mut trial_danger = danger.to_vec();
    for &(layer, stamp, cell) in &blockade.danger {
        while trial_danger.len() <= layer && layer < crate::Aversion::MAX_LAYERS {
            trial_danger.push(DangerLayer::new(grid.size()));
        }
        if let Some(layer) = trial_danger.get_mut(layer) {
            // A full layer takes no more danger, now or when it is built.
            let _ = layer.add(stamp, cell);
        }
    }
    let now = PricedGrid::new(grid, topology, profile, danger);
    let then = PricedGrid::new(&trial_grid, topology, profile, &trial_danger);
    let mut way = |priced: &PricedGrid, route: &Route| {
        let query = PathQuery::new(route.start, route.goal);
        find_path(priced.clone(), query, search, &mut ())
    };
    let outcomes = routes
        .iter()
        .map(|route| match way(&then, route) {
            Ok(path) => RouteOutcome::Open(path),
            Err(error) if way(&now, route).is_ok() => RouteOutcome::Cut(error),
            Err(error) => RouteOutcome::AlreadyCut(error),
        })
        .collect();
    Placement { outcomes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{danger::Falloff, nav_map::NavMap};

    fn ask(map: &NavMap, blockade: &Blockade, routes: &[Route]) -> Placement {
        map.placement(&CostProfile::default(), blockade, routes, &mut Search::new())
    }

    /// Two rooms joined by two doors.
    fn rooms() -> NavMap {
        let grid =
            Grid::from_rows([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1], [1, 1, 1, 1, 1]]).unwrap();
        NavMap::new(grid, Topology::default())
    }

    #[test]
    fn it_says_which_route_would_be_cut_and_changes_nothing() {
        let map = rooms();
        let within = Route::new([0, 0].into(), [1, 3].into());
        let across = Route::new([0, 3].into(), [4, 3].into());
        let doors: [IVec2; 2] = [[2, 0].into(), [2, 2].into()];
        let one = ask(&map, &Blockade::new(&doors[..1]), &[within, across]);
        assert!(one.is_legal());
        let both = ask(&map, &Blockade::new(&doors), &[within, across]);
        assert_eq!(both.first_cut(), Some(1));
        assert!(matches!(both.outcomes()[1], RouteOutcome::Cut(PathError::Unreachable { .. })));
        assert_eq!(map.grid().class(doors[0]), Some(1));
    }

    #[test]
    fn a_route_cut_already_is_no_reason_to_refuse() {
        let map = rooms();
        let into_wall = Route::new([0, 0].into(), [2, 1].into());
        let answer = ask(&map, &Blockade::new(&[[1, 1].into()]), &[into_wall]);
        assert!(answer.is_legal());
        assert!(matches!(answer.outcomes()[0], RouteOutcome::AlreadyCut(PathError::GoalBlocked(_))));
    }

    #[test]
    fn building_on_an_end_of_a_route_cuts_it() {
        let map = rooms();
        let route = Route::new([0, 0].into(), [4, 3].into());
        for end in [route.start, route.goal] {
            assert_eq!(ask(&map, &Blockade::new(&[end]), &[route]).first_cut(), Some(0));
        }
        let outside = ask(&map, &Blockade::new(&[[-1, 7].into()]), &[route]);
        assert!(outside.is_legal());
    }

    #[test]
    fn the_danger_that_would_come_bends_the_new_way() {
        let map = NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default());
        let stamp = DangerStamp::new(3.0, 9.0, Falloff::Flat).unwrap();
        let middle = IVec2::new(4, 4);
        let route = Route::new([0, 4].into(), [8, 4].into());
        let cells = [middle];
        let calm = ask(&map, &Blockade::new(&cells), &[route]);
        let bent = ask(&map, &Blockade::new(&cells).with_danger(3, &stamp, middle), &[route]);
        let (RouteOutcome::Open(calm), RouteOutcome::Open(bent)) = (&calm.outcomes()[0], &bent.outcomes()[0])
        else {
            panic!("both stay open");
        };
        assert!(bent.cells().len() > calm.cells().len());
        assert!(map.danger_layers().is_empty());
    }
}
