//! Pathfinding on tilemaps for Bevy: agents take the cheapest path, not merely the shortest, and keep to it while the map changes.
//!
//! # Concepts
//! - The **grid** ([`NavGrid`]) is the map on which agents find their paths. Each cell has a *terrain class*. The plugin keeps the grid in
//!   step with tilemaps that have `NavTilemap`, with [`NavObstacle`]s that block cells, and with [`DangerSource`]s.
//! - A **profile** ([`CostProfiles`]) is a kind of agent: it prices each terrain class and has an aversion to each danger layer.
//! - **A step costs** its length × (terrain cost + aversion · danger) of the cell entered, all in integers. The path found is the cheapest.
//! - A **request** ([`PathRequest`]) on an agent names its target. The answer is its [`PathResult`]; [events](PathFound) inform observers
//!   when it changes. Requests wait in a queue and share the expansion budget of a frame.
//! - A **follower** ([`PathFollower`]) walks the agent along the path, cell by cell.
//! - **Goal fields** answer many agents with the same request at once, see below.
//!
//! Add [`PathfindingPlugin`], put `NavTilemap` on a tilemap of `bevy_ecs_tilemap`, [`DangerSource`] and [`NavObstacle`] on towers, and
//! [`PathRequest`] with [`PathFollower`] on enemies. The systems run in the sets of [`PathfindingSystems`]. The algorithms are in the
//! crate [`tilepath`], which knows nothing of Bevy.
//!
//! # Shared goal fields
//! A goal field holds the exact cost from every cell to the nearest target. Agents with the same request share one automatically; the
//! answers cost exactly what searches find. [`PathfindingStats`] shows how many fields there are.
//!
//! - *Who shares.* Requests with the same targets in the same order, the same range, profile and aversion. A request always gets a search of
//!   its own if it is partial, inflated, limited in expansions, guided by a heuristic of its own, traced by a [`SearchTrace`], or has a
//!   range above 64 tiles.
//! - *When a field is built.* As soon as at least four agents share a request, and `spent + agents · mean` is at least the number of cells
//!   of the map. `spent` is the work of the searches made for them so far, counted in labelled cells: 16 for each node expanded, 1 for
//!   each waypoint. `mean` is the work of one search; before the first search, 16 times the longer side of the map. So a lone agent gets
//!   a search, and so do a few on a large map. While a field is built, requests are searched as without it. When it is complete, waiting
//!   agents are answered from it in the same frame, and agents with a path of their own exchange it in the next. If the field knows no
//!   path, a search finds out why.
//! - *How far a field reaches.* It grows from the targets until it knows the cells of its agents, and goes on when one asks from farther out,
//!   also because it was pushed there: within the [budget](PathfindingSettings::field_cells_per_frame), else a search answers that agent first.
//!   If there is an agent for each 16 cells of the map, the field grows over all of it.
//! - *What it changes.* An agent on a field holds no waypoints. Fields are repaired in place when the map changes, and a new one is built
//!   while the old one serves when a target moves. Neither sends [`PathReplanned`]. An agent halfway between two cells walks on to the
//!   next before it turns.
//! - *What it costs.* 5 bytes a cell and field, 10 while its successor is built, and 5 once for all fields whose targets move, up to
//!   [`max_field_bytes`](PathfindingSettings::max_field_bytes). A field without agents is kept in step for 600 frames, and then kept until
//!   the map changes; if its targets move, it is dropped. If memory is short, the field without agents that was used longest ago goes
//!   first; if there is no room at all, requests are searched.
//!
//! # Crowds
//! Agents take the cheapest path, all of them, even if a thousand others are on it. Insert the resource [`Congestion`], and crowds become danger
//! on a layer of their own, which fades when they leave: those who come later take the second gate. How much an agent minds is up to its
//! profile's aversion to that layer.
//!
//! # Shapes of tiles
//! Tilemaps of every type of `bevy_ecs_tilemap` work alike: squares, hexagons in rows and columns, diamonds. A cell is the position of its
//! tile, and nothing needs to be converted. [`CellGeometry`] maps cells to the world and back. Agents walk from tile centre to tile centre,
//! hexagons have six neighbours and no corners to cut, and a radius in tiles is measured between centres. On stretched tiles it is an
//! ellipse in the world, on isometric ones what a circle on the ground looks like.
//!
//! # Crowds
//! Followers walk through each other, and all that are sent to one cell stand on one point. With [`CrowdAgent`] beside [`PathFollower`] an agent
//! keeps its cell to itself: agents give way, pass each other, take turns in corridors, and come to rest round their goal, each in a cell
//! of its own. It costs nothing for agents without it. [`AgentStuck`] names those that do not come nearer to their goal, and why.
//!
//! # Waypoints
//! Where there are no tiles, agents walk over a graph: entities with [`Waypoint`], placed by their `Transform`, joined by directed links
//! ([`WaypointLinks`], and [`LinkWaypoints`] for commands) that cost as much as they are long, or what the game says. [`WaypointGrid`] lays a
//! grid of them over an area. An agent with [`OnWaypoints`] asks, walks and fails as on tiles: with [`PathRequest`], [`PathResult`],
//! [`PathFollower`] and the same events. Its path is [`PathResult::waypoint_entities`]. It is replanned when links or waypoints come, go or
//! move. [`WaypointGraph`] is the graph, to look things up; there need be no [`NavGrid`]. Searches over waypoints have an
//! [expansion budget](PathfindingSettings::expansions_per_frame) of their own, as large as that of searches over tiles.
//!
//! # Without a window
//! A server or a test needs `MinimalPlugins` and [`PathfindingPlugin`], nothing else: no `TilemapPlugin` (spawn the components of tilemaps
//! and tiles; those of the map are `TilemapSize`, `TilemapGridSize`, `TilemapTileSize`, `TilemapType` and `Transform`), and no
//! `TransformPlugin`, as positions are computed from `Transform` and its parents on the spot.
//!
//! To save a game, save the `Grid` or the tiles, and [`PathRequest`], [`PathFollower`], [`NavObstacle`], [`DangerSource`] and
//! [`CostProfiles`] of the game's entities, [`CrowdAgent`] of those that have it, of those with waypoints also [`Waypoint`],
//! [`WaypointLinks`] and [`OnWaypoints`]. [`PathResult`] and [`NavGrid`] follow from these in the first frame.
//!
//! A request is checked in this order: is there a map, has a target a cell, has the agent a position, is the profile known and the
//! aversion valid, then the checks of [`PathError`](tilepath::PathError). The first that fails is the [`FailureReason`]. Over waypoints: is there
//! a waypoint, does it ask for no range, has a target a waypoint, has the agent a position, is the inflation valid.
//!
//! `Disabled` entities do not take part: an obstacle blocks nothing, a tile is no tile, a target is gone, an agent stands still. Obstacles,
//! danger, waypoints and tilemaps below a disabled entity do not take part either. When an agent is enabled again, its request is answered.
//!
//! # Maps of other crates
//! - *Bevy's `TilemapChunk`*: switch on the feature `tilemap_chunk` and put `NavTilemap` on every chunk. On a server without a renderer, insert
//!   `TilemapChunkTileData` after `TilemapChunk`: Bevy then makes no mesh.
//! - *Tiled*: `bevy_ecs_tiled` 0.13 makes one tilemap of each layer and tileset. Observe `TiledEvent<TilemapCreated>` and insert
//!   `NavTilemap::from_fn`, with the classes that a property of the tiles names.
//! - *LDtk*: `bevy_ecs_ldtk` 0.15 puts `IntGridCell` on the tiles of IntGrid layers. Add a `DeriveNavTilePlugin` that makes classes of it, and put
//!   `NavTilemap::from_tiles` on the layer when it gets its `LayerMetadata`.
//!
//! The package `integrations` in the repository has both as examples. Mind what `bevy_ecs_tiled` 0.13 does: hexagonal maps that are staggered by
//! rows are drawn with the wrong rows shifted if the number of rows is odd (agents walk on what is drawn), staggered maps make it panic, and
//! a layer or tileset with an offset becomes a tilemap at another place, which is left out.
//!
//! # Why
//! [`Explain`], a system parameter, says of any agent what it does and why, and of any cell what it costs and why: in plain sentences, and as
//! values ([`Explanation`], [`CellExplanation`]) for a game's own display and tests. Among them: which obstacle or walls cut an agent off
//! from its target, what its path pays for length, terrain and danger, what its last search took, and why and when it was planned again.
//!
//! # Diagnostics
//! [`PathfindingDiagnosticsPlugin`] records as Bevy's diagnostics, frame by frame: requests by how they were answered, expansions against the
//! budget, goal fields built and repaired, and the time of each system set. Its constants are the paths.
//!
//! # Troubleshooting
//! - *Anything looks wrong*: switch on the feature `debug`, add `PathfindingDebugPlugin`, and press F1 to F10.
//! - *Frames are too long*: add [`PathfindingDiagnosticsPlugin`]; it says which set takes how long, and how much it had to do.
//! - *Agents walk through each other, or all stand on one point*: put [`CrowdAgent`] beside [`PathFollower`].
//! - *An agent does not do what you expect*: print `explain.agent(entity)`, with [`Explain`] as a parameter of any system.
//! - *Nothing moves, [`PathResult`] says `NoMap`*: no tilemap has `NavTilemap`, or the log names the reason why it is left out.
//! - *`StartOutside` or `GoalOutside`*: the map's transform and anchor decide which cell a point is in; ask [`NavGrid::cell_at`].
//! - *`GoalBlocked` for a tower, a base or a unit*: an obstacle blocks its own cell; use [`PathRequest::within`].
//! - *An agent arrives with a wall between it and its goal*: [`PathRequest::within`] measures as the crow flies, for shots over walls; for
//!   melee, and for shots that walls stop, add [`PathRequest::in_sight`].
//! - *An agent on waypoints says `NoLinks`*: links have one direction each ([`LinkWaypoints::link_both_ways`] makes two), and the log names
//!   those that were left out: to an entity that is no waypoint, or with a bad cost.
//! - *Agents ignore danger*: the log names an invalid radius or strength; an aversion of 0 is fearless.
//!
//! # Features
//! - `tilemap` (default): sync with `bevy_ecs_tilemap`. Without it and `tilemap_chunk` no renderer is compiled, and the grid comes from
//!   [`NavGrid::from_grid`].
//! - `tilemap_chunk`: sync with Bevy's own `TilemapChunk`, with or without `tilemap`.
//! - `debug`: `PathfindingDebugPlugin`, an overlay that draws what the plugin does in your own game: terrain costs, danger, regions, goal fields,
//!   edits, waypoints, paths, and what the search of an agent expanded. It needs a renderer.
//! - `serialize`: serde's traits for what a game saves: requests, followers, obstacles, danger sources, the classes of tilemaps, profiles,
//!   settings, and in the core [`Grid`](tilepath::Grid). Answers are not saved: an agent that is loaded asks again. Bad data is an error
//!   when it is read.
//!
//! All components, resources and events implement [`Reflect`](bevy::reflect::Reflect) and are registered, with and without the features.
//! Inspectors can edit them field by field; values with rules of their own ([`CostProfiles`], [`StepLengths`](tilepath::StepLengths)) can
//! only be replaced as a whole. Scenes can save the latter if `serialize` is on. [`PathRequest`] maps the entities that it names.

