//! Chapter 6, goals and options: where a path may end, how a search estimates, and why there is no path.
//!
//! ```
//! use tilepath::{CostProfile, Grid, NavMap, PathError, PathQuery, SearchScratch, Topology};
//!
//! let grid = Grid::from_rows([[1, 1, 0, 1, 1], [1, 1, 0, 1, 1], [1, 1, 0, 1, 1]])?;
//! let map = NavMap::new(grid, Topology::default());
//! let (profile, mut scratch) = (CostProfile::default(), SearchScratch::new());
//! let mut find = |query| map.find_path(&profile, query, &mut scratch, &mut ());
//! let (start, behind) = ([0, 0].into(), [3, 0].into());
//! // One search finds the goal that is cheapest to reach.
//! let nearest = find(PathQuery::to_nearest(start, [behind, [0, 2].into(), [1, 0].into()]))?;
//! assert_eq!(nearest.goal_index(), Some(2));
//! // An arrow flies over the wall: the path may end 2 tiles from the goal. A spear needs sight as well.
//! let arrow = find(PathQuery::new(start, behind).within(2.0))?;
//! assert_eq!(arrow.cells().last(), Some(&[1, 0].into()));
//! let spear = find(PathQuery::new(start, behind).within(2.0).in_sight());
//! assert_eq!(spear, Err(PathError::Unreachable { start, goal: behind }));
//! // As near as possible.
//! let partial = find(PathQuery::new(start, [4, 2].into()).allow_partial())?;
//! assert!(partial.is_partial());
//! assert_eq!(partial.cells().last(), Some(&[1, 2].into()));
//! // Why is there no path? The fewest walls that must go.
//! let query = PathQuery::new(start, behind);
//! let barrier = map.barrier(&profile, &query)?;
//! assert!(barrier.separates() && barrier.thinnest() == [[2, 0].into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every option is a method of [`PathQuery`](crate::PathQuery) and of [`PathOptions`](crate::PathOptions):
//!
//! | option | effect |
//! |---|---|
//! | `within(range)` | the path may end within `range` tiles of a goal, between cell centres; the goal may be a wall |
//! | `in_sight()` | with a range: the straight line from the end to the goal touches no wall, not even at a corner |
//! | `allow_partial()` | if no goal can be reached, the path leads to the reachable cell nearest to a goal |
//! | `with_heuristic(…)` | another [estimate](crate::Heuristic); all but `Custom` find the cheapest path |
//! | `with_inflation(w)` | fewer expansions, but the path may cost up to `w` times as much as the cheapest; `w` is 1 to 1,000 |
//! | `greedy()` | very few expansions on open ground; the path may cost many times as much as the cheapest |
//! | `with_max_expansions(n)` | a search that needs more than `n` expansions fails |
//!
//! `find_path` ignores goals outside the map and goals in walls, as long as another free cell counts as a goal. Even a bad
//! estimate does not make a search endless: a search that reaches n cells makes fewer than 3 n + 1000 expansions.
//!
//! # Errors
//!
//! If several errors apply, a search returns the first in the order of this table ([`PathError`](crate::PathError)):
//!
//! | error | meaning |
//! |---|---|
//! | `InvalidRange`, `InvalidInflation` | the number is NaN or out of range |
//! | `StartOutside`, `StartBlocked` | the start is outside the map, or a wall to this profile |
//! | `NoGoal`, `GoalOutside` | the query has no goal, or no cell of the map counts as a goal |
//! | `GoalBlocked` | the path has no cell to end at: all are walls, or cells that agents may only pass through |
//! | `Unreachable` | no path leads to any goal |
//! | `ExpansionLimit` | the search needs more expansions than the query allows |
//! | `TooCostly` | there is a path, but its cost is too large for a [`Cost`](crate::Cost) |
//!
//! A prepared map returns `Unreachable` without a search. On an unprepared map, the search may reach its limit first and return
//! `ExpansionLimit`.
//!
//! # Why there is no path
//!
//! - [`can_reach`](crate::NavMap::can_reach) returns whether a path leads from one cell to another, at any cost.
//! - [`NavMap::barrier`](crate::NavMap::barrier) finds what is in the way. `thinnest()` lists the fewest blocked cells that
//!   must become free. `is_opened_by(obstacles)` returns whether a goal can be reached without these obstacles.
//! - [`NavMap::nearest_free`](crate::NavMap::nearest_free) finds a free cell for a start or a goal in a wall.
//!   [`exit_towards`](crate::MapWithoutObstacles::exit_towards) finds the cell at which an agent in a wall gets out.
//!
//! Next: [goal fields](super::goal_fields).
