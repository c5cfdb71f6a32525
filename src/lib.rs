//! Pathfinding on tilemaps for Bevy: agents take the cheapest way, not merely the shortest, and keep to it while the map changes.
//!
//! Add [`PathfindingPlugin`], mark a tilemap of `bevy_ecs_tilemap` with `NavTilemap`, put [`DangerSource`] and [`NavObstacle`] on towers,
//! and [`PathRequest`] with [`PathFollower`] on enemies. The plugin keeps the [`NavGrid`] in step, answers each request in its
//! [`PathResult`], and walks the agents along. Agents that ask the same share [`GoalFields`] by themselves.
//!
//! What a step costs is its length times the terrain cost plus aversion times danger of the cell entered, all in integers; the way
//! found is the cheapest there is. The algorithms live in the crate [`tilepath`], which knows nothing of Bevy.
//!
//! # Troubleshooting
//! - *Nothing moves, [`PathResult`] says `NoMap`*: no tilemap has `NavTilemap`, or the log names the reason why it is left out.
//! - *`StartOutside` or `GoalOutside`*: cells are found from world positions by the map's transform and anchor;
//!   [`NavGrid::cell_at`] shows which cell a point is in.
//! - *`GoalBlocked` for a tower or a base*: an obstacle blocks its own cell; ask for [`PathRequest::within`] a range of it.
//! - *Agents ignore danger*: a radius or strength that has no sense is told in the log; an aversion of 0 is fearless.
//!
//! # Features
//! - `tilemap` (default): sync with `bevy_ecs_tilemap`. Without it no renderer is compiled, and the grid comes from
//!   [`NavGrid::from_grid`].

#![forbid(unsafe_code)]

mod agent;
mod danger;
mod events;
mod footprint;
mod geometry;
mod goal_fields;
mod landmarks;
mod nav_grid;
#[cfg(not(feature = "tilemap"))]
mod no_tilemap;
mod obstacle;
mod placement;
mod places;
mod planning;
mod plugin;
mod profile;
mod request;
mod result;
mod search;
mod settings;
mod stats;
#[cfg(feature = "tilemap")]
mod tilemap;
mod trace;

#[cfg(not(feature = "tilemap"))]
use no_tilemap::add_systems as add_tilemap_systems;
#[cfg(feature = "tilemap")]
use tilemap::add_systems as add_tilemap_systems;

pub use agent::PathFollower;
pub use danger::DangerSource;
pub use events::{GoalReached, PathFailed, PathFound, PathReplanned};
pub use geometry::CellGeometry;
pub use goal_fields::GoalFields;
pub use nav_grid::NavGrid;
pub use obstacle::NavObstacle;
pub use placement::{PlacementCheck, PlacementReport};
pub use plugin::{PathfindingInSchedule, PathfindingPlugin, PathfindingSystems};
pub use profile::{CostProfiles, ProfileId};
pub use request::{PathRequest, PathTarget};
pub use result::{PathFailure, PathResult, PathStatus};
pub use settings::PathfindingSettings;
pub use stats::PathfindingStats;
#[cfg(feature = "tilemap")]
pub use tilemap::{NavTile, NavTilemap};
pub use trace::{SearchTrace, TracedCell};

pub use tilepath;

/// What most programs need.
pub mod prelude {
    pub use crate::{
        CellGeometry, CostProfiles, DangerSource, GoalFields, GoalReached, NavGrid, NavObstacle, PathFailed,
        PathFailure, PathFollower, PathFound, PathReplanned, PathRequest, PathResult, PathStatus, PathTarget,
        PathfindingPlugin, PathfindingSettings, PathfindingStats, PathfindingSystems, PlacementCheck,
        ProfileId,
    };
    #[cfg(feature = "tilemap")]
    pub use crate::{NavTile, NavTilemap};
    pub use tilepath::{
        Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, Heuristic, Route, StepLengths,
    };
}

/// Compiles the README's snippet.
#[cfg(all(doctest, feature = "tilemap"))]
#[doc = include_str!("../README.md")]
struct Readme;
