//! Chapter 14, servers: no window, other schedules, and the same game on every machine.
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
//! - Or send `Transform`s from the server, and leave `PathFollower` out on clients. Or use [rollback](#rollback).
//! - A player who joins late may load what [another player has saved](super::saving).
//!
//! # Local requests
//!
//! A preview under the mouse of one player, or a bot that only one machine runs, must not change the game of the others. A
//! [`LocalPathRequest`](crate::LocalPathRequest) does not: it has a queue and a budget of its own, and is in no save, no snapshot and no statistic.
//! Its answer is in [`LocalPathResult`](crate::LocalPathResult). Functions that only look, such as [`NavGrid::find_path`](crate::NavGrid::find_path),
//! [`PlacementCheck`](crate::PlacementCheck), [`Explain`](crate::Explain), the overlay and the diagnostics, change nothing either.
//! The example `hexagons` shows a preview.
//!
//! # Rollback
//!
//! Netcode with rollback goes back to an earlier frame when an input of another player comes late, and plays all frames since again.
//! The plugin goes back with the game: requests, answers, walks, crowds, goal fields, the map with its obstacles and danger,
//! waypoints, and all work under way. Played again with the same inputs, it is the same game again.
//!
//! ```
//! use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
//! use bevy_tilepath::{NavId, PathfindingState, prelude::*};
//!
//! // With bevy_ggrs, these are AdvanceWorld with its first set, and GgrsSchedule.
//! #[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
//! struct BeginFrame;
//! #[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
//! struct First;
//! #[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
//! struct Frame;
//!
//! let mut app = App::new();
//! app.add_plugins(MinimalPlugins)
//!     .init_schedule(BeginFrame)
//!     .init_schedule(Frame)
//!     .add_plugins(PathfindingPlugin::in_schedule(Frame).restored_in(BeginFrame, First));
//! // With bevy_ggrs:
//! // app.rollback_resource_with_clone::<PathfindingState>()
//! //     .rollback_component_with_clone::<Transform>()
//! //     .rollback_component_with_copy::<NavId>();
//! let frame = |app: &mut App| {
//!     app.world_mut().run_schedule(BeginFrame);
//!     app.world_mut().run_schedule(Frame);
//! };
//! let saved = app.world().resource::<PathfindingState>().clone(); // what a library does before a frame
//! (0..3).for_each(|_| frame(&mut app));
//! app.insert_resource(saved); // and when it goes back to this frame
//! frame(&mut app);
//! ```
//!
//! - Register [`PathfindingState`](crate::PathfindingState), your `Transform`s and your own data. Register [`NavId`](crate::NavId) if
//!   agents, obstacles, waypoints, or the targets of requests and links, are spawned or despawned in play. Register no other component of the
//!   plugin: it restores them itself.
//! - Register `ChildOf` if entities get parents or lose them in play, or if entities with parents are spawned or despawned: agents, obstacles,
//!   danger sources and waypoints stand where their parents are. (bevy_ggrs restores `ChildOf` of its entities by itself.)
//! - `PathfindingState` is a handle. A clone of it costs nothing until the next frame begins; then the plugin takes a snapshot, whose
//!   time does not grow with the map.
//! - Register [`CostProfiles`](crate::CostProfiles), [`PathfindingSettings`](crate::PathfindingSettings) and
//!   [`Congestion`](crate::Congestion) only if your game changes them in play.
//! - Spawn, despawn and ask in an order that is the same on every machine, such as that of your own numbers: not in the order of a
//!   query or of `Entity`.
//! - Change requests, the map and obstacles only in the schedule of the game. Load the map before the session begins.
//! - [`PlacementCheck`](crate::PlacementCheck) may decide in frames that are played again. Check the buildings of all players in one frame
//!   together: two buildings that are legal one by one may cut a route together.
//! - If tiles of `bevy_ecs_tilemap` change in play, register the components that change: `TilePos`, `TilemapId`, `TileTextureIndex` or
//!   [`NavTile`](crate::NavTile). Register all of them if tiles are spawned or despawned in play. With
//!   [`DeriveNavTilePlugin`](crate::DeriveNavTilePlugin), register the `NavTile`s, too. For Bevy's own chunks, register `TilemapChunkTileData`.
//! - Register [`NavTilemap`](crate::NavTilemap) and [`LayerRule`](crate::LayerRule) only if they change in play. Tilemaps and chunks
//!   must not be spawned or despawned.
//! - A library copies the components of all its entities in every frame. So let it know only the tiles that change.
//! - A state can come back several times. The states of later frames are then lost, because their future was left. If one of them is put back,
//!   nothing of the plugin goes back, and the log says which states can come back.
//! - Despawn what was spawned since, before a state comes back. If an entity stays all the same, it gets a new [`NavId`](crate::NavId), and the log says so
//!   once. An entity that is only a target loses its number.
//! - [`SearchTrace`](crate::SearchTrace) changes nothing but itself. It may be on one machine only.
//! - Despawn entities with `despawn`. `Disabled` and the disabling despawn of rollback libraries are not rolled back.
//! - Tests let bevy_ggrs take games back by seven frames in every frame (the package `netcode` of the repository). Its example runs with
//!   `cargo run -p netcode --example netcode -- --demo`.
//!
//! If your game removes a resource of the plugin, such as `NavGrid` or `CostProfiles`, the plugin does nothing until you insert
//! the resource again, or a new one. An empty `NavGrid` is filled from the tilemap again, and a new `WaypointGraph` becomes the graph of the waypoints.
//!
//! Example: `netcode`, a game for two players. Next: [speed](super::speed).
