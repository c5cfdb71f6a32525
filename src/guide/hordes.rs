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
//! A goal field holds the exact cost from every cell to the nearest target. Sharing is automatic, and a shared path costs exactly what a
//! search finds.
//!
//! **Who shares.** Requests with the same targets in the same order, the same range, profile and aversion. A request gets a search of its own if
//! it is partial, in sight, inflated, limited in expansions, has its own heuristic, or has a range above 64 tiles; or if its agent is an
//! obstacle itself, or is watched by a [`SearchTrace`](crate::SearchTrace).
//!
//! **When a field is built.** At least four agents must share a request, and `spent + agents · mean` must reach the number of cells of the map.
//! `spent` is the work of their searches so far: 16 for each node expanded and 1 for each cell of a path. `mean` is the work of one search;
//! before the first search, 16 times the longer side of the map. So one agent gets a search, and so do a few agents on a large map. While a
//! field is built, searches answer. When it is ready, waiting agents are answered in the same frame, and agents with a path of their own
//! exchange it in the next. If the field knows no path, a search finds out why.
//!
//! **How far it reaches.** A field grows from its targets to its agents, within
//! [`field_cells_per_frame`](crate::PathfindingSettings::field_cells_per_frame), and goes on when an agent asks from farther out. With one agent
//! for each 16 cells of the map it grows over the whole map.
//!
//! **What is different for an agent.** It stores no path of its own. Edits and moving targets send no
//! [`PathReplanned`](crate::PathReplanned). An agent between two cells walks on to the next centre before it turns. After six turns by edits it
//! gets a path of its own for a while.
//!
//! **What it costs.** A field takes 5 bytes a cell, and 10 while its successor is built. All fields with moving targets share 5 bytes a cell
//! more. [`max_field_bytes`](crate::PathfindingSettings::max_field_bytes) limits the sum; 0 turns sharing off. A field without agents is kept in
//! step for 600 frames, then until the map changes; with moving targets it is dropped. If memory is short, the idle field that was used
//! longest ago goes first; without room, requests are searched.
//!
//! **Edits and moving targets.** Small edits repair a field in place. After an edit that changes the costs of much of a large map, the field is
//! rebuilt over several frames; until then its paths are legal, but may not be the cheapest. A field that follows a moving target is built
//! anew for each cell that the target enters, as far as its farthest agent; the last field answers meanwhile. Without memory for a second
//! field both happen in place, in one frame, however long that takes.
//!
//! Example: `horde`. Next: [crowds](super::crowds).
