//! Chapter 10, waypoints: agents on a graph of entities, where there are no tiles.
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
//! A [`Waypoint`](crate::Waypoint) is at the position of its `Transform`. Each link has one direction. It costs its length, or the cost
//! that you give. [`LinkWaypoints`](crate::LinkWaypoints) adds links by commands, [`WaypointLinks`](crate::WaypointLinks) is the component
//! that holds them, and [`WaypointGraph`](crate::WaypointGraph) is the resource to look them up. Waypoints need no
//! [`NavGrid`](crate::NavGrid).
//!
//! An agent with [`OnWaypoints`](crate::OnWaypoints) asks, walks and fails as on tiles, with the same components and events. Its path is
//! [`PathResult::waypoint_entities`](crate::PathResult::waypoint_entities).
//!
//! - The path begins at the waypoint nearest to the agent, and ends at a waypoint. If the target is a position or an entity that is no
//!   waypoint, the path ends at the waypoint nearest to the target. A cell can't be a target.
//! - The path is replanned when links or waypoints come, go or move.
//! - The plugin checks that there is a waypoint, the request has no range, a target has a waypoint, the agent has a position, and the
//!   inflation is valid. `NoLinks` means that no links lead to the target.
//! - Costs are exact: a world unit costs as much as a tile. A* and Dijkstra's algorithm (`with_heuristic(Heuristic::Zero)`) find the same
//!   costs.
//! - A link is left out, and the log names it, if it leads to an entity that is no waypoint or has a negative cost.
//!
//! **Limits.** Each request is searched alone, one request after the other, on one thread. These searches have an [expansion
//! budget](crate::PathfindingSettings::expansions_per_frame) of their own, of the same size as the budget for tiles. There are no shared
//! fields, no ranges, no terrain, no profiles and no danger.
//!
//! Example: `waypoints`. Next: [why](super::why).
