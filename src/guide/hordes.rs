//! Chapter 6, hordes: agents with the same request share one goal field.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
//! # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(40, 40), 1)?, geometry));
//! let base = app.world_mut().spawn(Transform::from_xyz(480.0, 480.0, 0.0)).id();
//! let horde: Vec<Entity> = (0..30)
//!     .map(|y| {
//!         let at = Transform::from_xyz(0.0, 16.0 * y as f32, 0.0);
//!         app.world_mut().spawn((at, PathRequest::to_entity(base), PathFollower::with_speed(80.0))).id()
//!     })
//!     .collect();
//! app.update();
//!
//! assert!(horde.iter().all(|&agent| app.world().get::<PathResult>(agent).unwrap().is_shared()));
//! let stats = app.world().resource::<PathfindingStats>();
//! assert_eq!((stats.fields, stats.shared, stats.searches), (1, 30, 0));
//! # Ok(())
//! # }
//! ```
//!
//! A goal field holds the exact cost from every cell to the nearest target. Sharing is automatic. A shared path costs exactly as much as
//! the path that a search would find.
//!
//! **Who shares.** Requests share a field if they have the same targets in the same order, the same range, the same profile and the same
//! aversion. A request gets a search of its own if
//!
//! - it is partial, in sight, inflated or limited in expansions;
//! - it has its own heuristic, or a range above 64 tiles;
//! - its agent is an obstacle, or is watched by a [`SearchTrace`](crate::SearchTrace).
//!
//! **When a field is built.** At least four agents must share a request, and `spent + agents · mean` must reach the number of cells of the
//! map. `spent` is the work of their searches so far: 16 for each node expanded and 1 for each cell of a path. `mean` is the work of one
//! search; before the first search, it is 16 times the longer side of the map. So a single agent gets a search, and so do a few agents on a
//! large map. While a field is being built, searches answer the requests. When the field is ready, waiting agents are answered in the same
//! frame, and agents with a path of their own change to the field in the next frame. If the field has no path for an agent, a search finds
//! out why.
//!
//! **How far it reaches.** A field grows from its targets to its agents, within
//! [`field_cells_per_frame`](crate::PathfindingSettings::field_cells_per_frame). It grows further when an agent asks from farther out. If
//! there is an agent for each 16 cells of the map, it grows over the whole map.
//!
//! **What is different for an agent.** It stores no path of its own. Edits and moving targets send no
//! [`PathReplanned`](crate::PathReplanned). An agent between two cells walks on to the next centre before it turns. After edits have turned
//! it six times, it gets a path of its own for a while.
//!
//! **What it costs.** A field takes 5 bytes a cell, and 10 while a new field replaces it. If targets move, all fields together take another
//! 5 bytes a cell. [`max_field_bytes`](crate::PathfindingSettings::max_field_bytes) limits the sum; 0 turns sharing off. A field without
//! agents is kept up to date for 600 frames, and then until the next edit of the map; if its targets move, it is dropped at once. If memory
//! is short, the plugin first drops the field that has been without agents for longest. If there is still no room, requests are searched
//! one by one.
//!
//! **Edits and moving targets.** Small edits repair a field in place. After [large
//! edits](crate::PathfindingSettings::field_cells_per_frame) (more than one cell in twelve, for example) the field is rebuilt over several
//! frames. Until then its paths are legal, but may not be the cheapest. A field that follows a moving target is built again for each cell
//! that the target enters, as far as its farthest agent. Meanwhile the last field answers. Without memory for a second field, both kinds of
//! rebuild happen in place, in one frame, however long that takes.
//!
//! Example: `horde`. Next: [crowds](super::crowds).
