//! Pathfinding on tilemaps for [Bevy](https://bevy.org): mark a tilemap as navigable, give an agent a target, and it walks there on the
//! *cheapest* path, not merely the shortest. The map follows every tile, obstacle and danger that comes, goes or moves, and the paths that
//! this affects are replanned. The algorithms are in the crate [`tilepath`], which knows nothing of Bevy.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! use bevy_tilepath::prelude::*;
//! use std::time::Duration;
//!
//! # fn main() -> Result {
//! // 1 is floor, 3 is mud, 0 is a wall. The last row is y = 0.
//! let grid = Grid::from_rows([[1, 1, 1, 1, 1, 1], [1, 0, 0, 0, 3, 1], [1, 1, 1, 0, 1, 1]])?;
//! // Tiles of 16 × 16 world units; the centre of cell (0, 0) is at the origin.
//! let geometry = CellGeometry::squares(16.0)?;
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, PathfindingPlugin))
//!     .insert_resource(NavGrid::from_grid(grid, geometry))
//!     .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
//!
//! let start = Transform::from_xyz(32.0, 0.0, 0.0); // in cell (2, 0)
//! let request = PathRequest::to_cell(IVec2::new(5, 0));
//! let agent = app.world_mut().spawn((start, request, PathFollower::with_speed(80.0))).id();
//! (0..30).for_each(|_| app.update());
//! assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
//! # Ok(())
//! # }
//! ```
//!
//! # The guide
//!
//! | chapter | about |
//! |---|---|
//! | [First path](guide::first_path) | a map, an agent, a target; the words that the guide uses |
//! | [Terrain and profiles](guide::terrain_and_profiles) | what a step costs, obstacles, questions to the map |
//! | [Danger](guide::danger) | what agents prefer to walk around |
//! | [Requests and answers](guide::requests_and_answers) | targets, options, events, failures, replanning |
//! | [Followers](guide::followers) | how agents walk, and your own movement |
//! | [Hordes](guide::hordes) | goal fields, shared by agents with the same request |
//! | [Crowds](guide::crowds) | agents that keep their cells, and agents that avoid a crowd |
//! | [Placement](guide::placement) | what a building would cut off |
//! | [Recipes](guide::recipes) | doors, keys, gates, sieges, bridges, one's own side, levels and interiors |
//! | [Tilemaps](guide::tilemaps) | `bevy_ecs_tilemap`, chunks, layers, LDtk, Tiled, hexagons, diamonds |
//! | [Waypoints](guide::waypoints) | graphs of entities instead of tiles |
//! | [Why](guide::why) | explanations, the overlay, diagnostics |
//! | [Saving](guide::saving) | what to save |
//! | [Servers](guide::servers) | no window, other schedules, determinism |
//! | [Speed](guide::speed) | budgets, landmarks, threads, memory |
//! | [Troubleshooting](guide::troubleshooting) | symptom, cause, fix |
//! | [Upgrading](guide::upgrading) | which versions fit together; from Bevy 0.19 to 0.20 |
//!
//! # Cargo features
//!
//! | feature | what it adds |
//! |---|---|
//! | `tilemap` (default) | follows `bevy_ecs_tilemap`; without it and `tilemap_chunk` no renderer is compiled |
//! | `tilemap_chunk` | follows Bevy's own `TilemapChunk`, with or without `tilemap` |
//! | `debug` | `PathfindingDebugPlugin`, an overlay in your own game; needs a renderer |
//! | `serialize` | serde's traits for what a game saves |

#![forbid(unsafe_code)]
// A game must not be able to make a system panic. An exception says why it can't panic, or where the panic is documented.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used
)]
// docs.rs builds with a nightly toolchain, and labels what a feature adds.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod absent;
#[doc(hidden)]
pub mod bevy_version;
mod congestion;
#[cfg(feature = "debug")]
mod debug;
mod diagnostics;
mod explain;
mod fleet;
mod follower;
pub mod guide;
mod local;
mod map;
mod names;
mod nav_id;
mod placement;
mod plane;
mod plugin;
#[cfg(feature = "serialize")]
mod recording;
mod request;
mod rollback;
#[cfg(feature = "serialize")]
mod save;
mod settings;
mod stats;
mod systems;
mod threads;
mod waypoints;

