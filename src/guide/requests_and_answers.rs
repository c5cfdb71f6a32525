//! Chapter 4, requests and answers: every way to ask, and everything that comes back.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
//! # app.insert_resource(NavGrid::from_grid(Grid::from_rows([[1, 1, 1, 1, 1, 0, 1]])?, geometry));
//! let tower = app.world_mut().spawn((Transform::from_xyz(64.0, 0.0, 0.0), NavObstacle::default())).id();
//! let requests = [
//!     PathRequest::to_entity(tower).within(1.5).in_sight(),                    // melee
//!     PathRequest::to_nearest([IVec2::new(2, 0), IVec2::new(6, 0)]),           // the cheaper of two
//!     PathRequest::to_position(Vec2::new(96.0, 0.0)).allow_partial(),          // as near as possible
//!     PathRequest::to_cell(IVec2::new(6, 0)).with_priority(1),                 // no path: behind a wall
//! ];
//! let agents = requests.map(|request| app.world_mut().spawn((Transform::default(), request)).id());
//! app.update();
//!
//! let nav_grid = app.world().resource::<NavGrid>();
//! let result = |agent: Entity| app.world().get::<PathResult>(agent).unwrap();
//! assert_eq!(result(agents[0]).cells(nav_grid).last(), Some(&IVec2::new(3, 0)));
//! assert_eq!(result(agents[1]).target(nav_grid), Some(PathTarget::Cell(IVec2::new(2, 0))));
//! assert_eq!(result(agents[2]).status(), PathStatus::Partial);
//! assert!(matches!(result(agents[3]).failure(), Some(FailureReason::Unreachable { .. })));
//! # Ok(())
//! # }
//! ```
//!
//! A target is a cell, a position or an entity. The path follows a target entity. A request with several targets leads to the target that
//! is cheapest to reach. A [`PathRequest`](crate::PathRequest) is immutable: insert another request to ask for something else, remove it to
//! cancel. If you insert an equal request, the agent keeps its answer; the docs of `PathRequest` name two exceptions.
//!
//! | option | effect |
//! |---|---|
//! | `within(range)` | the path may end anywhere within `range` tiles, measured in a straight line, even through walls: for shots over walls |
//! | `in_sight()` | the path ends only where a straight line to the target touches no wall: for melee, and for shots that walls stop |
//! | `allow_partial()` | if there is no path, the agent goes to the reachable cell nearest to the target |
//! | `with_profile(id)`, `with_danger_aversion(x)` | the kind of agent; an aversion that replaces the aversions of the profile |
//! | `with_priority(n)` | a request of higher priority is searched first; at the same priority, the request that came first |
//! | `with_max_expansions(n)` | the search fails with `ExpansionLimit` after `n` expansions |
//! | `with_heuristic(h)`, `with_inflation(w)`, `greedy()` | another estimate; less work for a path that costs up to `w` times the cheapest; a search by the estimate alone |
//!
//! The status of a [`PathResult`](crate::PathResult) is `Pending`, `Found`, `Partial` or `Failed(reason)`. The result has the cells, cost,
//! danger and target of the path, and counts as changed when a new answer arrives.
//!
//! # Events
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # let mut app = App::new();
//! app.add_observer(|found: On<PathFound>| info!("{} sets out", found.entity))
//!     .add_observer(|replanned: On<PathReplanned>| info!("{} goes another way", replanned.entity))
//!     .add_observer(|failed: On<PathFailed>| warn!("{}: {}", failed.entity, failed.reason))
//!     .add_observer(|reached: On<GoalReached>, mut commands: Commands| {
//!         commands.entity(reached.entity).despawn();
//!     });
//! ```
//!
//! Events are sent at the end of `FollowPath`, when all state of the frame is written. `PathFailed` is sent once for each kind of failure,
//! not for each retry. The log does the same, with advice (`PathfindingSettings::log_failures`).
//!
//! # Failures
//!
//! The plugin checks a request in this order. The first check that fails gives the [`FailureReason`](crate::FailureReason):
//!
//! 1. There is a map (`NoMap`). While a map is loading, requests wait instead.
//! 2. A target has a cell (`NoGoal`, `GoalGone`, `GoalNotFinite`).
//! 3. The agent has a position (`NoTransform`, `StartNotFinite`).
//! 4. The profile exists (`UnknownProfile`) and the aversion is valid (`InvalidAversion`).
//! 5. The range and the inflation are valid (`InvalidRange`, `InvalidInflation`).
//! 6. The agent is on the map, and not in a wall (`StartOutside`, `StartBlocked`); an agent with a follower walks out of a wall instead.
//! 7. A target is on the map, and not in a wall (`GoalOutside`, `GoalBlocked`).
//! 8. A path exists, and its cost is in range (`Unreachable`, `ExpansionLimit`, `TooCostly`).
//!
//! A failed request is searched again if the map or the target has changed. The first wait is 0.25 seconds (`retry_delay_secs`). Each
//! further failure doubles the wait, up to 4 seconds (`max_retry_delay_secs`). When an edit connects the agent to its target, the request
//! does not wait.
//!
//! # Replanning
//!
//! A path is searched again when
//!
//! - an edit cuts the path, or may open a cheaper one;
//! - a target moves to another cell;
//! - something pushes the agent off its path.
//!
//! A door that opens and shuts again and again does not send an agent back and forth. An agent that turned round keeps its path for 1
//! second, and after each further turn for twice as long. If agents ask for each other in a circle, the agent with the greatest entity
//! waits for the others.
//!
//! `Disabled` entities take no part: a disabled obstacle blocks nothing, a disabled tile does not count, a disabled target is gone, and a
//! disabled agent stands still. The same holds for obstacles, danger, waypoints and tilemaps below a disabled entity. An agent that is
//! enabled again gets an answer again.
//!
//! Next: [followers](super::followers).
