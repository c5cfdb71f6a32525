//! Chapter 5, followers: how the plugin moves an agent, and how your game can move it instead.
//!
//! ```
//! # use bevy::{prelude::*, time::TimeUpdateStrategy};
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
//! # let geometry = CellGeometry::squares(16.0)?;
//! # app.insert_resource(NavGrid::from_grid(Grid::from_rows([[1, 1, 3, 3, 1]])?, geometry));
//! let cart = app.world_mut().spawn((
//!     Transform::default(),
//!     PathRequest::to_cell(IVec2::new(4, 0)),
//!     PathFollower::with_speed(64.0).slowed_by_terrain(), // world units per second
//! )).id();
//! (0..15).for_each(|_| app.update());
//! assert!(!app.world().get::<PathFollower>(cart).unwrap().has_arrived(), "mud takes three times as long");
//!
//! app.world_mut().get_mut::<PathFollower>(cart).unwrap().speed *= 2.0;
//! (0..15).for_each(|_| app.update());
//! assert!(app.world().get::<PathFollower>(cart).unwrap().has_arrived());
//! # Ok(())
//! # }
//! ```
//!
//! [`PathFollower`](crate::PathFollower) moves the agent from cell centre to cell centre: it changes x and y of the agent's
//! `Transform`, or x and z in [3D games](#3d-games-y-up). If the target is a single position and the request has no range, the
//! agent ends exactly at that position. The agent never steps into a cell that has become a wall: it waits for a new path. If a
//! wall is built on the agent, the agent walks to the nearest free cell.
//!
//! - Change `speed` at any time; a speed of 0 stops the agent. `has_arrived()` is true while the agent is at the end of its path.
//! - Insert a different request to send the agent elsewhere, in every frame if you like: the agent walks on by its old path until the
//!   new answer is there. If you insert the same request, nothing changes: an agent that has arrived stays. A position elsewhere in
//!   the same cell is the same request: the agent walks to the new point.
//! - If you insert `PathFollower` again, `has_arrived()` becomes `false` and the agent walks on. When it arrives, `GoalReached` is
//!   sent again.
//! - Other systems may push the agent. The agent then walks on from where it is. If a wall is between the agent and its path, the
//!   plugin searches for a new path.
//! - An agent that has arrived stays where it is, even if a wall takes its sight of the target, or if something pushes it within its
//!   last cell. Only a crowd agent goes back to its place in the cell, and an agent on waypoints to its waypoint.
//! - Followers walk through each other, and followers with the same target cell end at the same point. [Crowds](super::crowds)
//!   avoid both.
//!
//! # 3D games, y up
//!
//! ```
//! # use bevy::{prelude::*, time::TimeUpdateStrategy};
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
//! # let map = [[1, 1, 1], [1, 0, 1], [1, 1, 1]];
//! app.insert_resource(PathfindingSettings { plane: Plane::Xz, ..default() });
//! // Cell (x, y) is at (x, 0, y) in the world.
//! app.insert_resource(NavGrid::from_grid(Grid::from_rows(map)?, CellGeometry::squares(1.0)?));
//! let request = PathRequest::to_cell(IVec2::new(2, 2));
//! let agent = (Transform::from_xyz(0.0, 0.5, 0.0), request, PathFollower::with_speed(4.0));
//! let agent = app.world_mut().spawn(agent).id();
//! (0..20).for_each(|_| app.update());
//! assert_eq!(app.world().get::<Transform>(agent).unwrap().translation, Vec3::new(2.0, 0.5, 2.0));
//! # Ok(())
//! # }
//! ```
//!
//! [`PathfindingSettings::plane`](crate::PathfindingSettings::plane) says in which plane the game walks. The default is x/y. With
//! [`Plane::Xz`](crate::Plane::Xz) the second coordinate of every position is z: for agents and targets, obstacles, danger, waypoints and
//! placement checks. The height of an entity, y, makes no difference and is never changed.
//!
//! - `Plane::Xz.lift(point, height)` makes a point of the world from a point of a path, and `Plane::Xz.flat(translation)` is the way back.
//! - `Plane::Xz.hit(ray, 0.0)` is the point under the cursor: the ray comes from `Camera::viewport_to_world`.
//! - Rows of cells follow each other in the direction of +z. Before a camera that looks along -z, the first row is the farthest. It is
//!   the last one in the list that `Grid::from_rows` takes.
//! - A follower does not turn its entity. To turn a model, give its direction to `Transform::look_to(direction, Vec3::Y)`.
//! - A tilemap lies in its own x/y. Turn its entity about the x axis by -90°, so that it faces up: its rows then follow each other in the
//!   direction of -z. The log names a tilemap that stands perpendicular to the plane.
//! - There is one map. Floors above each other are parts of it, side by side, joined by
//!   [links](super::terrain_and_profiles#links-stairs-ladders-portals-floors); the game draws each where it belongs. With
//!   [waypoints](super::waypoints) an agent begins at the waypoint nearest in the plane, whatever its height.
//! - [The overlay](super::why#the-overlay) draws in the plane, too.
//!
//! # There and back, and the path ahead
//!
//! An observer sends an agent on as soon as it arrives. A path is drawn from its points; `next_index()` is the index of the point
//! to which the agent walks now:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! #[derive(Component)]
//! struct Patrol([IVec2; 2]);
//!
//! fn turn_round(reached: On<GoalReached>, mut patrols: Query<&mut Patrol>, mut commands: Commands) {
//!     let Ok(mut patrol) = patrols.get_mut(reached.entity) else { return };
//!     patrol.0.reverse();
//!     commands.entity(reached.entity).insert(PathRequest::to_cell(patrol.0[0]));
//! }
//!
//! fn path_ahead(agents: Query<(&Transform, &PathResult, &PathFollower)>, nav_grid: Res<NavGrid>) {
//!     for (transform, result, follower) in &agents {
//!         let ahead = result.points(&nav_grid).skip(follower.next_index());
//!         let line: Vec<Vec2> = core::iter::once(transform.translation.truncate()).chain(ahead).collect();
//!         // With a renderer: gizmos.linestrip_2d(line, Color::WHITE)
//! #         assert!(line.len() <= 4 && line.iter().all(|point| point.y == 0.0));
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! app.add_observer(turn_round).add_systems(Update, path_ahead.after(PathfindingSystems::FollowPath));
//! # let geometry = CellGeometry::squares(16.0).unwrap();
//! # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(3, 1), 1).unwrap(), geometry));
//! # let time = bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100));
//! # app.insert_resource(time);
//! # let ends = [IVec2::new(2, 0), IVec2::ZERO];
//! # let walk = (PathRequest::to_cell(ends[0]), PathFollower::with_speed(64.0));
//! # let agent = app.world_mut().spawn((Transform::default(), Patrol(ends), walk)).id();
//! # let mut furthest = Vec::new();
//! # (0..40).for_each(|_| {
//! #     app.update();
//! #     furthest.push(app.world().get::<Transform>(agent).unwrap().translation.x);
//! # });
//! # assert!(furthest.iter().any(|&x| x > 31.0) && furthest.iter().skip(10).any(|&x| x < 1.0), "{furthest:?}");
//! ```
//!
//! # Physics, inertia, root motion
//!
//! With [`PathSteering`](crate::PathSteering) the game moves the agent, and the plugin says how: with the velocity for this time step, the
//! next point, and the distance left. Everything else is as before: goal fields, crowds, waypoints, walls, events.
//!
//! ```
//! # use bevy::{prelude::*, time::TimeUpdateStrategy};
//! # use bevy_tilepath::prelude::*;
//! # #[derive(Component, Default)]
//! # struct Speed(Vec2);
//! fn slide(mut boats: Query<(&mut Transform, &mut Speed, &PathSteering)>, time: Res<Time>) {
//!     for (mut transform, mut speed, steering) in &mut boats {
//!         // 200 units per second, per second. Boats brake in time for the end of their paths.
//!         let wanted = steering.velocity.clamp_length_max((2.0 * 200.0 * steering.distance_left).sqrt());
//!         speed.0 = speed.0.move_towards(wanted, 200.0 * time.delta_secs());
//!         transform.translation += speed.0.extend(0.0) * time.delta_secs();
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! app.add_systems(Update, slide.after(PathfindingSystems::FollowPath));
//! # let geometry = CellGeometry::squares(16.0).unwrap();
//! # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(8, 3), 1).unwrap(), geometry));
//! # let time = TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(50));
//! # app.insert_resource(time);
//! # let request = PathRequest::to_cell(IVec2::new(7, 2));
//! let boat = (request, PathFollower::with_speed(60.0), PathSteering::default());
//! # let agent = app.world_mut().spawn((Transform::default(), Speed::default(), boat)).id();
//! # (0..100).for_each(|_| app.update());
//! # assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
//! # let at = app.world().get::<Transform>(agent).unwrap().translation;
//! # assert!(at.distance(Vec3::new(112.0, 32.0, 0.0)) < 4.0, "{at}");
//! ```
//!
//! The agent need not follow exactly: see [`PathSteering`](crate::PathSteering) for how far it may stray, and for slow, fast and inert
//! bodies. A physics engine takes the velocity as it is; run the plugin in the engine's schedule, and before it.
//!
//! # A walk of your own
//!
//! Without `PathFollower` the plugin finds the path, but does not move the agent:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! /// Steers each agent to the centre of the next cell of its path.
//! fn steer(
//!     mut agents: Query<(Entity, &mut Transform, &PathRequest, &PathResult), Without<PathFollower>>,
//!     nav_grid: Res<NavGrid>,
//!     time: Res<Time>,
//!     mut commands: Commands,
//! ) {
//!     for (agent, mut transform, request, result) in &mut agents {
//!         let at = transform.translation.truncate();
//!         let cells = result.cells(&nav_grid);
//!         let Some(here) = cells.iter().position(|&cell| nav_grid.cell_at(at) == Some(cell)) else {
//!             // Something has pushed the agent off its path. The same request again asks for a path from here.
//!             commands.entity(agent).insert(request.clone());
//!             continue;
//!         };
//!         let next = cells.get(here + 1).or(cells.last());
//!         let Some(center) = next.and_then(|&next| nav_grid.center_of(next)) else { continue };
//!         transform.translation = at.move_towards(center, 80.0 * time.delta_secs()).extend(0.0);
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! app.add_systems(Update, steer.after(PathfindingSystems::FollowPath));
//! # let grid = Grid::new(UVec2::new(4, 4), 1).unwrap();
//! # let geometry = CellGeometry::squares(16.0).unwrap();
//! # app.insert_resource(NavGrid::from_grid(grid, geometry));
//! # let time = bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100));
//! # app.insert_resource(time);
//! # let agent = app.world_mut().spawn((Transform::default(), PathRequest::to_cell(IVec2::new(3, 1)))).id();
//! # for pushed in [Vec2::ZERO, Vec2::new(0.0, 16.0), Vec2::new(0.0, 48.0), Vec2::new(32.0, 32.0)] {
//! #     (0..4).for_each(|_| app.update());
//! #     app.world_mut().get_mut::<Transform>(agent).unwrap().translation = pushed.extend(0.0);
//! # }
//! # (0..30).for_each(|_| app.update());
//! # let at = app.world().get::<Transform>(agent).unwrap().translation;
//! # assert_eq!(at, Vec3::new(48.0, 16.0, 0.0));
//! ```
//!
//! If something moves an agent more than one cell away from its path, the plugin searches for a new path by itself. An agent that is
//! nearer keeps its path: your system may go on from there, or ask for a path from where the agent is, as above. This costs one
//! search, because the same request of an agent without `PathFollower` is searched again only from another cell.
//!
//! Without `PathFollower`, a path that agents share ([hordes](super::hordes)) always begins where the request was made. Insert the
//! same request again for a path that begins at the agent's current cell.
//!
//! Examples: `velocity`, `own_movement`, `plane_xz` in 3D, `bodies` (with `-p integrations`). Next: [hordes](super::hordes).
