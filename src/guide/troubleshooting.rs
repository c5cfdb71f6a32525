//! Chapter 16, troubleshooting: symptom, cause, fix.
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! /// Prints why each agent does what it does. Start here.
//! fn print_why(mut explain: Explain, agents: Query<Entity, With<PathRequest>>) {
//!     for agent in &agents {
//!         info!("{}", explain.agent(agent));
//!     }
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! app.add_systems(Update, print_why.after(PathfindingSystems::FollowPath));
//! # app.update();
//! ```
//!
//! The log names every failure once, with advice. With the feature `debug`, an overlay draws paths, danger and costs in your game
//! ([why](super::why)).
//!
//! | symptom | cause | fix |
//! |---|---|---|
//! | Nothing moves, and the log says that nobody answers a `PathRequest` | The app does not have the plugin. | Add `PathfindingPlugin`. |
//! | `NoMap` | No tilemap has `NavTilemap`, or the tilemap was left out. | Put it on the tilemap entity; the log names the reason. |
//! | `StartOutside`, `GoalOutside` | The transform and the anchor of the map decide which cell a point is in. | Ask [`NavGrid::cell_at`](crate::NavGrid::cell_at). |
//! | `GoalBlocked` for a tower, a base or a unit | An obstacle blocks its own cell. | `within(1.5)` |
//! | An agent arrives with a wall between it and its target | `within` measures in a straight line, even through walls. | Add `in_sight()`. |
//! | `Found`, but the agent stands still | It has no `PathFollower`, or a speed of 0. | Add one; speeds are in world units per second. |
//! | Agents walk through each other, or stand on one point | Followers do not notice each other. | Add [`CrowdAgent`](crate::CrowdAgent). |
//! | Agents queue at one gate | The cheapest path is the same for all. | Insert [`Congestion`](crate::Congestion). |
//! | Agents ignore danger | The radius or the strength is invalid, or the aversion is 0. | Read the log; see [danger](super::danger). |
//! | `NoLinks` on waypoints | A link has one direction. | `link_both_ways`; the log names links that were left out. |
//! | An edit of the grid is lost | The next change of a tile overwrites the cell. | Change the tile, or use an obstacle. |
//! | Large agents touch walls | An agent is one cell wide. | Give its [profile](super::terrain_and_profiles) a size. |
//! | `GoalBlocked` for a large agent | It asks for `by_middle`, and its middle does not fit there. | Leave that out, or add a range. |
//! | Frames take too long | A budget is too large for the machine. | Add the [diagnostics](super::why), lower the budgets ([speed](super::speed)). |
//! | A panic with `B0001` or `B0002` names `PlacementCheck` or `Explain` | They read `NavGrid`, `CostProfiles`, `Transform` and the components of agents; the same system writes one of these. | Write in a second system, through `Commands`, or put both parameters into a `ParamSet`. |
//! | Answers come late | The budget of a frame is used up. | Raise `expansions_per_frame`, or give the agents equal requests, so that they share a field. |
//!
//! Next: [upgrading](super::upgrading).
