//! Chapter 7, goal fields: many agents with the same goals.
//!
//! ```
//! use tilepath::{CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
//!
//! let mut map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
//! let profile = CostProfile::default();
//! map.prepare(&profile); // a goal field needs a prepared map
//! let mut scratch = GoalFieldScratch::default();
//!
//! // Build once.
//! let goals = [[19, 4].into(), [19, 8].into()];
//! let mut field = map.goal_field(&profile, &goals, &mut scratch)?;
//!
//! // Read for any number of agents.
//! let start = [0, 4].into();
//! let reader = map.read_goal_field(&field).unwrap();
//! assert_eq!(map.topology().lengths().in_tiles(reader.cost(start).unwrap()), 19.0);
//! assert_eq!(reader.next([18, 4].into()), Some([19, 4].into()));
//! assert_eq!(reader.nearest_goal([19, 7].into()), Some(1));
//! assert_eq!(reader.path_from(start)?.cells().len(), 20);
//!
//! // Repair after edits.
//! map.edit(|edits| (1..8).for_each(|y| edits.block([10, y].into())));
//! let repair = field.repair(&map, &mut scratch)?;
//! assert!(repair.settled > 0 && field.is_current(&map));
//! assert!(map.topology().lengths().in_tiles(field.cost(start).unwrap()) > 19.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`GoalField`](crate::GoalField) holds the exact cost from every cell to the nearest of its goals. It is also known as
//! *integration field* or *Dijkstra map*. The costs are the same as those of `find_path`. A field takes 4 bytes for each cell.
//!
//! - **Build**: [`NavMap::goal_field`](crate::NavMap::goal_field) takes O(cells). A [field that grows](#fields-that-grow) is
//!   built in slices; you may edit the map in between.
//! - **Read**: [`GoalFieldReader`](crate::GoalFieldReader) reads costs, next steps and whole paths without a search. `next`
//!   always leads to a lower cost, so an agent that follows `next` never walks in a circle.
//! - **Repair**: [`GoalField::repair`](crate::GoalField::repair) reads the edits from the map and updates the costs. The field
//!   is then equal to a new field. The time grows with the number of cells whose cost changes. If the edits concern more than
//!   256 cells and more than a twelfth of the map, or if there were more than 256 edits, the whole field is computed again.
//! - **Before a repair**, a reader never leads into walls, but its paths may not be the cheapest.
//! - **Other goals**: [`GoalField::set_goals`](crate::GoalField::set_goals) repairs the field if it keeps a goal.
//!
//! # Fields that grow
//!
//! ```
//! # use tilepath::{Budget, CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
//! # let mut map = NavMap::new(Grid::new([400, 400].into(), 1)?, Topology::default());
//! # let (profile, mut scratch) = (CostProfile::default(), GoalFieldScratch::default());
//! # map.prepare(&profile);
//! let mut field = map.growing_goal_field(&profile, &[[200, 200].into()])?;
//! let agent = [190, 203].into();
//! let mut budget = Budget::new(10_000); // cells whose cost is computed
//! assert!(field.grow(&map, &[agent], &mut budget, &mut scratch)?.is_ready());
//! assert!(field.cost(agent).is_some() && budget.left() > 9_000);
//! assert!(!field.knows([0, 0].into()));
//! while field.grow_everywhere(&map, &mut Budget::new(50_000), &mut scratch)?.is_pending() {
//!     // ... the next frame
//! }
//! assert!(field.knows([0, 0].into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A growing field computes only the costs that somebody needs. This is faster if all agents are near the goals. The
//! [budget](crate::Budget) limits the work of a call.
//!
//! Next: [movement range](super::movement_range).
