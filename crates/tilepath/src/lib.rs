//! Exact, danger-weighted pathfinding on tile grids and graphs, free of any engine: A*, jump point search, goal fields, crowds.
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
//!
//! // 0 is a wall, n costs n; the top row first.
//! let grid = Grid::from_rows([
//!     [1, 1, 1, 1, 1],
//!     [1, 0, 0, 0, 1],
//!     [1, 1, 9, 1, 1],
//! ])?;
//! let map = NavMap::new(grid, Topology::default());
//! let query = PathQuery::new([0, 0].into(), [4, 0].into());
//! let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ())?;
//! assert_eq!(path.cells().len(), 9); // over the top: the mud in the middle costs 9
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A step costs its length × (terrain cost + aversion · danger). All costs are integers: equal inputs give equal paths on every
//! machine, on any number of threads and in every build.
//!
//! # The guide
//!
//! | chapter | about |
//! |---|---|
//! | [First path](guide::first_path) | a grid, a profile, a query, a path; the words that the guide uses |
//! | [Terrain and danger](guide::terrain_and_danger) | what a step costs, and for whom; the limits of numbers |
//! | [Shapes](guide::shapes) | squares, hexagons, diamonds; diagonal rules, step lengths, distances |
//! | [Editing](guide::editing) | terrain, obstacles and danger that change; what changed; an agent's own obstacles |
//! | [Preparing](guide::preparing) | regions, jump point search, landmarks: what each buys and costs |
//! | [Goals and options](guide::goals_and_options) | several goals, range, sight, partial paths, estimates, errors, barriers |
//! | [Goal fields](guide::goal_fields) | many agents with the same goals |
//! | [Movement range](guide::movement_range) | all cells that a unit can reach in its turn |
//! | [Many queries](guide::many_queries) | reused memory, slices, threads |
//! | [Graphs](guide::graphs) | waypoints, and A* over your own space |
//! | [Crowds](guide::crowds) | agents that occupy their cells and give way to each other |
//! | [Placement](guide::placement) | what a building would cut off |
//! | [Saving and rollback](guide::saving_and_rollback) | a game in mid-walk as bytes, back to an earlier frame, and a game as a file |
//!
//! # Features
//!
//! All features are off by default. Without them the crate depends only on `glam`, `smallvec` and `thiserror`.
//!
//! - `serde`: serde's traits for grids, profiles, topologies, queries and their parts, and for crowds in mid-walk. Reading
//!   checks the rules of the constructors: bad data is an error that names the value. Functions ([`Heuristic::Custom`],
//!   [`Falloff::Custom`]) can't be written.
//! - `trace`: recorded searches as files (module `trace`) for the visualiser [Posthoc](https://posthoc.pathfinding.ai).
//! - `engines`: forces one of the two engines that search prepared maps, so that both can be measured. No game needs it.
//! - `bevy_reflect`: Bevy's reflection of the types that an inspector shows. Types whose values must obey rules are opaque.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]
#![deny(
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used
)]
// docs.rs builds with a nightly toolchain, and labels what a feature adds.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod astar;
mod barrier;
pub mod batch;
mod bucket_queue;
mod budget;
#[cfg(feature = "serde")]
mod byte_blocks;
pub mod congestion;
mod cost;
mod cost_field;
#[cfg(feature = "serde")]
mod counters;
pub mod crowd;
#[doc(hidden)]
pub mod exchange;
pub mod fleet;
#[cfg(feature = "engines")]
mod force_engine;
mod geometry;
mod goal_field;
mod graph;
mod ground;
pub mod guide;
#[cfg(feature = "serde")]
mod jobs;
mod journal;
mod jump;
mod landmarks;
mod map;
mod path;
pub mod placement;
mod reach;
#[cfg(doctest)]
mod readme;
mod regions;
mod search;
#[cfg(feature = "trace")]
pub mod trace;
mod undo;

pub use astar::{Expansion, Generation, Neighbours, NodeId, Recorder, Visitor, neighbours};
pub use barrier::Barrier;
pub use budget::Budget;
pub use cost::Cost;
pub use geometry::{CellGeometry, CellGeometryError};
pub use goal_field::{GoalField, GoalFieldError, GoalFieldReader, GoalFieldRepair, GoalFieldScratch};
pub use graph::{Graph, GraphError, GraphInput, GraphQuery, NavGraph, WaypointId};
pub use ground::{
    Aversion, CellRect, Changes, ClassSet, CostProfile, DangerError, DangerLayer, DangerStamp, DiagonalRule,
    EdgeWall, EdgeWallError, Falloff, Grid, GridError, Heuristic, HexLayout, InvalidAversion,
    InvalidBodySize, InvalidStepLengths, LinkError, MapRevision, NavLink, PLAIN_WEIGHT, PricedGrid, Shape,
    StepLengths, Topology,
};
pub use jump::{Engine, EngineChoice, EngineReason};
pub use map::{CostSplit, MapEdit, MapEdits, MapInput, MapSnapshot, MapWithoutObstacles, NavMap};
pub use path::{Path, PathError, PathOptions, PathQuery, SampleSearches};
pub use reach::Reachable;
pub use regions::Regions;
pub use search::{NodePath, SearchError, SearchScratch};
pub use undo::RestoreError;
