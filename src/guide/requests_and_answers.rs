//! Chapter 4, requests and answers: the options of a request, and everything that the plugin answers.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # let geometry = CellGeometry::squares(16.0)?;
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
//! assert!(matches!(result(agents[3]).failure(), Some(FailureReason::Path(PathError::Unreachable { .. }))));
//! # Ok(())
//! # }
//! ```
//!
//! A target is a cell, a position or an entity. If the target is an entity, the path follows the entity. A request with several
//! targets leads to the target that is cheapest to reach.
//!
//! A [`PathRequest`](crate::PathRequest) can't be changed. Insert another request to ask for something else, or remove the
//! request to cancel it. If you insert the same request, the agent keeps its answer; the docs of
//! [`PathRequest`](crate::PathRequest) say what is the same, and name two exceptions. Until another request is answered, the agent
//! walks on by its old path.
//!
//! | option | effect |
//! |---|---|
//! | `within(range)` | the path may end at any cell within `range` tiles of the target, measured in a straight line, even through walls: for shots over walls |
//! | `in_sight()` | the path ends only where a straight line to the target touches no wall: for melee, and for shots that walls stop |
//! | `in_cell()` | a [crowd agent](super::crowds) comes to rest in its goal only, and waits near it while it is full |
//! | `stop_before(classes)` | the agent stops in front of [doors and other obstacles](super::placement#doors-gates-walls-that-break) of these classes, and gets the event `ObstacleAhead` |
//! | `allow_partial()` | if there is no path, the agent goes to the reachable cell nearest to the target |
//! | `with_profile(id)` | sets the kind of agent |
//! | `with_danger_aversion(x)` | sets the aversion to all danger layers, instead of the aversions of the profile |
//! | `with_priority(n)` | the plugin begins with requests of higher priority; at the same priority, with the request that came first |
//! | `with_max_expansions(n)` | the search fails with `ExpansionLimit` after `n` expansions |
//! | `with_heuristic(h)` | sets another estimate |
//! | `with_inflation(w)` | the search expands fewer nodes, and the path costs at most `w` times as much as the cheapest |
//! | `greedy()` | the search follows the estimate alone: it expands few nodes, but the path may be expensive |
//!
//! The status of a [`PathResult`](crate::PathResult) is `Pending`, `Found`, `Partial` or `Failed(reason)`. The result also gives
//! the cells, the cost, the danger and the target of the path. For Bevy's change detection, a result has changed when a new
//! answer has arrived.
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
//! Events are sent at the end of `FollowPath`, after all agents have moved. An agent gets `PathFailed` when its request fails. If
//! retries fail with the same variant of [`FailureReason`](crate::FailureReason), the agent does not get the event again.
//!
//! The other events are [`GoalEntered`](crate::GoalEntered) and [`AgentStuck`](crate::AgentStuck) for [crowds](super::crowds), and
//! [`ObstacleAhead`](crate::ObstacleAhead) for agents that stop before doors, and [`LinkEntered`](crate::LinkEntered) and
//! [`LinkFinished`](crate::LinkFinished) for agents that cross [links](super::terrain_and_profiles#links-stairs-ladders-portals-floors).
//!
//! Each `PathFailed` is also written to the log, with advice. Agents that fail for the same reason in the same frame share one
//! line of the log. `PathfindingSettings::log_failures` switches these lines off.
//!
//! # Failures
//!
//! A request fails for the first of these reasons that applies. The [`FailureReason`](crate::FailureReason) is in brackets. The reasons
//! of a search are in [`FailureReason::Path`](crate::FailureReason::Path):
//!
//! 1. There is no map (`NoMap`). While a map is loading, requests wait instead.
//! 2. The request has no target (`NoGoal`), the target entity does not exist (`GoalGone`), or the position of the target is NaN or
//!    infinite (`GoalNotFinite`).
//! 3. The agent has no `Transform` (`NoTransform`), or its position is NaN or infinite (`StartNotFinite`).
//! 4. The profile does not exist (`UnknownProfile`), or the aversion is invalid (`Aversion`).
//! 5. The range is invalid (`InvalidRange`), or the inflation is invalid (`InvalidInflation`).
//! 6. The agent is outside the map (`StartOutside`), or in a wall (`StartBlocked`). An agent with a follower walks out of a wall
//!    instead.
//! 7. The target is outside the map (`GoalOutside`), or in a wall or in a cell that the agent may only pass through (`GoalBlocked`). With a
//!    range, another cell within the range is enough.
//! 8. There is no path (`Unreachable`), the search reaches its expansion limit (`ExpansionLimit`), or the path costs too much
//!    (`TooCostly`).
//!
//! If a request has several targets, one good target is enough.
//!
//! After a failure, the plugin searches again if the map, the target or the agent's cell has changed. It waits at least 0.25
//! seconds (`retry_delay_secs`) before the first retry. Each further failure doubles the wait, up to 4 seconds
//! (`max_retry_delay_secs`). If an edit of the map connects the agent to its target, the plugin searches at once.
//!
//! # Replanning
//!
//! The plugin searches for a path again if an edit of the map cuts the path, makes it more expensive, or may open a cheaper path.
//! It also searches again if a target moves to another cell, or if something pushes the agent off its path.
//!
//! A door that opens and closes again and again does not send an agent back and forth, and neither do targets that step to and fro.
//! Of two paths of equal cost, an agent keeps the one that it walks. When it has turned round, it keeps its new path for 1 second,
//! unless another one costs less than half. Each further turn at the same place doubles this time.
//!
//! Agents may target each other in a circle: for example, A targets B, and B targets A. Then one of them, the one that
//! became an agent or a target last, goes to meet the agent that targets it, and stops in a neighbouring cell. So the agents meet, instead
//! of running in circles.
//!
//! # Disabled entities
//!
//! The plugin ignores entities with Bevy's component `Disabled`:
//!
//! - A disabled obstacle blocks nothing, and a disabled tile counts as missing. A disabled target counts as despawned.
//! - A disabled agent stands still. When it is enabled again, the plugin answers its request again.
//! - Obstacles, danger sources, waypoints and tilemaps are also ignored if one of their ancestors is disabled.
//!
//! # Scenes
//!
//! In a scene of `bsn!`, a request may lead to an entity of the same scene: `PathRequest::to_entity(#Base)`. Further entries change
//! single fields, for example `PathRequest { priority: 1 }` and `PathFollower { speed: 80.0 }`. `bsn!` turns a request into a
//! [`PathRequestTemplate`](crate::PathRequestTemplate), which has these fields.
//!
//! Examples: `nearest_of_many`, `in_sight`, `moving_target`, `bsn`. Next: [followers](super::followers).
