//! Chapter 13, servers: no window, other schedules, and the same game on every machine.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! use bevy_tilepath::prelude::*;
//! use std::time::Duration;
//!
//! /// Plays two seconds in steps of 1/20 second, and returns where the agent is.
//! fn play(max_threads: usize) -> Result<Vec3> {
//!     let mut app = App::new();
//!     app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(FixedUpdate)))
//!         .insert_resource(PathfindingSettings { max_threads, ..default() })
//!         .insert_resource(Time::<Fixed>::from_hz(20.0))
//!         .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
//!     let geometry = CellGeometry::squares(16.0)?;
//!     app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(20), 1)?, geometry));
//!     let request = PathRequest::to_cell(IVec2::new(19, 7));
//!     let agent = app.world_mut().spawn((Transform::default(), request, PathFollower::with_speed(50.0))).id();
//!     (0..40).for_each(|_| app.update());
//!     Ok(app.world().get::<Transform>(agent).ok_or("no agent")?.translation)
//! }
//!
//! # fn main() -> Result {
//! assert_eq!(play(1)?, play(8)?);
//! # Ok(())
//! # }
//! ```
//!
//! A server or a test needs only `MinimalPlugins` and `PathfindingPlugin`.
//!
//! - A server needs no `TilemapPlugin`: `PathfindingPlugin` reads only the components of a tilemap. The chapter
//!   [tilemaps](super::tilemaps) shows which components to spawn.
//! - A server needs no `TransformPlugin`: `PathfindingPlugin` computes positions from each `Transform` and its parents.
//! - Without the features `tilemap` and `tilemap_chunk`, Cargo compiles no renderer.
//!
//! [`PathfindingPlugin::in_schedule`](crate::PathfindingPlugin::in_schedule) runs `PathfindingPlugin` in another schedule. Add
//! the plugin only once: adding it a second time panics.
//!
//! **Determinism.** Costs are integers, and budgets count work, not time. So the same input gives the same answers in the same
//! frame, with events in the same order, on any number of threads.
//!
//! For a game over a network:
//!
//! - Run the plugin in `FixedUpdate`, because the distance that an agent walks depends on the time of a frame.
//! - Spawn entities in the same order on every machine. The plugin breaks ties by the order in which entities come, for example
//!   between two agents that want the same cell. It numbers the entities in this order ([`NavId`](crate::NavId)). The values of
//!   `Entity` may differ between the machines.
//! - Change the map, the settings and the profiles in the same frame on every machine.
//! - Do not use saves for an exact rollback: a save does not contain how far an agent has walked between two cells. Instead, send
//!   `Transform`s from the server, and leave `PathFollower` out on clients.
//!
//! If your game removes a resource of the plugin, such as `NavGrid` or `CostProfiles`, the plugin does nothing until you insert
//! the resource again.
//!
//! Next: [speed](super::speed).
