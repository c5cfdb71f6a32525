//! Chapter 1, your first path: a grid, a profile, a query, a path.
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
//!
//! // 0 is a wall, and n costs n tiles. The last row is y = 0.
//! let grid = Grid::from_rows([
//!     [1, 1, 1, 1],
//!     [1, 0, 0, 1],
//!     [1, 3, 4, 1],
//! ])?;
//! let map = NavMap::new(grid, Topology::default());
//! let profile = CostProfile::default();
//! let mut scratch = SearchScratch::new();
//!
//! let query = PathQuery::new([0, 0].into(), [3, 0].into());
//! let path = map.find_path(&profile, query, &mut scratch, &mut ())?;
//!
//! // Through the mud the path would cost 3 + 4 + 1 = 8 tiles. Around the wall it costs 7 tiles.
//! assert_eq!(path.cells().len(), 8); // with the start and the goal
//! assert_eq!(path.cells()[1], [0, 1].into());
//! let lengths = map.topology().lengths();
//! assert_eq!(lengths.in_tiles(path.cost()), 7.0);
//!
//! // What the path pays for: its length, its terrain and its danger.
//! let split = map.without_obstacles(&[]).split_cost(&profile, path.cells()).unwrap();
//! assert_eq!(lengths.in_tiles(split.length), 7.0);
//! assert_eq!((lengths.in_tiles(split.terrain), lengths.in_tiles(split.danger)), (0.0, 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NavMap::find_path`](crate::NavMap::find_path) takes four things:
//!
//! - The **profile** ([`CostProfile`](crate::CostProfile)) describes a kind of agent: what each kind of terrain costs the
//!   agent.
//! - The **query** ([`PathQuery`](crate::PathQuery)) holds the start, one or several goals, and options.
//! - The **scratch** ([`SearchScratch`](crate::SearchScratch)) is the memory of searches. Keep the scratch and reuse it.
//! - The **visitor** ([`Visitor`](crate::Visitor)) watches the search. `()` watches nothing and costs no time.
//!   [`Recorder`](crate::Recorder) records every step of the search.
//!
//! The result is the cheapest [`Path`](crate::Path), or a [`PathError`](crate::PathError) that says why there is no path.
//!
//! These words appear in every chapter:
//!
//! - A **cell** is a tile of the map. Its coordinates are x and y; y points up.
//! - The **class** of a cell is a number from 0 to 255 that stands for its terrain. A [`Grid`](crate::Grid) holds the class of
//!   every cell, row by row: cell (x, y) has the index `y * width + x`.
//! - The **cost** of a path ([`Cost`](crate::Cost)) is a whole number of cost units.
//!   [`StepLengths::in_tiles`](crate::StepLengths::in_tiles) converts a cost to tiles: to straight steps on plain ground.
//! - **Plain ground** has terrain cost 1 and no danger.
//! - An **expansion** is one unit of the work of a search: the search takes a cell and looks at its neighbours.
//!
//! Limits: a map has at most 16,777,216 cells (4,096 × 4,096), and each side has at most 32,768 cells.
//!
//! A [`NavMap`](crate::NavMap) also holds obstacles, danger and [prepared data](super::preparing). If you need neither
//! obstacles nor prepared data, [`PricedGrid::find_path`](crate::PricedGrid::find_path) searches a grid directly, cell by cell.
//!
//! Next: [terrain and danger](super::terrain_and_danger).
