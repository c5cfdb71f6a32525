//! Chapter 7, crowds: agents that do not walk through each other, and agents that avoid crowds.
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
//! # let geometry = CellGeometry::squares(16.0)?;
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
//! Add [`CrowdAgent`](crate::CrowdAgent) to an agent with [`PathFollower`](crate::PathFollower), and the agent has its cell to
//! itself: no two crowd agents stand in the same cell. Crowd agents make room for each other, take turns in narrow corridors, and
//! rest around their goal. They ignore agents without `CrowdAgent`. The docs of [`CrowdAgent`](crate::CrowdAgent) list all
//! differences from other followers.
//!
//! - The centres of two crowd agents stay at least 0.45 tiles apart, if each has its cell to itself. So the bodies of agents never
//!   overlap if they are drawn at most 0.45 tiles wide. Wider bodies overlap for moments, where an agent passes the corner of another
//!   agent's cell. Agents that rest are a whole tile apart.
//! - An agent [wider than a cell](super::terrain_and_profiles#large-agents) keeps all its cells to itself. It pushes all agents in its way, and small
//!   agents push it. The game `rts` has tanks of 2 × 2 cells among soldiers and workers.
//! - Crowd agents in different layers ignore each other. For example, put flying agents into layer 1 with
//!   `CrowdAgent::in_layer(1)`. The default is layer 0.
//! - [`cell_capacity`](crate::PathfindingSettings::cell_capacity) sets how many crowd agents fit into a cell. The default is 1.
//! - The event [`AgentStuck`](crate::AgentStuck) is sent for a crowd agent that has not come closer to its goal for
//!   [`stuck_after`](tilepath::crowd::CrowdRules::stuck_after) (5 seconds by default). The event gives the reason:
//!   `NoRoom`, `NoPath`, `Corridor` or `Crowded`. The agent goes on trying.
//! - In mines, mazes and dungeons, agents that block each other for [`jam_after`](tilepath::crowd::CrowdRules::jam_after) of
//!   [`PathfindingSettings::crowd`](crate::PathfindingSettings::crowd) (4 seconds by default) get past each other by a plan. If there is none, they
//!   are stuck with the reason `NoSolution`, or `TooHard` if there are too many of them: a plan is for up to 64 agents in up to 512 cells.
//!   Agents that have arrived are led aside, and back if the place allows it. How long such a walk takes is not promised. [`Explain`](crate::Explain) says which agents walk
//!   by a plan, and the overlay draws their plans.
//! - A shaft or a shop counter that must be entered by its only door is entered by one agent after the other: with
//!   [`in_cell`](crate::PathRequest::in_cell), the others wait outside until it comes out.
//! - An agent that is farther from its goal than a crowd around it needs has not arrived, even if others stand before it: the event
//!   [`AgentStuck`](crate::AgentStuck) names it.
//! - Agents that find their goal full rest beside it, and count as arrived. If one of them moves up later, the event
//!   [`GoalEntered`](crate::GoalEntered) is sent. For shops, exits and lifts, ask with
//!   [`in_cell`](crate::PathRequest::in_cell): then an agent arrives in the very cell of its goal only, and waits near it until then.
//! - A crowd agent rests at the centre of a cell, even if the target of its request is a position.
//! - A crowd agent of speed 0 does not make room. After one second the plugin puts
//!   [danger](crate::PathfindingSettings::standing_danger) on its cell (danger layer 0), so that other agents walk around it.
//! - An agent with a [`NavObstacle`](crate::NavObstacle) blocks its cell already. If it also has `CrowdAgent`, the plugin removes
//!   `CrowdAgent` and logs a warning.
//! - `CrowdAgent` has no effect on waypoints.
//!
//! # Rules
//!
//! The field [`crowd`](crate::PathfindingSettings::crowd) of the settings holds the rules of all crowds as numbers. Change them at
//! any time:
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # use std::time::Duration;
//! fn impatient(mut settings: ResMut<PathfindingSettings>) {
//!     settings.crowd.corridor_entries = 6; // shorter turns at doors
//!     settings.crowd.push_time = Duration::from_secs(2); // agents at rest are disturbed less
//! }
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin)).add_systems(Startup, impatient);
//! # app.update();
//! # assert_eq!(app.world().resource::<PathfindingSettings>().crowd.corridor_entries, 6);
//! ```
//!
//! The table of [`CrowdRules`](tilepath::crowd::CrowdRules) lists all rules: the unit, the default, and what a larger value
//! changes. Some rules count *calls*: the plugin makes one call in each frame, and more in frames of over 50 ms. If a value is out
//! of its range, the log names it once, and crowds keep all rules of before.
//!
//! # Congestion
//!
//! Agents take the cheapest path, even if a thousand other agents walk there. The resource [`Congestion`](crate::Congestion)
//! makes agents avoid crowds:
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
//! [`Congestion`](crate::Congestion) turns a crowd into danger, on a danger layer of its own. Agents that come later then take
//! another way, for example a second gate. When the crowd leaves, the danger fades. The aversion of a profile to that layer sets
//! how strongly its agents avoid crowds. `Congestion` works with and without `CrowdAgent`.
//!
//! These fields of [`Congestion`](crate::Congestion) set how agents are counted:
//!
//! - `Congestion::patch_size` (default: 3 tiles): agents are counted in square patches with sides of this length. Two gates
//!   (narrow passages) with less than this distance between them count as one gate.
//! - `Congestion::half_life_secs` (default: 4 seconds): a crowd that has left counts only half after this time. The danger of a new
//!   crowd also rises slowly, so that agents do not run back and forth between two gates.
//! - `Congestion::interval_secs` (default: 1 second): the time between two counts. A count looks at all followers, and a change of
//!   danger is an edit of the map. Set a longer time if there are many goal fields on a large map.
//!
//! `Congestion` counts agents where they are now. So a gate becomes expensive only when the first agents of a crowd have reached
//! it.
//!
//! Examples: `crowd_agents`, `rts`, `stress`. Next: [placement](super::placement).
