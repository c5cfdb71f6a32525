//! Chapter 1, your first path: a map, an agent, a target, an event.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! use bevy_tilepath::prelude::*;
//! use std::time::Duration;
//!
//! #[derive(Resource, Default)]
//! struct Arrivals(Vec<Entity>);
//!
//! fn setup(mut commands: Commands) -> Result {
//!     // 0 is a wall and 1 is floor. The last row is y = 0.
//!     let grid = Grid::from_rows([[1, 1, 1, 1], [1, 0, 0, 1], [1, 0, 1, 1]])?;
//!     // Tiles of 16 × 16 world units; the centre of cell (0, 0) is at the origin. For a map in the middle of the window:
//!     // `CellGeometry::squares(16.0)?.centered(grid.size())`.
//!     let geometry = CellGeometry::squares(16.0)?;
//!     commands.insert_resource(NavGrid::from_grid(grid, geometry));
//!
//!     let base = commands.spawn(Transform::from_xyz(32.0, 0.0, 0.0)).id();
//!     commands.spawn((
//!         Transform::from_xyz(0.0, 0.0, 0.0),
//!         PathRequest::to_entity(base),
//!         PathFollower::with_speed(80.0),
//!     ));
//!     Ok(())
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, PathfindingPlugin))
//!     .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
//!     .init_resource::<Arrivals>()
//!     .add_systems(Startup, setup)
//!     .add_observer(|arrived: On<GoalReached>, mut arrivals: ResMut<Arrivals>| {
//!         arrivals.0.push(arrived.entity);
//!     });
//! (0..30).for_each(|_| app.update());
//! assert_eq!(app.world().resource::<Arrivals>().0.len(), 1);
//! ```
//!
//! The agent walks from cell (0, 0) around the wall to the base at cell (2, 0). When the agent arrives, the plugin sends
//! [`GoalReached`](crate::GoalReached). A real game uses `DefaultPlugins` instead of `MinimalPlugins`, and no
//! `TimeUpdateStrategy`. The map of a game usually comes from a tilemap with `NavTilemap` ([tilemaps](super::tilemaps)).
//!
//! Each chapter names its examples at the end. In a clone of the repository, `cargo run --example NAME` runs one.
//!
//! These words appear in every chapter:
//!
//! - The **grid** ([`NavGrid`](crate::NavGrid)) is the map. The terrain of each cell has a *class*, a number from 0 to 255.
//! - A **profile** describes a kind of agent: what each terrain class costs, and how strongly the agent avoids danger. All
//!   profiles are in [`CostProfiles`](crate::CostProfiles).
//! - A **request** ([`PathRequest`](crate::PathRequest)) is a component of an agent. It names the target.
//! - A **result** ([`PathResult`](crate::PathResult)) is the component with the answer to a request. It is added together with
//!   the request, and the plugin keeps it up to date.
//! - A **follower** ([`PathFollower`](crate::PathFollower)) is a component that moves the agent along its path, cell by cell.
//! - A **goal field** holds the cost from every cell to a goal. Agents with the same request share one goal field.
//!
//! [`PathfindingPlugin`](crate::PathfindingPlugin) runs in `Update`. Its systems are in four [system
//! sets](crate::PathfindingSystems), which run in this order:
//!
//! 1. `SyncGrid` reads tilemaps, obstacles and danger into the grid.
//! 2. `UpdateFields` updates everything that is derived from the grid, such as goal fields.
//! 3. `Search` answers requests.
//! 4. `FollowPath` moves agents and sends events.
//!
//! Run systems that spawn, move or remove things before `SyncGrid`, so that agents react in the same frame. Run systems that read
//! the positions of agents after `FollowPath`.
//!
//! Examples: `first_path`, and `minimal` with a tilemap. Next: [terrain and profiles](super::terrain_and_profiles).
