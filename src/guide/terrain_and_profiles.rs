//! Chapter 2, terrain and profiles: what a step costs each kind of agent, obstacles, and functions that query the map.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! // Class 7 is water. The last row is y = 0.
//! let grid = Grid::from_rows([[1, 1, 1, 1, 1], [7, 7, 7, 7, 1], [1, 1, 1, 1, 1]])?;
//! let geometry = CellGeometry::squares(16.0)?;
//! app.insert_resource(NavGrid::from_grid(grid, geometry));
//!
//! let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
//! let swimmer = profiles.add(CostProfile::default().with_cost(7, 1));
//! let soldier = profiles.add(CostProfile::default().with_cost(7, 0)); // 0: water is a wall
//!
//! // Both go from cell (0, 0) to cell (0, 2).
//! let request = PathRequest::to_cell(IVec2::new(0, 2));
//! let [swimmer, soldier] = [swimmer, soldier]
//!     .map(|profile| app.world_mut().spawn((Transform::default(), request.clone().with_profile(profile))).id());
//! app.update();
//!
//! let nav_grid = app.world().resource::<NavGrid>();
//! let path = |agent| app.world().get::<PathResult>(agent).unwrap().cells(nav_grid);
//! assert_eq!(path(swimmer).len(), 3);
//! assert_eq!(path(soldier).len(), 11);
//! # Ok(())
//! # }
//! ```
//!
//! **A step costs** its length × (terrain cost + aversion · danger). Terrain cost and danger are those of the cell that the agent
//! *enters*. All costs are exact integers, so the path found is always a cheapest path, and the same on every machine.
//!
//! In the default profile class 0 is a wall and class n costs n, so you can write a map as a matrix of costs. Rows of text work,
//! too: `Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))`. A profile gives
//! each of the 256 classes a cost from 0 (a wall) to 65,535. In `CostProfile::blocked()` every class is a wall.
//!
//! A request without a profile uses the default profile. When you change a profile with
//! [`CostProfiles::get_mut`](crate::CostProfiles::get_mut), the plugin replans all paths. Profiles can't be removed.
//!
//! The plugin prepares the map for the first four profiles, and for up to four others that agents use often. For any other
//! profile, searches and placement checks take longer.
//!
//! **Who breaks walls** pays for them. A price for class 0 opens *every* wall and obstacle of the map, the rock at its edge
//! included. So give what can be broken a class of its own, which all other profiles close:
//!
//! ```
//! # use bevy_tilepath::prelude::*;
//! const WOOD: u8 = 8; // rock is class 0
//! let citizen = CostProfile::default().with_cost(WOOD, 0);
//! let breaker = CostProfile::default().with_cost(WOOD, 20); // as bad as a detour of 20 tiles
//! assert!(breaker.passable().contains(WOOD) && !citizen.passable().contains(WOOD) && !breaker.passable().contains(0));
//! ```
//!
//! A cell under a [`NavObstacle`](crate::NavObstacle) has class 0, unless the obstacle has [another](super::placement). So to let agents break obstacles only, give the rock another
//! class that every profile closes, and class 0 a price: `with_cost(ROCK, 0).with_cost(0, 20)`. Change the default profile with
//! `profiles.get_mut(ProfileId::default())`.
//!
//! # Large agents
//!
//! A profile says how wide its agents are, in cells: [`with_size`](tilepath::CostProfile::with_size) draws which cells they cover.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! // A gap of one cell, and one of two.
//! let grid = Grid::from_rows([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1], [1, 1, 1, 1, 1]])?;
//! let nav_grid = NavGrid::from_grid(grid, CellGeometry::squares(16.0)?);
//! let elephant = CostProfile::default().with_size(2)?;
//! let [start, corner] = [IVec2::new(0, 2), IVec2::new(4, 4)];
//! let path = nav_grid.find_path(&elephant, PathQuery::new(start, corner))?;
//! assert_eq!(path.cells().last(), Some(&IVec2::new(3, 3))); // here it covers the corner
//! # Ok(())
//! # }
//! ```
//!
//! - An agent of size 3 fits where 3 × 3 cells are free (on hexagons a disc of seven), and pays for the dearest of them. Danger counts in its middle.
//! - A target is reached as soon as the agent covers it; with a range, as soon as any of its cells is within the range. With
//!   [`by_middle`](crate::PathRequest::by_middle) its middle must be there.
//! - The `Transform` is in the middle of the cell that names its place. An agent of even size reaches half a cell farther to the upper right: shift its
//!   sprite by that, as the example `sizes` does with an `Anchor`.
//! - An agent that does not fit where it is walks straight to the nearest place where it does.
//! - In a [crowd](super::crowds) it keeps all its cells to itself, and pushes all that stand in its way together.
//! - Each profile with a size of its own takes a byte a cell more, and each edit a little more time.
//!
//! # Obstacles
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # fn spawn(mut commands: Commands) {
//! let at = |x: f32, y: f32| Transform::from_xyz(x, y, 0.0);
//! commands.spawn((at(32.0, 16.0), NavObstacle::default())); // the cell under it
//! commands.spawn((at(80.0, 16.0), NavObstacle::rect(Vec2::new(3.0, 2.0)))); // 3 × 2 tiles
//! commands.spawn((at(80.0, 96.0), NavObstacle::circle(1.5))); // 1.5 tiles round it
//! # }
//! # bevy::ecs::system::assert_is_system(spawn);
//! ```
//!
//! - A [`NavObstacle`](crate::NavObstacle) blocks each cell whose centre it covers. The blocked cells follow the `Transform` of
//!   the obstacle, and are free again when you remove or despawn it. Obstacles may overlap.
//! - If an agent or one of its descendants has a `NavObstacle` component, the obstacle blocks other agents but not that agent.
//! - A path can't end in an obstacle. To send an agent next to an obstacle, ask for [`within(1.5)`](crate::PathRequest::within).
//!
//! # Links: stairs, ladders, portals, floors
//!
//! A [`NavLink`](crate::NavLink) joins the cell under its entity with another cell of the map. Each floor of a house is a part of one map, anywhere
//! beside the others, and links join them; the game draws each part where it likes. If each floor is a tilemap, as in the example `floors`, put the
//! tilemaps a whole number of tiles apart, so that their cells lie on one grid and the plugin makes one map of them. Tilemaps on top of each other
//! are layers of one floor.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! fn spawn(mut commands: Commands) {
//!     // A stair, 3 tiles long.
//!     let foot = Transform::from_xyz(80.0, 32.0, 0.0);
//!     commands.spawn((foot, NavLink::to_cell(IVec2::new(42, 2)).two_way().with_length(3.0)));
//!     // A portal: at once at the other end.
//!     let portal = Transform::from_xyz(16.0, 16.0, 0.0);
//!     commands.spawn((portal, NavLink::to_position(Vec2::new(480.0, 16.0)).with_seconds(0.0)));
//! }
//! /// A game may move an agent on a link as it likes.
//! fn climb(entered: On<LinkEntered>, mut sprites: Query<&mut Sprite>) {
//!     if let Ok(mut sprite) = sprites.get_mut(entered.entity) {
//!         sprite.flip_x = entered.from.x > entered.to.x;
//!     }
//! }
//! # bevy::ecs::system::assert_is_system(spawn);
//! # App::new().add_observer(climb);
//! ```
//!
//! - A step over a link costs as much as a straight step onto the cell where it ends, plus its length at the price of its class. A class with a cost of
//!   0 closes the link for the agents of a profile: so a class is a key, or wings.
//! - Paths over links are the cheapest, in every kind of search. What is built in front of a stair cuts the routes over it.
//! - `is_open` opens and closes a link. Agents that are on a link come to its end.
//! - Agents of a crowd cross a link one after the other: while they are on it, they are in no cell. On a long stair `with_room(4)` lets four of them
//!   follow each other. An agent waits at the end of a link until the cell there has a place.
//! - An agent wider than a cell needs room at both ends, around the cells that the link names.
//! - The points of a path ([`PathResult::points`](crate::PathResult::points)) and the overlay show a link as a straight line.
//!
//! # Walls between two cells: fences, ledges, belts
//!
//! An [`EdgeWall`](crate::EdgeWall) stands on the edge between the cell under its entity and a neighbour, and fills no cell.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! /// Agents with a price for this class climb over fences.
//! const FENCE: u8 = 210;
//! fn spawn(mut commands: Commands) {
//!     // A fence at the upper side of a cell. Climbing costs as much as two tiles.
//!     let fence = EdgeWall::towards(Vec2::Y).with_class(FENCE).with_length(2.0);
//!     commands.spawn((Transform::from_xyz(80.0, 32.0, 0.0), fence));
//!     // A ledge: down to the south, and not up.
//!     commands.spawn((Transform::from_xyz(80.0, 64.0, 0.0), EdgeWall::towards(Vec2::NEG_Y).one_way()));
//! }
//! # bevy::ecs::system::assert_is_system(spawn);
//! ```
//!
//! - Class 0 is a wall to all whose profile has no cost for it. Another class is a key, or the legs of a goat.
//! - A one-way wall is a ledge, a conveyor belt, a turnstile: agents step freely away from the cell of the entity, and not back.
//! - `is_open` opens and closes a wall: a gate.
//! - Paths go round walls in every kind of search, and nothing needs to be prepared again. Regions, reach, fields, views, placement checks and crowds
//!   know them.
//! - Past the end of a wall, the diagonal rule decides about diagonal steps, as it does at the corner of a cell.
//! - Agents that pay to pass a wall cross it straight, never diagonally.
//! - [`Explain`](crate::Explain) names the walls that cut an agent off.
//! - A wider agent is stopped by each wall that one of its cells would meet, and does not move sideways onto a wall.
//!
//! # Questions to the map
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! let geometry = CellGeometry::squares(16.0)?;
//! let mut nav_grid = NavGrid::from_grid(Grid::new(UVec2::new(9, 9), 1)?, geometry);
//! let (profile, here) = (CostProfile::default(), IVec2::new(4, 4));
//! assert_eq!(nav_grid.cell_at(Vec2::new(65.0, 60.0)), Some(here));
//! assert_eq!(nav_grid.find_path(&profile, PathQuery::new(here, IVec2::new(8, 4)))?.cells().len(), 5);
//!
//! // The movement range of a tactics game: all cells that two tiles of walking reach.
//! let mut reachable = Reachable::default();
//! nav_grid.reachable(&profile, here, StepLengths::default().cost_of_tiles(2.0), &mut reachable)?;
//! assert_eq!(reachable.cells().len(), 13);
//!
//! // An edit. Agents that need another path get one in the next frame.
//! nav_grid.map_mut().ok_or("no map")?.set_terrain(here, 0)?;
//! assert!(nav_grid.is_blocked(here));
//! # Ok(())
//! # }
//! ```
//!
//! **A question takes a `&CostProfile`, a request takes a [`ProfileId`](crate::ProfileId).** This holds for
//! [`NavGrid`](crate::NavGrid), [`PlacementCheck`](crate::PlacementCheck) and [`Explain`](crate::Explain).
//! [`CostProfiles::get`](crate::CostProfiles::get) returns the profile of an id.
//!
//! **From a cost to text:** a [`Cost`](tilepath::Cost) is a whole number of small units.
//! [`StepLengths::in_tiles`](tilepath::StepLengths::in_tiles) converts it to tiles of plain ground, as in
//! `format!("{:.1} tiles", lengths.in_tiles(path.cost()))`. The lengths of the map are `map.topology().lengths()`.
//!
//! **Many jobs at once:** one [`Reachable`](tilepath::Reachable) holds the costs to all cells in reach. Fill it once for a worker,
//! with [`Cost::INFINITE`](tilepath::Cost::INFINITE) for no limit, and compare all jobs by
//! [`Reachable::cost`](tilepath::Reachable::cost), instead of one search for each job:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::{prelude::*, tilepath::Cost};
//! # fn main() -> Result {
//! # let nav_grid = NavGrid::from_grid(Grid::new(UVec2::new(9, 9), 1)?, CellGeometry::squares(16.0)?);
//! # let worker = IVec2::new(4, 4);
//! let jobs = [IVec2::new(0, 8), IVec2::new(7, 4), IVec2::new(4, 8)];
//! let mut reachable = Reachable::default();
//! nav_grid.reachable(&CostProfile::default(), worker, Cost::INFINITE, &mut reachable)?;
//! let cheapest = jobs.into_iter().filter_map(|job| Some((reachable.cost(job)?, job))).min_by_key(|&(cost, _)| cost);
//! assert_eq!(cheapest.map(|(_, job)| job), Some(IVec2::new(7, 4)));
//! # Ok(())
//! # }
//! ```
//!
//! For one job and many workers, the workers share a [goal field](super::hordes). For the nearest of several targets, a request
//! is enough ([`PathRequest::to_nearest`](crate::PathRequest::to_nearest)).
//!
//! Use [`NavGrid::map_mut`](crate::NavGrid::map_mut) only on a map that does not come from a tilemap. On the map of a tilemap,
//! your edit of a cell is overwritten as soon as the class of its tiles changes.
//!
//! Editing one tile takes microseconds on a map of any size. If the edit splits or joins regions (connected parts of the map), it
//! also takes time in proportion to the size of the smaller regions.
//!
//! [`PathfindingSettings`](crate::PathfindingSettings) has two rules for the whole map:
//!
//! - `diagonals` says when a diagonal step is legal: `Never`, `OnlyWhenNoObstacles` (the default: no corner is cut),
//!   `IfAtMostOneObstacle` or `Always`.
//! - `step_lengths` is the ratio of straight to diagonal steps: `EUCLIDEAN` (the default, 1 : √2), `CLASSIC` (10 : 14) or
//!   `UNIFORM` (1 : 1).
//!
//! # Limits
//!
//! - A map has at most 16,777,216 cells, for example 4096 × 4096 or 20,000 × 800, and no side above 32,768. All tilemaps are parts of it.
//! - A path costs at most as much as 657,000 tiles of plain ground. A more expensive path fails with `TooCostly`. With
//!   `StepLengths::CLASSIC` the limit is 26 million tiles.
//!
//! Examples: `terrain_and_profiles`, `sizes`, `links`, `floors`, `one_way`, `doors`, `movement_range`. Next: [danger](super::danger).
