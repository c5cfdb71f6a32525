//! Chapter 14, speed: budgets, landmarks, threads and memory.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # let mut app = App::new();
//! // Insert it before or after the plugin, and change it at any time.
//! app.insert_resource(PathfindingSettings {
//!     expansions_per_frame: 20_000, // less work in a frame; answers may come later
//!     max_threads: 4,
//!     max_field_bytes: 64 << 20,
//!     ..default()
//! });
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.update();
//! ```
//!
//! | field of [`PathfindingSettings`](crate::PathfindingSettings) | default | limits |
//! |---|---|---|
//! | `expansions_per_frame` | 50,000 | searches of a frame; waypoints have as much again |
//! | `field_cells_per_frame` | 250,000 | goal fields that are built; 16 cells take as long as one expansion |
//! | `load_cells_per_frame` | 300,000 | tiles that are read, and cells that are prepared |
//! | `max_threads` | all | threads of Bevy's compute pool; 8 to 12 bytes a cell each, and up to 4 more for each profile |
//! | `max_field_bytes` | 256 MiB | goal fields: 5 bytes a cell each; 0 turns sharing off |
//! | `max_landmark_bytes` | 64 MiB | landmarks: 36 bytes a cell and profile; 0 turns them off |
//!
//! **Searches** jump over open ground, remember where the jumps lead, and go cell by cell where costs vary. A search that exceeds the budget goes
//! on in the next frame, and other requests wait for it. Only a search that edits interrupt again and again runs to its end in one frame.
//!
//! **Landmarks** are the distances from eight far-off cells. They save searches most of their expansions where paths wind, and stay valid
//! while walls and danger come and go. The plugin measures them in the background, 1,500 to 3,000 cells a frame: some 800 frames on a map of
//! 512 × 512. In frames without requests it makes a few practice searches, so that the first agents are answered as fast as later ones.
//! On such a map both together take at most half a millisecond a frame.
//!
//! **Slow requests.** A heuristic of its own, an inflation or a `SearchTrace` makes a search go cell by cell, without landmarks. A shared field
//! answers as fast as ever.
//!
//! **Edits.** Repairs of goal fields take up to half of `field_cells_per_frame`; the other fields are then rebuilt over several frames. Edit many
//! cells at once by `NavMap::edit`.
//!
//! **Debug builds.** With optimization for the crate `tilepath`, searches run at nearly full speed:
//!
//! ```toml
//! [profile.dev.package.tilepath]
//! opt-level = 3
//! ```
//!
//! The [diagnostics](super::why) measure your own game; `BENCHMARKS.md` in the repository compares other crates.
//!
//! Next: [troubleshooting](super::troubleshooting).
