//! Exact, danger-weighted pathfinding on tile grids and graphs, free of any engine.
//!
//! A [`Grid`] holds terrain classes, a [`CostProfile`] says what they cost one kind of agent, [`DangerLayer`]s add what is
//! dangerous, a [`Topology`] says who neighbours whom. Together they are a [`PricedGrid`], on which [`find_path`] finds the
//! cheapest path. A [`NavMap`] owns all of it and keeps it in step while the game edits the map.
//! A [`GoalField`] holds the cost from every cell to the nearest of a few goals, for the many that share them.
//! [`Graph`] stands beside them for maps that are waypoints.
//!
//! For speed a map is [prepared](NavMap::prepare) for a profile, and [surveyed](NavMap::prepare_landmarks) for landmarks where it is large.
//! Where many go to the same place, a [`GoalField`] answers all of them and is repaired after edits; a [`Batch`](batch::Batch) answers many requests
//! on several threads.
//!
//! Everything is integers: equal inputs give equal paths on every machine and in every build.

#![forbid(unsafe_code)]

mod astar;
pub mod batch;
mod cost;
mod cost_field;
mod goal_field;
mod graph;
mod ground;
mod jump;
mod landmarks;
mod map;
mod path;
pub mod placement;
#[cfg(doctest)]
mod readme;
mod regions;
mod search;

pub use astar::{
    Expansion, Neighbours, NodeId, NodePath, Recorder, SearchError, SearchStatus, Visitor, neighbours,
};
pub use cost::Cost;
pub use goal_field::{
    GoalField, GoalFieldError, GoalFieldReader, GoalFieldRepair, GoalFieldScratch, GoalFieldTask,
};
pub use graph::{Graph, GraphError, GraphQuery};
pub use ground::{
    Aversion, CellRect, Changes, ClassSet, CostProfile, DangerError, DangerLayer, DangerStamp, DiagonalRule,
    Falloff, Grid, GridError, Heuristic, InvalidAversion, InvalidStepLengths, PricedGrid, StepLengths,
    Topology, UNITS_PER_TILE,
};
pub use map::NavMap;
pub use path::{Path, PathError, PathOptions, PathQuery, PathTask, find_path};
pub use regions::Regions;
pub use search::Search;
