//! Chapter 8, movement range: all cells that a unit can reach in its turn.
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, Reachable, Topology};
//!
//! let grid = Grid::from_rows([
//!     [1, 0, 0, 1],
//!     [1, 1, 3, 1],
//! ])?;
//! let map = NavMap::new(grid, Topology::default());
//! let tiles = |tiles| map.topology().lengths().cost_of_tiles(tiles);
//!
//! let mut reachable = Reachable::default(); // keep it and reuse it
//! map.reachable(&CostProfile::default(), [0, 0].into(), tiles(4.0), &mut reachable)?;
//!
//! // One tile of plain ground, then three tiles for the swamp.
//! let swamp = [2, 0].into();
//! assert_eq!(reachable.cost(swamp), Some(tiles(4.0)));
//! assert_eq!(reachable.path_to(swamp).unwrap(), [[0, 0].into(), [1, 0].into(), swamp]);
//! assert_eq!(reachable.cost([3, 0].into()), None); // too far
//! assert_eq!(reachable.cells().count(), 4); // with the start, which costs nothing
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NavMap::reachable`](crate::NavMap::reachable) finds all cells that cost at most the budget, and the cheapest path to each
//! ([`Reachable`](crate::Reachable)). The cost of each cell is the same as the cost of the path that `find_path` finds.
//!
//! - The budget is a [`Cost`](crate::Cost). [`StepLengths::cost_of_tiles`](crate::StepLengths::cost_of_tiles) converts tiles to
//!   a cost. With `Cost::INFINITE` the budget has no limit.
//! - [`Reachable::cells`](crate::Reachable::cells) lists the cells with the cheapest first.
//! - The time depends on the number of cells in reach, not on the size of the map. On a [prepared](super::preparing) map the
//!   search is several times faster.
//! - A `Reachable` takes 8 bytes for each cell in reach, and 5 to 10 bytes for each cell of the area that the budget can span.
//!
//! Five more questions:
//!
//! - Which path will the unit walk? If several paths are the cheapest, [`Reachable::path_to`](crate::Reachable::path_to) may give another
//!   one than [`find_path`](super::first_path). To show the path that a unit walks, ask `find_path`.
//! - Which of many jobs is the cheapest for a unit? With `Cost::INFINITE`, one `Reachable` holds the costs to all of them
//!   ([`Reachable::cost`](crate::Reachable::cost)).
//! - May a unit pass its friends, but not stop where they stand? Put them on the map with [`block_as`](crate::NavMap::block_as), and give their
//!   class a cost and [`CostProfile::with_pass_through`](crate::CostProfile::with_pass_through).
//! - A unit that is an obstacle itself: [`map.without_obstacles(&own).reachable(…)`](crate::MapWithoutObstacles::reachable)
//!   does not let the unit block itself.
//! - What if other units stood there? [`NavMap::reachable_after`](crate::NavMap::reachable_after) answers for a
//!   [`PlannedBuilding`](crate::placement::PlannedBuilding), that is, for cells that would be blocked. It copies the map, which
//!   takes O(cells).
//!
//! Next: [many queries](super::many_queries).
