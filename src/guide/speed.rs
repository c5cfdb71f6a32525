//! Chapter 15, speed: budgets, landmarks, threads and memory.
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
//! | `local_expansions_per_frame` | 10,000 | the same for [local requests](super::servers#local-requests) |
//! | `field_cells_per_frame` | 250,000 | cells of goal fields built in a frame; 16 cells take as long as one expansion |
//! | `load_cells_per_frame` | 300,000 | tiles read in a frame, and cells prepared in a frame |
//! | `max_threads` | all | threads of Bevy's compute pool; each takes 8 to 12 bytes a cell, and up to 4 more for each profile |
//! | `max_field_bytes` | 256 MiB | memory of goal fields: each takes 6 bytes a cell; 0 turns sharing off |
//! | `max_landmark_bytes` | 96 MiB | memory of landmarks: 36 bytes for each cell and profile; 0 turns them off |
//!
//! **Searches.** Where cells cost the same, a search jumps over open ground (jump point search), and remembers the jumps for
//! later searches. Where costs vary, a search goes cell by cell. A search that uses up the budget of a frame continues in the
//! next frame, and other requests wait until it ends. There is one exception: if edits of the map have restarted a search four
//! times, the search runs to its end in one frame.
//!
//! **Landmarks** are eight far-off cells. The plugin measures the distance from each landmark to every cell, and searches use
//! these distances to estimate the rest of a path. Where paths wind around walls, this saves most of the expansions. The
//! distances are measured in the background, 1,500 to 3,000 cells in each frame. On a map of 512 × 512 cells this takes about 800
//! frames. Edits correct them. After edits of twice as many cells as the map has, the plugin measures them again.
//! On weighted ground, it does so once after edits of one cell of 256: only a map that is hardly edited has exact distances.
//!
//! **Two engines.** Searches run by jump points or from cell to cell. Which is faster depends on the map, up to twenty times. At
//! first, the plugin chooses by the numbers of walls, jump points and costs that change. Then it makes up to 32 searches with each
//! of the two engines in the background, and takes the engine that does less. On most maps of 512 × 512 cells this takes about 100
//! frames after the landmarks are measured. `Explain` and `NavMap::engine` say which engine it is.
//!
//! **Warm-up searches.** In frames without requests, the plugin makes searches of its own, so that the first agents are answered
//! as fast as later agents. On a map of 512 × 512 cells, all this work in the background takes less than 0.6 ms in 19 of
//! 20 frames.
//!
//! **Slow requests.** A search goes cell by cell and without landmarks if its request sets a heuristic, sets an inflation or is
//! greedy.
//!
//! **Edits.** After an edit of the map, the plugin repairs goal fields. When the repairs of a frame have used half of
//! `field_cells_per_frame`, the other fields are rebuilt over several frames. To edit many cells at once, use `NavMap::edit`.
//!
//! **In the browser** there is one thread, and a search takes longer. `PathfindingSettings::for_web()` has the default settings with a third of the
//! work in each frame. The budgets are counts, not times. So a slow machine is late, but plays the same game.
//!
//! **Debug builds.** Turn on optimization for the crate `tilepath`, and searches run at nearly full speed even in a debug build:
//!
//! ```toml
//! [profile.dev.package.tilepath]
//! opt-level = 3
//! ```
//!
//! The [diagnostics](super::why) measure your own game. The page `BENCHMARKS.md` in the repository compares the plugin with other
//! crates.
//!
//! Example: `stress`. Next: [troubleshooting](super::troubleshooting).
