//! Chapter 5, preparing: what a map can keep ready, so that searches are fast.
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, PathError, PathQuery, SearchScratch, Topology};
//!
//! // A wall from the bottom to the top.
//! let grid = Grid::from_fn([200, 200].into(), |cell| u8::from(cell.x != 100))?;
//! let mut map = NavMap::new(grid, Topology::default());
//! let (profile, mut scratch) = (CostProfile::default(), SearchScratch::new());
//! let (start, goal) = ([10, 10].into(), [190, 180].into());
//! let query = PathQuery::new(start, goal);
//! map.prepare(&profile);
//! let refused = map.find_path(&profile, query.clone(), &mut scratch, &mut ());
//! assert_eq!(refused, Err(PathError::Unreachable { start, goal }));
//! assert!(!map.can_reach(&profile, start, goal)); // without a search
//! // The map stays prepared when you edit it.
//! map.set_terrain([100, 150].into(), 1)?;
//! assert!(map.is_prepared(&profile) && map.can_reach(&profile, start, goal));
//!
//! // The same cost, for less work.
//! let bare = NavMap::new(map.grid().clone(), Topology::default());
//! let fast = map.find_path(&profile, query.clone(), &mut scratch, &mut ())?;
//! let slow = bare.find_path(&profile, query, &mut scratch, &mut ())?;
//! assert_eq!(fast.cost(), slow.cost());
//! assert!(fast.nodes_expanded() < slow.nodes_expanded());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NavMap::prepare`](crate::NavMap::prepare) makes the searches for one profile fast. Every later edit also updates the
//! prepared data. The map keeps this ready:
//!
//! - [**Regions**](crate::Regions): which cells are connected. A goal that can't be reached is refused without a search.
//!   Regions take about one byte for each cell. Profiles that can enter the same classes share them.
//! - A **cost field**: the weight of every cell, and where a straight run over uniform ground must stop. Searches use it for
//!   jump point search, or for A* where costs vary or single obstacles are scattered. The map chooses the faster way.
//! - **Landmarks**, only [on request](crate::NavMap::prepare_landmarks): distances from eight far-off cells to every cell.
//!   Estimates are then tighter on large maps, above all where paths wind around walls.
//!
//! Both calls take O(cells). A map of squares that is prepared for one profile takes about 21 bytes for each cell. Landmarks
//! take 32 bytes for each cell and profile, and 36 while they are measured. A map is prepared for at most 8 profiles; the
//! profile prepared longest ago is dropped first. The same holds for landmarks.
//!
//! # In slices
//!
//! ```
//! # use tilepath::{Budget, CostProfile, Grid, NavMap, Topology};
//! # let mut map = NavMap::new(Grid::new([60, 60].into(), 1)?, Topology::default());
//! # let profile = CostProfile::default();
//! while map.prepare_some(&profile, &mut Budget::new(1000)).is_pending() {
//!     // ... the rest of the frame
//! }
//! while map.measure_landmarks(&profile, &mut Budget::new(1000)).is_pending() {
//!     // ... the rest of the frame
//! }
//! assert!(map.is_prepared(&profile) && map.has_landmarks(&profile));
//! # Ok::<(), tilepath::GridError>(())
//! ```
//!
//! The [budget](crate::Budget) is a number of cells. You may edit and search the map between two calls. Until the map is
//! prepared, searches go cell by cell and find paths of the same cost. `measure_landmarks` prepares the map first if you have
//! not prepared it.
//!
//! Edits make landmarks less useful, but never make a path wrong. Call `measure_landmarks` in every frame: it corrects them.
//!
//! Some searches use neither the cost field nor landmarks: searches with a visitor, with a heuristic or an inflation of your
//! own, greedy searches, searches whose own obstacles free a cell other than the start, and, on squares and diamonds, all
//! searches if a diagonal step is exactly as long as two straight steps.
//!
//! [`warm_up`](crate::NavMap::warm_up) makes practice searches, so that the first real searches are as fast as later ones.
//!
//! Next: [goals and options](super::goals_and_options).
