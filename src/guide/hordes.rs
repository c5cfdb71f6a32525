//! Chapter 6, hordes: agents with the same request share one goal field.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::squares(16.0)?;
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
//! A goal field holds the exact cost from every cell to the nearest target. The plugin automatically builds goal fields and shares
//! them among agents. A path from a goal field costs exactly as much as the path that a search would find.
//!
//! # Which requests share a field
//!
//! Requests share a goal field if they have the same targets in the same order, the same range, the same profile and the same
//! aversion. Some requests always get a search of their own:
//!
//! - A request with `allow_partial`, `in_sight`, an inflation or `with_max_expansions` gets a search of its own.
//! - A request with its own heuristic, or with a range above 64 tiles, gets a search of its own.
//! - An agent that is an obstacle gets a search of its own.
//!
//! # When a field is built
//!
//! The plugin builds a goal field when both of these conditions hold:
//!
//! 1. At least four agents have the same request.
//! 2. `spent + agents × mean` is at least the number of cells of the map:
//!    - `agents` is the number of agents with this request.
//!    - `spent` is the work of all their searches so far. Each expanded node counts 16, and each cell of a path found counts 1.
//!    - `mean` is the mean work of these searches. Before the first search, it is 16 × the longer side of the map in cells.
//!
//! So if there are only a few agents on a large map, each agent gets a search of its own.
//!
//! While a goal field is being built, searches answer the requests. When the field is ready, it answers all waiting agents in the
//! same frame. Agents that already follow their own path switch to the field in that frame or the next. If the field has no
//! path for an agent, a search finds the reason.
//!
//! # How far a field reaches
//!
//! A goal field grows from its targets until it reaches its agents. It grows by at most
//! [`field_cells_per_frame`](crate::PathfindingSettings::field_cells_per_frame) cells in a frame, and grows on when an agent
//! farther away asks. If there is at least one agent for every 16 cells of the map, the field grows over the whole map.
//!
//! # What is different for an agent
//!
//! - An agent on a goal field stores no path of its own. The plugin sends no [`PathReplanned`](crate::PathReplanned) for such an
//!   agent when the map is edited or its target moves.
//! - If the goal field changes while an agent is between two cells, the agent walks on to the next cell centre before it turns.
//! - When edits of the map have turned an agent around six times, the agent leaves the goal field and gets a path of its own for
//!   at least 32 seconds.
//!
//! # Memory
//!
//! - A goal field takes 6 bytes for each cell of the map: 4 for the cost, and 2 for the next cell of the path. While a new field
//!   is built to replace the old one, both together take 12 bytes for each cell.
//! - When a new field has replaced an old field, the plugin keeps the memory of the old field for the next build: 5 more bytes
//!   for each cell. It keeps the memory of only one field.
//! - [`max_field_bytes`](crate::PathfindingSettings::max_field_bytes) limits the memory of all goal fields. With 0 there are no
//!   goal fields.
//! - If there is no memory for a new field, the plugin drops fields without agents, the least recently used field first. If there
//!   is still no memory, each request gets a search of its own.
//! - A field without agents is kept up to date for 600 frames. After that, the next edit of the map drops it. If its targets
//!   move, it is dropped at once.
//!
//! # Edits and moving targets
//!
//! - A small edit of the map repairs the goal field in place. After a [large
//!   edit](crate::PathfindingSettings::field_cells_per_frame), for example of more than 1/12 of the map, the field is rebuilt
//!   over several frames. Until then the paths of the field are legal, but perhaps not the cheapest.
//! - When a moving target enters another cell, the plugin builds a new goal field that reaches from the target to the farthest
//!   agent. Until the new field is ready, agents follow the old field.
//! - If there is no memory for a second goal field, the old field is rebuilt in place, within one frame. That frame may take
//!   long.
//!
//! Examples: `many_agents`, `stress`. Next: [crowds](super::crowds).
