//! Exact, danger-weighted pathfinding on tile grids and graphs, free of any engine.
//!
//! A [`Grid`] holds terrain classes, a [`CostProfile`] says what they cost one kind of agent, [`DangerLayer`]s add what is
//! dangerous, a [`Topology`] says who neighbours whom. Together they are a [`PricedGrid`], on which [`find_path`] finds the
//! cheapest way. A [`NavMap`] owns all of it and keeps it in step while the game edits the map.
//! A [`GoalField`] holds the cost from every cell to the nearest of a few goals, for the many that share them.
//! [`Graph`] stands beside them for maps that are waypoints.
//!
//! For speed a map is [prepared](NavMap::prepare) for a profile, and [surveyed](NavMap::prepare_landmarks) for landmarks where it is large.
//! Where many go to the same place, a [`GoalField`] answers all of them and is repaired after edits; a [`Batch`](batch::Batch) answers many requests
//! on several threads.
//!
//! Everything is integers: equal inputs give equal paths on every machine and in every build.

#![forbid(unsafe_code)]

pub mod batch;
mod bit_flood;
mod bit_lines;
mod block_clock;
mod changes;
mod cost;
mod cost_field;
mod danger;
mod directions;
mod edit_log;
mod error;
mod goal_field;
mod graph;
mod grid;
mod heuristic;
mod landmarks;
mod map_view;
mod nav_map;
pub mod neighbours;
mod options;
mod path;
mod path_task;
pub mod placement;
mod priced_grid;
mod profile;
mod query;
mod regions;
mod search;
mod sweep_lines;
mod topology;
mod unique_id;

pub use changes::Changes;
pub use cost::{Cost, InvalidStepLengths, StepLengths, UNITS_PER_TILE};
pub use danger::{DangerError, DangerLayer, DangerStamp, Falloff};
pub use error::PathError;
pub use goal_field::{
    GoalField, GoalFieldError, GoalFieldReader, GoalFieldRepair, GoalFieldScratch, GoalFieldTask,
};
pub use graph::{Graph, GraphError, GraphQuery};
pub use grid::{CellRect, Grid, GridError};
pub use heuristic::Heuristic;
pub use nav_map::NavMap;
pub use neighbours::{Neighbours, NodeId};
pub use options::PathOptions;
pub use path::Path;
pub use path_task::{PathTask, find_path};
pub use priced_grid::PricedGrid;
pub use profile::{Aversion, ClassSet, CostProfile, InvalidAversion};
pub use query::PathQuery;
pub use regions::Regions;
pub use search::{Expansion, NodePath, Recorder, Search, SearchError, SearchStatus, Visitor};
pub use topology::{DiagonalRule, Topology};

/// Compiles the README's snippet.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
