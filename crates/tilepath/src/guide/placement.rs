//! Chapter 12, placement: find out what a building would cut off, before it is built.
//!
//! ```
//! use tilepath::placement::{CutScratch, PlannedBuilding, Route};
//! use tilepath::{CostProfile, Grid, NavMap, SearchScratch, Topology};
//!
//! let grid = Grid::from_rows([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1]])?;
//! let mut map = NavMap::new(grid, Topology::default());
//! let profile = CostProfile::default();
//! map.prepare(&profile);
//!
//! let routes = [Route::new([0, 0].into(), [4, 0].into()), Route::new([0, 0].into(), [1, 2].into())];
//! let mut scratch = CutScratch::new(); // keep it and reuse it
//! let gap = [[2, 1].into()];
//! let report = map.check_routes(&profile, &PlannedBuilding::new(&gap), &routes, &mut scratch);
//! assert!(!report.is_legal());
//! assert_eq!(report.first_cut(), Some(0)); // the second route stays open
//!
//! let corner = [[4, 2].into()];
//! let tower = PlannedBuilding::new(&corner);
//! assert!(map.check_routes(&profile, &tower, &routes, &mut scratch).is_legal());
//!
//! // The path that agents would take then, for a preview.
//! let path = map.path_after(&profile, &tower, routes[0], &mut SearchScratch::new())?;
//! assert_eq!(path.cells().len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NavMap::check_routes`](crate::NavMap::check_routes) tells which routes a
//! [`PlannedBuilding`](crate::placement::PlannedBuilding) would cut. It changes nothing. On a [prepared](super::preparing) map
//! a check takes microseconds; on any other map it takes O(cells).
//!
//! - A [`Route`](crate::placement::Route) is a start and a goal that must stay connected. Only the connection counts, not the
//!   cost.
//! - For each route the outcome is `Open`, `Cut` or `AlreadyCut` ([`RouteOutcome`](crate::placement::RouteOutcome)). A route
//!   that is cut already does not make a building illegal.
//! - If a player places several buildings at once, check them together, as one list of cells. Each building alone may be legal
//!   while both together cut a route.
//! - For agents of several profiles, check once with each profile.
//!
//! More questions:
//!
//! - [`NavMap::cut`](crate::NavMap::cut) makes a [`Cut`](crate::placement::Cut): one check for any number of routes and agents.
//!   On a prepared map, each further answer takes O(1).
//! - [`NavMap::path_after`](crate::NavMap::path_after) searches cell by cell on a copy of the map. Use it to show a path, not
//!   to decide whether a building is legal.
//! - [`PlannedBuilding::with_danger`](crate::placement::PlannedBuilding::with_danger) adds the danger of a planned tower.
//!   Danger cuts no route, but it may change the cheapest path.
//! - [`NavMap::reachable_after`](crate::NavMap::reachable_after) gives the [movement range](super::movement_range) after the
//!   building.
//!
//! This is the last chapter. The docs of each type say more; start with [`NavMap`](crate::NavMap).
