//! Chapter 11, waypoints: agents that walk on a graph of entities, without tiles.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! use bevy_tilepath::prelude::*;
//!
//! #[derive(Component)]
//! struct Cart;
//!
//! fn setup(mut commands: Commands) -> Result {
//!     let waypoint = |x: f32, y: f32| (Waypoint, Transform::from_xyz(x, y, 0.0));
//!     let town = commands.spawn(waypoint(0.0, 0.0)).id();
//!     let port = commands.spawn(waypoint(200.0, 50.0)).link_both_ways(town).id(); // costs its length
//!     let _pass = commands.spawn(waypoint(260.0, 40.0)).link_both_ways_at_cost(port, 500.0).id();
//!
//!     // A grid of waypoints over an area, except where a filter says no.
//!     let meadow = WaypointGrid::new(Rect::new(0.0, 100.0, 400.0, 300.0), 20.0)?.with_eight_links();
//!     meadow.spawn_where(&mut commands, |at| at.distance(Vec2::new(200.0, 200.0)) > 50.0);
//!
//!     let at = Transform::from_xyz(-10.0, 0.0, 1.0);
//!     commands.spawn((Cart, at, OnWaypoints, PathRequest::to_entity(port), PathFollower::with_speed(100.0)));
//!     Ok(())
//! }
//!
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
//! app.add_systems(Startup, setup);
//! (0..30).for_each(|_| app.update());
//! let mut carts = app.world_mut().query_filtered::<(&PathFollower, &PathResult), With<Cart>>();
//! let (follower, result) = carts.single(app.world()).unwrap();
//! assert!(follower.has_arrived());
//! assert_eq!(result.waypoint_entities().len(), 2);
//! ```
//!
//! A [`Waypoint`](crate::Waypoint) is at the position of its `Transform`. Links lead from waypoint to waypoint. A link has one
//! direction. Its cost is its length, unless you give another cost. Waypoints need no [`NavGrid`](crate::NavGrid).
//!
//! - [`LinkWaypoints`](crate::LinkWaypoints) adds links with commands.
//! - [`WaypointLinks`](crate::WaypointLinks) is the component that holds the links of a waypoint.
//! - [`WaypointGraph`](crate::WaypointGraph) is the resource in which you look up waypoints and links.
//!
//! An agent with [`OnWaypoints`](crate::OnWaypoints) uses the same components and events as an agent on tiles.
//! [`PathResult::waypoint_entities`](crate::PathResult::waypoint_entities) returns its path.
//!
//! - A path begins at the waypoint nearest to the agent. An agent on a link goes on along it or turns back, whichever is cheaper, even
//!   if it was spawned there.
//! - A path ends at a waypoint. If the target is a position or another entity, this is the waypoint nearest to the target. A cell can't
//!   be a target.
//! - The plugin replans paths when waypoints or links are added, removed, moved or changed.
//! - On waypoints, a world unit of distance costs as much as a tile of plain ground. Costs are exact, so A* and Dijkstra's
//!   algorithm (`with_heuristic(Heuristic::Zero)`) find paths of the same cost.
//! - The plugin ignores links to an entity that is not a waypoint, and links with a negative, NaN or too large cost. The log
//!   names such links.
//!
//! A request on waypoints fails for the first of these reasons that applies:
//!
//! 1. There is no waypoint (`NoWaypoints`).
//! 2. The request has a range (`RangeOverWaypoints`).
//! 3. The request has no target (`NoGoal`), or its target is a cell (`CellOverWaypoints`), does not exist (`GoalGone`), or is at a
//!    position that is NaN or infinite (`GoalNotFinite`).
//! 4. The agent has no `Transform` (`NoTransform`), or its position is NaN or infinite (`StartNotFinite`).
//! 5. The inflation is invalid (`InvalidInflation`).
//! 6. No links lead to the target (`NoLinks`).
//!
//! Limits of waypoints:
//!
//! - The plugin answers requests on waypoints one after the other, on one thread.
//! - Searches on waypoints and on tiles share one [expansion budget](crate::PathfindingSettings::expansions_per_frame) and one
//!   queue.
//! - On waypoints there are no goal fields, no ranges, no terrain, no profiles and no danger.
//!
//! Examples: `graph`, `waypoints`. Next: [why](super::why).
