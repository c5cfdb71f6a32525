//! Chapter 12, why: what an agent does and why, in words, in pictures and in numbers.
//!
//! ```
//! use bevy::{ecs::system::RunSystemOnce, prelude::*};
//! use bevy_tilepath::{CellExplanation, prelude::*};
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::squares(16.0)?;
//! let grid = Grid::from_rows([[1, 1, 1, 1, 1]])?;
//! # app.insert_resource(NavGrid::from_grid(grid, geometry));
//! let gate = (Name::new("gate"), Transform::from_xyz(32.0, 0.0, 0.0), NavObstacle::default());
//! let gate = app.world_mut().spawn(gate).id();
//! let agent = app.world_mut().spawn((Transform::default(), PathRequest::to_cell(IVec2::new(4, 0)))).id();
//! app.update();
//!
//! let why = move |mut explain: Explain| explain.agent(agent);
//! let why: Explanation = app.world_mut().run_system_once(why).unwrap();
//! assert_eq!(why.obstacle(), Some(gate)); // a value, for a game's own display
//! assert!(why.to_string().contains("without it there would be a path")); // sentences, for people
//!
//! let cell = |explain: Explain| explain.cell(IVec2::new(2, 0));
//! let cell: CellExplanation = app.world_mut().run_system_once(cell).unwrap();
//! assert!(!cell.is_free());
//! # Ok(())
//! # }
//! ```
//!
//! [`Explain`](crate::Explain) is a system parameter. [`Explain::agent`](crate::Explain::agent) answers these questions about an
//! agent:
//!
//! - What does the agent do?
//! - Which obstacle or which walls cut the agent off from its target?
//! - How much does the rest of the agent's path cost, and how much of this is due to length, terrain and danger?
//! - How much work was the last search for the agent? Which search engine does the agent's request use, and why?
//! - Why and when was the agent's path planned?
//! - Does a [crowd agent](crate::CrowdAgent) walk by a plan out of a jam, and why is it stuck?
//!
//! [`Explain::cell`](crate::Explain::cell) tells what a cell costs, and where its danger comes from. `Explain` computes nothing
//! unless you call it.
//!
//! # The overlay
//!
//! ```no_run
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # #[cfg(feature = "debug")]
//! App::new().add_plugins((DefaultPlugins, PathfindingPlugin, PathfindingDebugPlugin)).run();
//! ```
//!
//! Switch on the feature `debug` and add `PathfindingDebugPlugin`. The overlay draws over your own game, on tiles of every shape.
//! It needs a renderer, and changes nothing in the game. At first it shows only paths. The keys F1 to F10 show and hide its
//! layers. A hidden layer takes no time.
//!
//! | key | layer |
//! |---|---|
//! | F1 | the cost of the terrain |
//! | F2 | danger: none, blocked, dangerous, very dangerous, extremely dangerous |
//! | F3 | connected regions |
//! | F4, F5 | a shared goal field, in colours and in arrows |
//! | F6 | cells that were just edited |
//! | F7 | waypoints and links |
//! | F8 | the rest of every path; in another colour, the plans of agents in [jams](super::crowds) |
//! | F9, F10 | what the search of the selected agent expanded, from the first cell (light) to the last (dark); its costs and weights |
//!
//! The resource `PathfindingDebug` sets which layers are shown, their keys, colours and height, and the selected agent. `AgentPicker`
//! finds the agent nearest to a point.
//!
//! In [x/z](crate::Plane::Xz) the overlay lies on the ground, and draws over the game. It needs a second camera, because it draws with 2D
//! meshes: a child of your camera with `Camera2d` and the same `Projection`. The docs of `PathfindingDebugPlugin` have the lines to copy.
//!
//! An agent on a goal field has no search of its own. If you select such an agent, the overlay makes a search only to show it. The
//! agent stays on the goal field.
//!
//! The resource [`SearchTrace`](crate::SearchTrace) records the last search, even without the overlay. For each expanded cell it
//! holds the cost from the start (g), the estimate of the rest (h) and the price of entering the cell (weight). Agents on a goal field make no
//! searches that it could record.
//!
//! # Diagnostics
//!
//! ```
//! use bevy::diagnostic::{DiagnosticsStore, LogDiagnosticsPlugin};
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # let mut app = App::new();
//! # app.add_plugins(MinimalPlugins);
//! app.add_plugins((PathfindingPlugin, PathfindingDiagnosticsPlugin, LogDiagnosticsPlugin::default()));
//! app.update();
//! let diagnostics = app.world().resource::<DiagnosticsStore>();
//! let search = diagnostics.get(&PathfindingDiagnosticsPlugin::SEARCH_TIME).unwrap();
//! assert!(search.value().is_some()); // milliseconds
//! ```
//!
//! [`PathfindingDiagnosticsPlugin`](crate::PathfindingDiagnosticsPlugin) records the figures of the table below in each
//! frame, with Bevy's diagnostics. Add it after `PathfindingPlugin`. It needs no renderer. Its constants, such as `SEARCH_TIME`,
//! are the `DiagnosticPath`s of the figures.
//!
//! The resource [`PathfindingStats`](crate::PathfindingStats) counts requests, expansions and builds of goal fields since the
//! start of the app, also without the diagnostics plugin.
//!
//! | path | value in each frame |
//! |---|---|
//! | `pathfinding/requests`, `…/searched`, `…/shared`, `…/refused` | requests answered: all, by searches, from goal fields, refused |
//! | `pathfinding/expansions`, `…/budget_used` | expansions, and their share of `expansions_per_frame` in percent |
//! | `pathfinding/jams` | groups of [crowd agents](super::crowds) that get past each other by plans |
//! | `pathfinding/fields`, `…/bytes`, `…/built`, `…/repaired`, `…/repaired_cells` | goal fields, their memory, what was built and repaired |
//! | `pathfinding/time`, `…/sync_grid`, `…/update_fields`, `…/search`, `…/follow_path` | milliseconds of all system sets, and of each |
//!
//! Examples: `explain`, `layouts` with `--features debug`, and the package `playground`, which plays searches step by step. Next: [saving](super::saving).
