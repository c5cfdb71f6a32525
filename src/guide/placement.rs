//! Chapter 8, placement: find out what a building would cut off, before it is built.
//!
//! ```
//! use bevy::{ecs::system::RunSystemOnce, prelude::*};
//! use bevy_tilepath::{prelude::*, tilepath::placement::PlannedBuilding};
//!
//! fn check(mut check: PlacementCheck, nav_grid: Res<NavGrid>) -> Result {
//!     let route = Route::new(IVec2::new(0, 0), IVec2::new(4, 0));
//!     let (gap, corner) = ([IVec2::new(2, 1)], [IVec2::new(4, 2)]);
//!     assert_eq!(check.can_build(&gap, &[route]), Err(BuildRefusal::CutsRoute(0)));
//!     assert_eq!(check.can_build(&corner, &[route]), Ok(()));
//!
//!     // The path that agents would take then, for a preview.
//!     let path = nav_grid.path_after(&CostProfile::default(), &PlannedBuilding::new(&corner), route)?;
//!     assert_eq!(path.cells().len(), 5);
//!     Ok(())
//! }
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::squares(16.0)?;
//! let grid = Grid::from_rows([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1]])?;
//! # app.insert_resource(NavGrid::from_grid(grid, geometry));
//! # app.update();
//! # app.world_mut().run_system_once(check).unwrap()
//! # }
//! ```
//!
//! [`PlacementCheck`](crate::PlacementCheck) is a system parameter that changes nothing.
//! [`can_build`](crate::PlacementCheck::can_build) checks these conditions in this order. The first condition that does not hold
//! gives the [`BuildRefusal`](crate::BuildRefusal):
//!
//! 1. There is a map.
//! 2. All cells of the building are on the map.
//! 3. All these cells are free: no wall and no obstacle.
//! 4. No agent stands on these cells.
//! 5. The building cuts no route.
//! 6. The building cuts no agent off from its goal.
//!
//! More about the check:
//!
//! - A route is a start cell and a goal cell that must stay connected, for example the spawn and the base. If you pass no routes,
//!   the check only protects agents.
//! - [`check`](crate::PlacementCheck::check) returns all routes and all agents that would be cut off, not only the first. It
//!   checks the routes with the default profile; [`check_for`](crate::PlacementCheck::check_for) takes any profile. Each
//!   agent is always checked with its own profile.
//! - If your game places several buildings in one frame, check them together, as one list of cells. Each building alone may be
//!   legal while both together cut a route.
//! - An agent that stands on the cells of the planned building does not count as cut off, because it will walk out of them.
//!   [`agents_inside`](crate::PlacementCheck::agents_inside) returns such agents.
//! - `PlacementCheck` reads `Transform`, `PathRequest`, [`NavGrid`](crate::NavGrid) and [`CostProfiles`](crate::CostProfiles). A system that
//!   also writes one of them panics when it first runs, with the error `B0001` or `B0002`. Build through `Commands`, write in a second system,
//!   or use a `ParamSet`:
//!
//!   ```
//!   # use bevy::prelude::*;
//!   # use bevy_tilepath::prelude::*;
//!   fn wall_in(mut params: ParamSet<(PlacementCheck, ResMut<NavGrid>)>) -> Result {
//!       let cell = IVec2::new(4, 4);
//!       if params.p0().can_build(&[cell], &[]).is_ok()
//!           && let Some(map) = params.p1().map_mut()
//!       {
//!           map.set_terrain(cell, 0)?;
//!       }
//!       Ok(())
//!   }
//!   # let mut app = App::new();
//!   # app.add_plugins((MinimalPlugins, PathfindingPlugin)).add_systems(Update, wall_in);
//!   # app.update();
//!   ```
//! - To preview paths with the danger of a planned tower, pass the danger to `PlannedBuilding::with_danger`.
//!   [`DangerSource::stamp`](crate::DangerSource::stamp) returns this danger.
//!
//! How long these functions take:
//!
//! - [`check`](crate::PlacementCheck::check) takes microseconds for any number of agents if the building cuts nothing off. In a
//!   maze, 95 % of the checks take less than about 75 µs. If the building cuts off a part of the map or covers a goal, `check`
//!   also looks at every agent once.
//! - [`can_build`](crate::PlacementCheck::can_build) and [`agents_inside`](crate::PlacementCheck::agents_inside) always look at
//!   every agent.
//! - [`path_after`](crate::NavGrid::path_after) searches cell by cell on a copy of the map. Use it to show a path, not to decide
//!   whether a building is legal.
//!
//! Examples: `placement`, `tower_defense`. Next: [tilemaps](super::tilemaps).