#![forbid(unsafe_code)]

mod absent;
mod congestion;
mod crowd;
#[cfg(feature = "debug")]
mod debug;
mod diagnostics;
mod explain;
mod follower;
mod goal_fields;
mod map;
mod movement;
mod placement;
mod plan;
mod plugin;
mod request;
mod search;
mod settings;
mod stats;
mod systems;
mod threads;
mod waypoint_agents;
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
pub use follower::{CrowdAgent, PathFollower};
#[cfg(feature = "tilemap")]
pub use map::DeriveNavTilePlugin;
pub use map::{CellGeometry, DangerSource, NavGrid, NavObstacle, ObstacleError};
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
pub use map::{LayerRule, NavTile, NavTilemap};
pub use placement::{BuildRefusal, PlacementCheck, PlacementReport};
pub use plugin::{PathfindingInSchedule, PathfindingPlugin};
pub use request::{
    AgentStuck, CostProfiles, FailureReason, GoalReached, PathFailed, PathFound, PathReplanned, PathRequest,
    PathResult, PathStatus, PathTarget, PlanCause, ProfileId,
};
pub use search::{SearchTrace, TracedCell, TracedLink};
pub use settings::PathfindingSettings;
pub use stats::PathfindingStats;
pub use systems::PathfindingSystems;
pub use waypoints::{
    LinkWaypoints, OnWaypoints, Waypoint, WaypointGraph, WaypointGrid, WaypointGridError, WaypointLink,
    WaypointLinks,
};