pub use congestion::Congestion;
#[cfg(feature = "debug")]
pub use debug::{
    AgentPicker, DebugColors, DebugDrawing, DebugKeys, DebugLayer, DebugLayers, DebugNumbers, DebugSearch,
    PathfindingDebug, PathfindingDebugPlugin,
};
pub use diagnostics::PathfindingDiagnosticsPlugin;
pub use explain::{
    AgentState, AnswerSource, CellDanger, CellExplanation, CutOff, Explain, Explanation, LastAnswer,
    LastPlan, NamedEntity, PathExplanation,
};
pub use fleet::{SearchTrace, TracedCell, TracedLink};
pub use follower::{CrowdAgent, NavObstacles, ObstacleOnPath, PathFollower, PathSteering};
#[cfg(feature = "tilemap")]
pub use map::DeriveNavTilePlugin;
pub use map::{DangerSource, EdgeWall, NavGrid, NavLink, NavObstacle, ObstacleError};
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
pub use map::{IntoTileClass, InvalidTileClass, LayerRule, NavTile, NavTilemap};
pub use nav_id::NavId;
pub use placement::{BuildRefusal, PlacementCheck, PlacementReport};
pub use plane::Plane;
pub use plugin::{PathfindingInSchedule, PathfindingPlugin};
#[cfg(feature = "serialize")]
pub use recording::{PathfindingRecorder, PathfindingRecorderPlugin};
pub use request::{
    AgentStuck, CostProfiles, FailureReason, GoalEntered, GoalReached, LinkEntered, LinkFinished,
    LocalPathRequest, LocalPathResult, ObstacleAhead, PathFailed, PathFound, PathReplanned, PathRequest,
    PathRequestTemplate, PathResult, PathStatus, PathTarget, PathTargetTemplate, ProfileId,
};
pub use rollback::PathfindingState;
#[cfg(feature = "serialize")]
pub use save::{load_pathfinding, save_pathfinding, save_pathfinding_prepared};
pub use settings::PathfindingSettings;
pub use stats::PathfindingStats;
pub use systems::PathfindingSystems;
pub use waypoints::{
    LinkWaypoints, OnWaypoints, Waypoint, WaypointGraph, WaypointGrid, WaypointGridError, WaypointLink,
    WaypointLinks,
};

pub use tilepath;
#[cfg(feature = "serialize")]
pub use tilepath::fleet::{LoadError, SaveError};
pub use tilepath::{CellGeometry, CellGeometryError, fleet::PlanCause};

/// What most programs need.
pub mod prelude {
    #[cfg(feature = "tilemap")]
    pub use crate::DeriveNavTilePlugin;
    #[cfg(feature = "debug")]
    pub use crate::{AgentPicker, DebugLayer, PathfindingDebug, PathfindingDebugPlugin};
    pub use crate::{
        AgentState, AgentStuck, BuildRefusal, CellExplanation, CellGeometry, Congestion, CostProfiles,
        CrowdAgent, CutOff, DangerSource, EdgeWall, Explain, Explanation, FailureReason, GoalEntered,
        GoalReached, LinkEntered, LinkFinished, LinkWaypoints, LocalPathRequest, LocalPathResult, NavGrid,
        NavLink, NavObstacle, NavObstacles, ObstacleAhead, ObstacleOnPath, OnWaypoints, PathFailed,
        PathFollower, PathFound, PathReplanned, PathRequest, PathResult, PathStatus, PathSteering,
        PathTarget, PathfindingDiagnosticsPlugin, PathfindingPlugin, PathfindingSettings, PathfindingStats,
        PathfindingSystems, PlacementCheck, PlanCause, Plane, ProfileId, SearchTrace, Waypoint,
        WaypointGraph, WaypointGrid, WaypointLink, WaypointLinks,
    };
    #[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
    pub use crate::{LayerRule, NavTile, NavTilemap};
    pub use tilepath::{
        Aversion, CellRect, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic,
        HexLayout, InvalidAversion, PathError, PathQuery, Reachable, Shape, StepLengths,
        crowd::{CrowdRules, StuckReason},
        placement::{PlannedBuilding, Route},
    };
}

/// Compiles the README's snippet.
#[cfg(all(doctest, feature = "tilemap"))]
#[doc = include_str!("../README.md")]
struct Readme;
