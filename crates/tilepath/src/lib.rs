//! Exact, danger-weighted pathfinding on tile grids and graphs, free of any engine.
//!
//! # The cost model
//!
//! A map is a [`Grid`] of terrain **classes**, one `u8` per cell, row-major with y up. A [`CostProfile`] prices the classes for one kind of
//! agent: class → cost in tiles, 0 for a wall. The default profile is the identity, so a plain number matrix is a map.
//!
//! **Danger** lies in layers of its own ([`DangerLayer`]), apart from the terrain. Each source adds a round footprint of integers
//! ([`DangerStamp`]), in *tiles of detour*: an agent of aversion 1 walks up to three tiles more to avoid a danger of 3. Each
//! profile has its own [`Aversion`] to each layer; 0 is fearless.
//!
//! **A step costs its length × the weight of the cell that it enters**, where the weight is `terrain cost + Σ aversion · danger`. A
//! [`Topology`] says which cells are neighbours and how long the steps between them are. All of these are integers, and sums never wrap
//! ([`Cost`]): equal inputs give equal paths on every machine, on any number of threads and in every build.
//!
//! # Shapes
//!
//! Cells are squares, hexagons in one of five numberings, or staggered diamonds ([`Shape`], [`Topology::hex`], [`Topology::staggered`]).
//! Cells keep the coordinates that the tilemap gives them. Distances (for ranges, danger and the nearest free cell) are measured between
//! the centres of cells.
//!
//! ```
//! use tilepath::{Grid, HexLayout, NavMap, PathQuery, SearchScratch, Topology};
//! let map = NavMap::new(Grid::new([9, 9].into(), 1)?, Topology::hex(HexLayout::OddRows));
//! let query = PathQuery::new([0, 0].into(), [4, 8].into());
//! let path = map.find_path(&Default::default(), query, &mut SearchScratch::new(), &mut ())?;
//! assert_eq!(path.cells().len(), 9); // eight rows up, half a tile to the right with each
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Maps
//!
//! A [`NavMap`] owns the grid, the obstacles on it and the danger. Every edit goes through it and raises its [revision](NavMap::revision);
//! [`NavMap::changes_since`] lists the edits after a revision. [Prepare](NavMap::prepare) the map for the profiles in use. Every edit then
//! also updates what the map keeps ready:
//!
//! - [regions](Regions): which cells are connected, so that a goal that can't be reached is refused without a search;
//! - a *cost field*: the weight of every cell, and where a straight run over uniform ground must stop, for jump point search;
//! - [on request](NavMap::prepare_landmarks), *landmarks*: distances from eight far-off cells, for tighter estimates on large maps.
//!
//! # Paths
//!
//! A [`PathQuery`] has a start, one or several goals and [`PathOptions`]. [`NavMap::find_path`] finds the cheapest [`Path`] to the goal
//! that is cheapest to reach. [`NavMap::begin_path`] and [`NavMap::run_path`] do the same in slices. [`SearchScratch`] is the scratch
//! memory of searches: keep it and reuse it. A [`Visitor`] watches a search.
//!
//! The *cost* of a path does not depend on how the path is found: on a prepared map or not, at once or in slices, watched, in a batch, or
//! read from a goal field. Its cells may differ: if several paths cost the same, each way of searching chooses one of them, always the same
//! one.
//!
//! A [`GoalField`] holds the exact cost from every cell to the nearest of some goals (also known as integration field or Dijkstra map), for
//! many agents with the same goals. It is repaired after edits, [read](GoalFieldReader) step by step, and
//! [guides](NavMap::find_path_guided) searches for its goal.
//!
//! [`NavMap::reachable`] finds all cells within a cost of a start, with the cheapest path to each ([`Reachable`]): movement ranges.
//!
//! # Modules
//!
//! - [`batch`]: many queries under one budget of expansions, on several threads. The answers are the same on any number of threads.
//! - [`placement`]: checks whether a building would cut a route, before it is built.
//! - [`crowd`]: agents that take up cells and give way to each other.
//! - [`neighbours`]: your own search spaces for [`SearchScratch::astar`], which is A* over anything that implements [`Neighbours`].
//! - [`Graph`] is such a space: waypoints joined by edges. [`PricedGrid::find_path`] searches a grid without a [`NavMap`].
//!
//! # Features
//!
//! All features are off by default. Without them the crate depends only on `glam`, `smallvec` and `thiserror`.
//!
//! - `serde`: serde's traits for grids, profiles, topologies, queries and their parts. Reading checks the rules of the constructors: bad
//!   data is an error that names the value. Functions ([`Heuristic::Custom`], [`Falloff::Custom`]) can't be written.
//! - `trace`: recorded searches as files (module `trace`) for the visualiser [Posthoc](https://posthoc.pathfinding.ai).
//! - `engines`: forces one of the two search engines (`Engine`), so that both can be measured. No game needs it.
//! - `bevy_reflect`: Bevy's reflection of the types that an inspector shows. Types whose values must obey rules are opaque.

#![forbid(unsafe_code)]
// docs.rs builds with a nightly toolchain, and labels what a feature adds.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod astar;
mod barrier;
pub mod batch;
mod cost;
mod cost_field;
pub mod crowd;
#[cfg(feature = "engines")]
mod engines;
mod goal_field;
mod graph;
mod ground;
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

pub use astar::{
    Expansion, Generation, Neighbours, NodeId, NodePath, Recorder, SearchError, SearchStatus, Visitor,
    neighbours,
};
pub use barrier::Barrier;
pub use cost::Cost;
pub use goal_field::{
    GoalField, GoalFieldError, GoalFieldReader, GoalFieldRepair, GoalFieldScratch, GoalFieldTask,
};
pub use graph::{Graph, GraphError, GraphQuery};
pub use ground::{
    Aversion, CellRect, Changes, ClassSet, CostProfile, DangerError, DangerLayer, DangerStamp, DiagonalRule,
    Falloff, Grid, GridError, Heuristic, HexLayout, InvalidAversion, InvalidStepLengths, PLAIN_WEIGHT,
    PricedGrid, Shape, StepLengths, Topology,
};
#[cfg(feature = "engines")]
pub use jump::Engine;
pub use map::{CostSplit, MapEdits, MapWithoutObstacles, NavMap};
pub use path::{Path, PathError, PathOptions, PathQuery, PathTask, TaskError};
pub use reach::Reachable;
pub use regions::Regions;
pub use search::SearchScratch;