pub use tilepath;

/// What most programs need.
pub mod prelude {
    #[cfg(feature = "tilemap")]
    pub use crate::DeriveNavTilePlugin;
    #[cfg(feature = "debug")]
    pub use crate::{AgentPicker, DebugLayer, PathfindingDebug, PathfindingDebugPlugin};
    pub use crate::{
        AgentState, AgentStuck, BuildRefusal, CellGeometry, Congestion, CostProfiles, CrowdAgent, CutOff,
        DangerSource, Explain, Explanation, FailureReason, GoalReached, LinkWaypoints, NavGrid, NavObstacle,
        OnWaypoints, PathFailed, PathFollower, PathFound, PathReplanned, PathRequest, PathResult, PathStatus,
        PathTarget, PathfindingDiagnosticsPlugin, PathfindingPlugin, PathfindingSettings, PathfindingStats,
        PathfindingSystems, PlacementCheck, PlanCause, ProfileId, SearchTrace, Waypoint, WaypointGraph,
        WaypointGrid, WaypointLink, WaypointLinks,
    };
    #[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
    pub use crate::{LayerRule, NavTile, NavTilemap};
    pub use tilepath::{
        Aversion, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, HexLayout,
        PathQuery, Reachable, Shape, StepLengths,
        crowd::StuckReason,
        placement::{PlannedBuilding, Route},
    };
}

/// Compiles the README's snippet.
#[cfg(all(doctest, feature = "tilemap"))]
#[doc = include_str!("../README.md")]
struct Readme;
