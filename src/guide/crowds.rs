//! Chapter 7, crowds: agents that keep their cells, and agents that avoid a crowd.
//!
//! ```
//! use bevy::{prelude::*, time::TimeUpdateStrategy};
//! use bevy_tilepath::prelude::*;
//! use std::collections::HashSet;
//!
//! # fn main() -> Result {
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! # app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(100)));
//! # let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).ok_or("tiles without a size")?;
//! # app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::new(20, 20), 1)?, geometry));
//! let units: Vec<Entity> = (0..9)
//!     .map(|y| {
//!         let at = Transform::from_xyz(0.0, 32.0 * y as f32, 0.0);
//!         let request = PathRequest::to_cell(IVec2::new(10, 10));
//!         app.world_mut().spawn((at, request, PathFollower::with_speed(80.0), CrowdAgent::default())).id()
//!     })
//!     .collect();
//! (0..100).for_each(|_| app.update());
//!
//! // All nine rest round the goal, each in a cell of its own.
//! let nav_grid = app.world().resource::<NavGrid>();
//! let place = |&unit: &Entity| app.world().get::<Transform>(unit).unwrap().translation.truncate();
//! let cells: HashSet<_> = units.iter().map(place).map(|at| nav_grid.cell_at(at)).collect();
//! assert_eq!(cells.len(), 9);
//! assert!(units.iter().all(|&unit| app.world().get::<PathFollower>(unit).unwrap().has_arrived()));
//! # Ok(())
//! # }
//! ```
//!
//! Add [`CrowdAgent`](crate::CrowdAgent) to an agent with `PathFollower`, and the agent keeps its cell to itself. Crowd agents give way,
//! pass each other, take turns in corridors, and come to rest round their goal. They do not notice agents without the component, and these
//! cost nothing extra. The docs of `CrowdAgent` list all differences from other followers.
//!
//! - Agents in different layers do not notice each other. For example, flying agents are in `CrowdAgent::in_layer(1)`.
//! - [`cell_capacity`](crate::PathfindingSettings::cell_capacity) lets several agents share a cell.
//! - [`AgentStuck`](crate::AgentStuck) names an agent that has not come closer to its goal for
//!   [`stuck_after_secs`](crate::PathfindingSettings::stuck_after_secs), with the reason: `NoRoom`, `NoPath`, `Corridor` or `Crowded`. The
//!   agent goes on trying.
//! - An agent rests at the centre of a cell, even if its request names a point.
//! - An agent of speed 0 does not give way. After a second it counts as [danger](crate::PathfindingSettings::standing_danger) on layer 0,
//!   and others walk round it.
//! - An agent that is a `NavObstacle` blocks its cell already: it loses `CrowdAgent`, and the log says so. On waypoints, `CrowdAgent`
//!   has no effect.
//!
//! # Congestion
//!
//! Agents take the cheapest path, even if a thousand others are on it. The resource [`Congestion`](crate::Congestion) changes that:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) -> Result {
//!     commands.insert_resource(Congestion { layer: 1, per_agent: 4.0, ..default() });
//!     profiles.add(CostProfile::default().with_aversion(1, 0.0)?); // dogs push through
//!     Ok(())
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin)).add_systems(Startup, setup);
//! # app.update();
//! ```
//!
//! With [`Congestion`](crate::Congestion), crowds become danger on a layer of their own, and the danger fades when they leave. So agents
//! that come late take the second gate. The aversion of a profile to that layer says how strongly its agents avoid crowds. It works with
//! and without `CrowdAgent`.
//!
//! - `radius` (3 tiles) is the size of the patches in which agents are counted; gates closer together count as one.
//! - `half_life` (4 seconds) is the time after which a crowd that has left counts half. Danger rises and falls slowly, so that agents do
//!   not run to and fro between two gates.
//! - `every` (1 second) is the time between two counts. Each count looks at all followers, and each change is an edit of the map. If there
//!   are many goal fields on a large map, make `every` longer.
//! - A gate becomes expensive only when the first agents of the crowd reach it.
//!
//! Examples: `crowd`, `rts`. Next: [placement](super::placement).
