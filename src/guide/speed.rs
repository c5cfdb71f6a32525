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
//! | `expansions_per_frame` | 50,000 | expansions in a frame; searches over waypoints have a second budget of this size |
//! | `field_cells_per_frame` | 250,000 | cells of goal fields built in a frame; 16 cells take as long as one expansion |
//! | `load_cells_per_frame` | 300,000 | tiles read in a frame, and cells prepared in a frame |
//! | `max_threads` | all | threads of Bevy's compute pool; each takes 8 to 12 bytes a cell, and up to 4 more for each profile |
//! | `max_field_bytes` | 256 MiB | memory of goal fields: each takes 5 bytes a cell; 0 turns sharing off |
//! | `max_landmark_bytes` | 64 MiB | memory of landmarks: 36 bytes for each cell and profile; 0 turns them off |
//!
//! **Searches** jump over open ground, remember where the jumps lead, and go cell by cell where costs vary. A search that exceeds the
//! budget goes on in the next frame, and other requests wait for it. There is one exception: a search that edits have restarted four times
//! runs to its end in one frame.
//!
//! **Landmarks** are the distances from eight far-off cells. Where paths wind, searches with landmarks save most of their expansions.
//! Landmarks stay valid while walls and danger come and go. The plugin measures them in the background, 1,500 to 3,000 cells a frame: about
//! 800 frames on a map of 512 × 512. In frames without requests the plugin also makes warm-up searches, so that the first agents are
//! answered as fast as later agents. On a map of 512 × 512 landmarks and warm-up searches together take at most half a millisecond a frame.
//!
//! **Slow requests.** A search goes cell by cell, without landmarks, if its request has its own heuristic or an inflation, or if a
//! `SearchTrace` watches its agent. Answers from a shared field are not affected.
//!
//! **Edits.** Repairs of goal fields take up to half of `field_cells_per_frame`. The fields that are left are then rebuilt over several
//! frames. To edit many cells at once, use `NavMap::edit`.
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
