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
//! # Doors, gates, walls that break
//!
//! An obstacle may be open for some. [`NavObstacle::with_class`](crate::NavObstacle::with_class) gives it a class, and the profile of each agent
//! says what the class costs, in tiles: 0 is a wall, and any other number is paid once for each cell of the obstacle. A good number is the
//! time that opening takes, in steps: an agent then walks round a door if that is faster than to open it.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! const DOOR: u8 = 200;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! // A wall with a door, and a gap far to the right.
//! let grid = Grid::from_rows([[1, 1, 1, 1, 1, 1], [0, 1, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1]])?;
//! app.insert_resource(NavGrid::from_grid(grid, CellGeometry::squares(16.0)?));
//! app.world_mut().spawn((Transform::from_xyz(16.0, 16.0, 0.0), NavObstacle::default().with_class(DOOR)));
//! app.update();
//! let nav_grid = app.world().resource::<NavGrid>();
//! let passes = |turns| -> Result<bool> {
//!     let profile = CostProfile::default().with_cost(DOOR, turns);
//!     let path = nav_grid.find_path(&profile, PathQuery::new(IVec2::new(1, 2), IVec2::new(1, 0)))?;
//!     Ok(path.cells().contains(&IVec2::new(1, 1)))
//! };
//! assert!(passes(1)? && passes(5)?); // a guard with a key, a thief with a lock pick
//! assert!(!passes(30)? && !passes(0)?); // it takes too long; no way
//! # Ok(())
//! # }
//! ```
//!
//! The [recipes](super::recipes) show doors, keys, gates of a team, sieges, bridges and more.
//!
//! - Several obstacles may be on a cell: for each profile, the dearest counts. There are 256 classes, for terrain and obstacles together.
//!   Where obstacles of several classes overlap, each combination takes one more number; if none is left, the log names the cell.
//! - In the default profile, class n costs n tiles. Set the class of a door to 0 there if most agents can't open it.
//! - [`CostProfile::with_pass_through`](tilepath::CostProfile::with_pass_through): agents may cross cells of a class, but no path ends in one.
//!   `Reachable` does not list such cells, a range is reached in another cell, and a request for such a cell alone fails with `GoalBlocked`.
//! - [`PathRequest::stop_before`](crate::PathRequest::stop_before) lets an agent stop in front of a door. The event
//!   [`ObstacleAhead`](crate::ObstacleAhead) names the door. The game opens it, or breaks it, and the agent walks on: see the example `doors`.
//! - [`NavObstacles`](crate::NavObstacles) finds the obstacles on the path of an agent, and how many steps away they are.
//! - [`Explain`](crate::Explain) names the doors on a path, and the door that cuts an agent off. A [partial
//!   path](crate::PathRequest::allow_partial) leads to this door, if no other free cell is nearer to the target.
//! - [`can_build_as`](crate::PlacementCheck::can_build_as) checks a planned gate: it cuts off nobody who can enter its class.
//! - An agent that is an obstacle itself ignores its own obstacle only if that has class 0.
//!
//! Examples: `placement`, `doors`, `rts` (a gate for workers only), `tower_defense`. Next: [recipes](super::recipes).
