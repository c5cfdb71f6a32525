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
//!     // Tiles of 16 × 16 world units; the centre of cell (0, 0) is at the origin.
//!     let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
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
//! The agent walks from cell (0, 0) round the wall to the base at cell (2, 0). Then [`GoalReached`](crate::GoalReached) is sent. A game
//! uses `DefaultPlugins`, leaves `TimeUpdateStrategy` out, and puts `NavTilemap` on a tilemap ([tilemaps](super::tilemaps)).
//!
//! Example in the repository: `minimal`. Later chapters name examples at their end.
//!
//! These words appear in every chapter:
//!
//! - The **grid** ([`NavGrid`](crate::NavGrid)) is the map. Each cell has a *terrain class*, a `u8`.
//! - A **profile** ([`CostProfiles`](crate::CostProfiles)) is a kind of agent. It says what each class costs and how strongly the agent
//!   avoids danger.
//! - A **request** ([`PathRequest`](crate::PathRequest)) is a component of an agent. It names the target.
//! - A **result** ([`PathResult`](crate::PathResult)) is the answer. The plugin adds it with the request and keeps it up to date.
//! - A **follower** ([`PathFollower`](crate::PathFollower)) walks the agent along the path, cell by cell.
//! - A **goal field** holds the cost from every cell to one goal. Agents with the same request share it.
//!
//! [`PathfindingPlugin`](crate::PathfindingPlugin) runs in `Update`, in four [system sets](crate::PathfindingSystems): `SyncGrid` reads the
//! map, `UpdateFields` repairs what is derived from the map, `Search` answers requests, and `FollowPath` walks agents and sends events. Run
//! systems that spawn, move or remove things before `SyncGrid`, so that agents react in the same frame. Run systems that read positions
//! after `FollowPath`.
//!
//! Next: [terrain and profiles](super::terrain_and_profiles).
