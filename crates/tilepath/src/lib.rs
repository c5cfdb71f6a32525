//! Exact, danger-weighted pathfinding on tile grids and graphs, free of any engine.
//!
//! # The cost model
//!
//! A map is a [`Grid`] of terrain **classes**, one `u8` a cell, row-major with y up. A [`CostProfile`] prices them for one kind of agent:
//! class → cost in tiles, 0 for a wall. The default profile is the identity, so a plain number matrix is a map.
//!
//! **Danger** is a layer beside the terrain ([`DangerLayer`]). Sources add round, integer footprints ([`DangerStamp`]), counted in tiles
//! of detour. Each profile has its own [`Aversion`] to each layer; 0 is fearless.
//!
//! **A step costs its length × the weight of the cell that it enters**, where the weight is `terrain cost + Σ aversion · danger`. A
//! [`Topology`] says which cells are neighbours and how long the steps between them are. Everything is integers, and sums never wrap
//! ([`Cost`]): equal inputs give equal paths on every machine, on any number of threads and in every build.
//!
//! # Shapes
//!
//! Cells are squares, hexagons in one of five numberings, or staggered diamonds ([`Shape`], [`Topology::hex`], [`Topology::staggered`]). Cells
//! keep the coordinates that the tilemap gives them. Distances (ranges, danger, the nearest free cell) are those between the centres of cells.
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
//! A [`NavMap`] owns the grid, the obstacles on it and the danger. Every edit goes through it and raises its
//! [revision](NavMap::revision); [`NavMap::changes_since`] lists the edits after a revision. [Prepare](NavMap::prepare) the map for the
//! profiles in use. It then keeps in step, edit by edit:
//!
//! - [regions](Regions): which cells are connected, so that a goal that can't be reached is refused without a search;
//! - a *cost field*: the weight of every cell and where a straight run over uniform ground must stop, for jump point search;
//! - [on request](NavMap::prepare_landmarks), *landmarks*: distances from eight far-off cells, for tighter estimates on large maps.
//!
//! # Paths
//!
//! A [`PathQuery`] has a start, one or several goals and [`PathOptions`]. [`NavMap::find_path`] finds the cheapest [`Path`] to the goal
//! that is cheapest to reach. [`NavMap::begin_path`] and [`NavMap::run_path`] do the same in slices. [`SearchScratch`] is the scratch memory
//! of searches: keep it and use it again. A [`Visitor`] watches a search.
//!
//! However a path is asked for (on a map that is prepared or not, at once or in slices, watched, in a batch, read from a goal field), its
//! *cost* is the same. Its cells need not be: of several paths that cost the same, each way of searching has its own, always the same one.
//!
//! A [`GoalField`] holds the exact cost from every cell to the nearest of some goals (also known as integration field or Dijkstra map),
//! for the many agents that share them. It is repaired after edits, [read](GoalFieldReader) step by step, and
//! [guides](NavMap::find_path_guided) searches for its goal.
//!
//! [`NavMap::reachable`] finds all cells within a cost of a start, with the cheapest path to each ([`Reachable`]): movement ranges.
//!
//! # Modules
//!
//! - [`batch`]: many queries under one budget of expansions, on several threads, with the answers of one thread.
//! - [`placement`]: checks whether building on some cells would cut a route, before anything is built.
//! - [`crowd`]: agents that keep their cells to themselves and give way to each other.
//! - [`neighbours`]: search spaces of your own for [`SearchScratch::astar`], which is A* over anything that has [`Neighbours`].
//! - [`Graph`] is such a space for maps that are waypoints; [`PricedGrid::find_path`] searches without a [`NavMap`].
//!
//! # Features
//!
//! All are off by default; without them the crate depends on `glam` and `smallvec` only.
//!
//! - `serde`: serde's traits for grids, profiles, topologies, queries and what they are made of. Reading upholds the rules of the
//!   constructors: bad data is an error that names the value. Functions ([`Heuristic::Custom`], [`Falloff::Custom`]) can't be written.
//! - `trace`: recorded searches as files (module `trace`) that the visualiser [Posthoc](https://posthoc.pathfinding.ai) opens.
//! - `engines`: forces one of the two search engines (`Engine`), so that both can be measured. No game needs it.
//! - `bevy_reflect`: Bevy's reflection of the types that an inspector shows. Types with rules of their own are opaque.

#![forbid(unsafe_code)]

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
