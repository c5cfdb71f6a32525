//! Chapter 12, saving: what a game must save, and what the plugin computes again.
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
//!     let geometry = CellGeometry::squares(16.0)?;
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
//! A game must save these things:
//!
//! - Save the map: the `Grid`, or the tiles with their `NavTilemap`.
//! - Save the resources [`CostProfiles`](crate::CostProfiles) and [`PathfindingSettings`](crate::PathfindingSettings). Also save
//!   `LayerRule` and [`Congestion`](crate::Congestion) if your game changes them.
//! - Save the components [`NavObstacle`](crate::NavObstacle) and [`DangerSource`](crate::DangerSource).
//! - Save the components [`PathRequest`](crate::PathRequest), [`PathFollower`](crate::PathFollower) and
//!   [`CrowdAgent`](crate::CrowdAgent) of each agent.
//! - Save the components [`Waypoint`](crate::Waypoint) and [`WaypointLinks`](crate::WaypointLinks) of waypoints, and
//!   [`OnWaypoints`](crate::OnWaypoints) of their agents.
//! - Save the component [`NavId`](crate::NavId) of all these entities if ties must be broken as before, for example between two
//!   obstacles of agents in one cell. Otherwise, the plugin numbers the entities in the order in which your game spawns them.
//!
//! Do not save [`PathResult`](crate::PathResult), [`NavGrid`](crate::NavGrid) and goal fields: they are computed again after
//! loading. How far an agent has come along its path is not saved either. After loading, the agent gets a new path from its saved
//! position.
//!
//! The feature `serialize` implements serde's `Serialize` and `Deserialize` for all types that you save. Reading invalid data
//! returns an error. The functions in `LayerRule::Custom`, `Falloff::Custom` and `Heuristic::Custom` can't be saved.
//!
//! All components, resources and events of the plugin implement `Reflect` and are registered, even without the feature
//! `serialize`.
//!
//! - Inspectors can edit the fields of most types one by one. They can only replace `CostProfiles` and `StepLengths` as a whole,
//!   because not all values of their fields are valid.
//! - Scenes can save `CostProfiles` and `StepLengths` only with the feature `serialize`.
//! - When Bevy loads a scene, Bevy also maps the entities in `PathRequest` and `WaypointLinks` to the new entities.
//!
//! Next: [servers](super::servers).
