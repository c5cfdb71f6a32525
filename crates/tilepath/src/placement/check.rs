//! Checks whether a building would cut a route.

use super::{
    cut::Cut,
    planned_building::PlannedBuilding,
    route::{Route, RouteOutcome},
    scratch::CutScratch,
};
use crate::{ground::CostProfile, map::NavMap};
use smallvec::SmallVec;

/// What a [planned building](PlannedBuilding) would do to a list of routes. [`NavMap::check_routes`] makes it.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct RouteReport {
    outcomes: SmallVec<[RouteOutcome; 4]>,
}

impl RouteReport {
    /// What would happen to these routes if the cells of `cut` were blocked. Allocates no memory for up to four routes.
    #[must_use]
    pub fn of(cut: &Cut, routes: &[Route]) -> Self {
        Self { outcomes: routes.iter().map(|&route| cut.outcome(route)).collect() }
    }

    /// Returns whether the building would cut no route that is open now.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.first_cut().is_none()
    }

    /// The index of the first route that would be cut. `None` if no route would be cut.
    #[must_use]
    pub fn first_cut(&self) -> Option<usize> {
        self.cut().next()
    }

    /// The indices of all routes that would be cut.
    pub fn cut(&self) -> impl Iterator<Item = usize> {
        self.outcomes.iter().enumerate().filter(|(_, outcome)| outcome.is_cut()).map(|(route, _)| route)
    }

    /// What would happen to each route, in the order in which the routes were given.
    #[must_use]
    pub fn outcomes(&self) -> &[RouteOutcome] {
        &self.outcomes
    }
}

impl NavMap {
    /// Checks which of the routes this building would cut for agents of this profile. Changes nothing.
    ///
    /// Takes microseconds on a [prepared](NavMap::prepare) map and O(cells) on any other. Pass the same `scratch` to each check:
    /// its memory is reused. On a prepared map, further checks of up to four routes then allocate no memory.
    #[must_use]
    pub fn check_routes(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        routes: &[Route],
        scratch: &mut CutScratch,
    ) -> RouteReport {
        RouteReport::of(&self.cut(profile, blockade, scratch), routes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{Grid, Topology},
        path::PathError,
    };
    use glam::IVec2;

    fn ask(map: &NavMap, blockade: &PlannedBuilding, routes: &[Route]) -> RouteReport {
        map.check_routes(&CostProfile::default(), blockade, routes, &mut CutScratch::new())
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
        let one = ask(&map, &PlannedBuilding::new(&doors[..1]), &[within, across]);
        assert!(one.is_legal());
        let both = ask(&map, &PlannedBuilding::new(&doors), &[within, across]);
        assert_eq!(both.first_cut(), Some(1));
        assert!(matches!(both.outcomes()[1], RouteOutcome::Cut(PathError::Unreachable { .. })));
        assert_eq!(map.grid().class(doors[0]), Some(1));
    }

    #[test]
    fn a_route_cut_already_is_no_reason_to_refuse() {
        let map = rooms();
        let into_wall = Route::new([0, 0].into(), [2, 1].into());
        let answer = ask(&map, &PlannedBuilding::new(&[[1, 1].into()]), &[into_wall]);
        assert!(answer.is_legal());
        assert!(matches!(answer.outcomes()[0], RouteOutcome::AlreadyCut(PathError::GoalBlocked(_))));
    }

    #[test]
    fn building_on_an_end_of_a_route_cuts_it() {
        let map = rooms();
        let route = Route::new([0, 0].into(), [4, 3].into());
        for end in [route.start, route.goal] {
            assert_eq!(ask(&map, &PlannedBuilding::new(&[end]), &[route]).first_cut(), Some(0));
        }
        let outside = ask(&map, &PlannedBuilding::new(&[[-1, 7].into()]), &[route]);
        assert!(outside.is_legal());
    }
}
