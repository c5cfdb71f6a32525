//! Chapter 3, shapes: squares, hexagons and diamonds, and how long their steps are.
//!
//! ```
//! use tilepath::{CostProfile, DiagonalRule, Grid, HexLayout, NavMap, PathQuery, SearchScratch, StepLengths, Topology};
//!
//! let find = |topology| {
//!     let map = NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), topology);
//!     let query = PathQuery::new([0, 0].into(), [4, 8].into());
//!     map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ()).unwrap()
//! };
//!
//! // Squares: four diagonal and four straight steps, or twelve straight steps.
//! assert_eq!(find(Topology::default()).cells().len(), 9);
//! assert_eq!(find(Topology::square(DiagonalRule::Never)).cells().len(), 13);
//! // Hexagons: eight rows up, half a tile to the right with each.
//! assert_eq!(find(Topology::hex(HexLayout::OddRows)).cells().len(), 9);
//! // Diamonds on a staggered map.
//! assert_eq!(find(Topology::staggered(DiagonalRule::Never)).cells().len(), 17);
//!
//! // Other step lengths: 10 for a straight step, 14 for a diagonal step.
//! let classic = Topology::default().with_lengths(StepLengths::CLASSIC);
//! assert_eq!(find(classic).cost().units(), (4 * 10 + 4 * 14) * 16); // plain ground has weight 16
//! ```
//!
//! A [`Topology`](crate::Topology) says which cells are neighbours and how long the steps between them are. Choose the
//! [`Shape`](crate::Shape) by your tilemap: cells keep the coordinates that the tilemap gives them.
//!
//! | shape | neighbours | for |
//! |---|---|---|
//! | `Square` | 8, or 4 without diagonal steps | squares and rectangles; diamonds with the coordinates of squares |
//! | `Staggered` | 8, or 4 without diagonal steps | diamonds on a staggered map, with the coordinates of `bevy_ecs_tilemap` |
//! | `Hex` | 6 | hexagons in one of five numberings ([`HexLayout`](crate::HexLayout)) |
//!
//! The odd rows of `OddRows` are shifted right, and y points up. In Tiled, which counts rows from the top, this is the stagger
//! axis Y with the stagger index "even", if the map has an even number of rows. The docs of
//! [`HexLayout`](crate::HexLayout) describe the other layouts.
//!
//! A diagonal step passes two cells: the step from (0, 0) to (1, 1) passes (1, 0) and (0, 1). The
//! [`DiagonalRule`](crate::DiagonalRule) says how many of these two cells must be free. It has no effect on hexagons.
//!
//! | rule | a diagonal step is legal |
//! |---|---|
//! | `Never` | never |
//! | `OnlyWhenNoObstacles` (default) | if both passed cells are free: agents cut no corners |
//! | `IfAtMostOneObstacle` | if at least one of the two passed cells is free |
//! | `Always` | always, even between two walls that touch at a corner |
//!
//! # Step lengths
//!
//! [`StepLengths`](crate::StepLengths) holds the lengths of a straight and a diagonal step. Only their ratio decides which path
//! is the cheapest. On hexagons all steps are straight.
//!
//! - `EUCLIDEAN` (default) is 408 : 577, nearly 1 : √2.
//! - `CLASSIC` is 10 : 14. A path may cost 26 million tiles, not only 657,000.
//! - `UNIFORM` is 1 : 1: a diagonal step is as long as a straight step.
//! - [`StepLengths::new`](crate::StepLengths::new) takes your own pair. The straight length is 1 to 4,096. The diagonal length
//!   is at least as long, and at most twice as long.
//!
//! # Distances
//!
//! Ranges, danger and the nearest free cell use distances in tiles between the centres of cells
//! ([`Shape::distance_squared`](crate::Shape::distance_squared)). Edge neighbours are one tile apart. Diamonds count as
//! squares.
//!
//! If several paths cost the same, the order of the neighbours ([`Topology`](crate::Topology)) may decide which one a search
//! finds. The same search always finds the same path.
//!
//! Next: [editing](super::editing).
