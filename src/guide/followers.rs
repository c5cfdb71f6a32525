//! Chapter 5, followers: how the plugin walks an agent, and how your game can move it on its own.
//!
//! ```
//! # use bevy::{prelude::*, time::TimeUpdateStrategy};
//! # use bevy_tilepath::prelude::*;
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
//! # let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
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
//! [`PathFollower`](crate::PathFollower) changes x and y of the agent's `Transform`, from cell centre to cell centre. A path to a position
//! ends at the position itself. The agent never steps into a cell that has become a wall: it waits for a new path. If a wall is built on
//! the agent, the agent walks out to the nearest free cell.
//!
//! - Change `speed` in place; 0 stops the agent. `has_arrived()` is true while the agent is at the end of its path.
//! - Another request sends the agent elsewhere. The same request changes nothing: an agent that has arrived stays there.
//! - A follower that is inserted again has not arrived: at the goal, `GoalReached` is sent once more.
//! - Other systems may push the agent. The agent goes on from where it is, and replans if a wall is between it and its path.
//! - Followers walk through each other. All followers that are sent to the same cell end on the same point. [Crowds](super::crowds) fix
//!   that.
//!
//! # Your own movement
//!
//! Without `PathFollower` the plugin finds the path, but does not move the agent:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! /// Steers each agent to the centre of the next cell of its path.
//! fn steer(
//!     mut agents: Query<(&mut Transform, &PathResult), Without<PathFollower>>,
//!     nav_grid: Res<NavGrid>,
//!     time: Res<Time>,
//! ) {
//!     for (mut transform, result) in &mut agents {
//!         let at = transform.translation.truncate();
//!         let cells = result.cells(&nav_grid);
//!         let here = cells.iter().position(|&cell| nav_grid.cell_at(at) == Some(cell));
//!         let next = here.and_then(|here| cells.get(here + 1).or(cells.last()));
//!         let Some(center) = next.and_then(|&next| nav_grid.center_of(next)) else { continue };
//!         transform.translation = at.move_towards(center, 80.0 * time.delta_secs()).extend(0.0);
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! app.add_systems(Update, steer.after(PathfindingSystems::FollowPath));
//! # let grid = Grid::new(UVec2::new(4, 4), 1).unwrap();
//! # let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).unwrap();
//! # app.insert_resource(NavGrid::from_grid(grid, geometry));
//! # let time = bevy::time::TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100));
//! # app.insert_resource(time);
//! # let agent = app.world_mut().spawn((Transform::default(), PathRequest::to_cell(IVec2::new(3, 1)))).id();
//! # (0..30).for_each(|_| app.update());
//! # let at = app.world().get::<Transform>(agent).unwrap().translation;
//! # assert_eq!(at, Vec3::new(48.0, 16.0, 0.0));
//! ```
//!
//! An agent without a follower may be up to one cell away from its path. If it is farther away, the plugin searches again. A path that is
//! shared with other agents ([hordes](super::hordes)) always begins where the request was made. Insert the same request again to make the
//! path begin where the agent is now.
//!
//! Next: [hordes](super::hordes).
