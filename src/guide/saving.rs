//! Chapter 12, saving: which components to save, and what the plugin computes again.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! /// With the feature `serialize`, serde's traits can be derived for it.
//! struct Save {
//!     grid: Grid,
//!     agents: Vec<(Transform, PathRequest, PathFollower)>,
//! }
//!
//! fn load(save: Save) -> Result<App> {
//!     let mut app = App::new();
//!     app.add_plugins((MinimalPlugins, PathfindingPlugin));
//!     let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
//!     app.insert_resource(NavGrid::from_grid(save.grid, geometry));
//!     app.world_mut().spawn_batch(save.agents);
//!     Ok(app)
//! }
//!
//! # fn main() -> Result {
//! let agent = (Transform::default(), PathRequest::to_cell(IVec2::new(4, 4)), PathFollower::with_speed(80.0));
//! let mut app = load(Save { grid: Grid::new(UVec2::splat(8), 1)?, agents: vec![agent] })?;
//! app.update();
//! let mut results = app.world_mut().query::<&PathResult>();
//! assert!(results.single(app.world()).unwrap().has_path()); // the request was answered in the first frame
//! # Ok(())
//! # }
//! ```
//!
//! Save these:
//!
//! - the `Grid` or the tiles, with their `NavTilemap`;
//! - [`CostProfiles`](crate::CostProfiles), [`PathfindingSettings`](crate::PathfindingSettings), and `LayerRule` and
//!   [`Congestion`](crate::Congestion) if you change them;
//! - [`NavObstacle`](crate::NavObstacle) and [`DangerSource`](crate::DangerSource);
//! - [`PathRequest`](crate::PathRequest), [`PathFollower`](crate::PathFollower) and [`CrowdAgent`](crate::CrowdAgent) of agents;
//! - [`Waypoint`](crate::Waypoint), [`WaypointLinks`](crate::WaypointLinks) and [`OnWaypoints`](crate::OnWaypoints).
//!
//! [`PathResult`](crate::PathResult), [`NavGrid`](crate::NavGrid) and goal fields are computed from these in the first frame. The progress
//! of an agent along its path is not saved: after loading, the agent starts from its position.
//!
//! The feature `serialize` implements serde's traits for all of these types. Reading bad data gives an error. The functions of
//! `LayerRule::Custom`, `Falloff::Custom` and `Heuristic::Custom` can't be saved.
//!
//! All components, resources and events implement `Reflect` and are registered, with and without the features. Inspectors edit them field
//! by field, except `CostProfiles` and `StepLengths`, which are replaced as a whole because not all of their values are valid. Scenes save
//! these two only with `serialize`. `PathRequest` and `WaypointLinks` map the entities that they name.
//!
//! Next: [servers](super::servers).
