//! Would building here cut a route? Asked before anything is built.

mod cut;
mod window;

pub use cut::{Cut, CutGoals, CutScratch};

use crate::{
    danger::{DangerLayer, DangerStamp},
    error::PathError,
    grid::Grid,
    nav_map::NavMap,
    path::Path,
    path_task::find_path,
    priced_grid::PricedGrid,
    profile::CostProfile,
    query::PathQuery,
    search::Search,
};
use glam::IVec2;
use smallvec::SmallVec;

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

    /// The cells that would be blocked.
    #[must_use]
    pub const fn cells(&self) -> &'a [IVec2] {
        self.cells
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
///
/// Told from what hangs together alone: where the cost of a way can't be represented the route counts as open, and only
/// [`NavMap::path_after`](crate::NavMap::path_after) answers [`PathError::TooCostly`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RouteOutcome {
    /// It is open, and stays so.
    Open,
    /// It is open, and would be cut.
    Cut(PathError),
    /// It is cut now already, so that what is built can do it no harm.
    AlreadyCut(PathError),
}

impl RouteOutcome {
    /// Whether it is open now and would be cut.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}

/// What would become of the routes, in the order in which they were asked for.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Placement {
    outcomes: SmallVec<[RouteOutcome; 4]>,
}

impl Placement {
    /// What would become of these routes. Allocates nothing for up to four.
    #[must_use]
    pub fn of(cut: &Cut, routes: &[Route]) -> Self {
        Self { outcomes: routes.iter().map(|&route| cut.outcome(route)).collect() }
    }

    /// Whether no route would be cut that is open now.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.first_cut().is_none()
    }

    /// The number of the first route that would be cut.
    #[must_use]
    pub fn first_cut(&self) -> Option<usize> {
        self.cut().next()
    }

    /// The numbers of all routes that would be cut.
    pub fn cut(&self) -> impl Iterator<Item = usize> {
        self.outcomes.iter().enumerate().filter(|(_, outcome)| outcome.is_cut()).map(|(route, _)| route)
    }

    /// What would become of each route.
    #[must_use]
    pub fn outcomes(&self) -> &[RouteOutcome] {
        &self.outcomes
    }
}

impl NavMap {
    /// Would this blockade cut one of the routes? Changes nothing.
    ///
    /// Takes microseconds on a map that is [prepared](NavMap::prepare), and O(cells) on one that isn't. Nothing is allocated once the
    /// scratch has grown to what the map needs, for up to four routes.
    #[must_use]
    pub fn placement(
        &self,
        profile: &CostProfile,
        blockade: &Blockade,
        routes: &[Route],
        scratch: &mut CutScratch,
    ) -> Placement {
        Placement::of(&self.cut(profile, blockade.cells(), scratch), routes)
    }

    /// What blocking these cells would tear apart, to be asked of any number of routes or agents. Changes nothing.
    ///
    /// The cells round the blockade are looked at first; only where they don't decide are the parts searched that may be torn off, by
    /// turns and without the largest. Cells outside the map are ignored.
    #[must_use]
    pub fn cut<'a>(&'a self, profile: &CostProfile, cells: &[IVec2], scratch: &'a mut CutScratch) -> Cut<'a> {
        let passable = profile.passable();
        let corners = self.topology().connects_corners();
        Cut::new(self.grid(), passable, corners, self.regions_for(passable), cells, scratch)
    }

    /// The cheapest way of a route with a blockade in place, with the danger that comes with it. Changes nothing.
    ///
    /// It is searched cell by cell on a copy of the map: ask for it when it is to be shown, not to learn whether there is one.
    ///
    /// # Errors
    /// [`PathError`] tells the reasons apart.
    pub fn path_after(
        &self,
        profile: &CostProfile,
        blockade: &Blockade,
        route: Route,
        search: &mut Search,
    ) -> Result<Path, PathError> {
        let (grid, danger) = build(self.grid(), self.danger_layers(), blockade);
        let priced = PricedGrid::new(&grid, self.topology(), profile, &danger);
        find_path(priced, PathQuery::new(route.start, route.goal), search, &mut ())
    }
}

/// A copy of the map with a blockade in place.
fn build(grid: &Grid, danger: &[DangerLayer], blockade: &Blockade) -> (Grid, Vec<DangerLayer>) {
    let mut grid = grid.clone();
    for &cell in blockade.cells {
        // Outside the map there is nothing to block.
        let _ = grid.set_class(cell, 0);
    }
    let mut danger = danger.to_vec();
    for &(layer, stamp, cell) in &blockade.danger {
        while danger.len() <= layer && layer < crate::Aversion::MAX_LAYERS {
            danger.push(DangerLayer::new(grid.size()));
        }
        if let Some(layer) = danger.get_mut(layer) {
            // A full layer takes no more danger, now or when it is built.
            let _ = layer.add(stamp, cell);
        }
    }
    (grid, danger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{danger::Falloff, nav_map::NavMap, profile::CostProfile, search::Search, topology::Topology};

    fn ask(map: &NavMap, blockade: &Blockade, routes: &[Route]) -> Placement {
        map.placement(&CostProfile::default(), blockade, routes, &mut CutScratch::new())
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
        let way = |blockade: &Blockade| {
            map.path_after(&CostProfile::default(), blockade, route, &mut Search::new()).unwrap()
        };
        let calm = way(&Blockade::new(&cells));
        let bent = way(&Blockade::new(&cells).with_danger(3, &stamp, middle));
        assert!(bent.cells().len() > calm.cells().len());
        assert!(map.danger_layers().is_empty());
    }
}
