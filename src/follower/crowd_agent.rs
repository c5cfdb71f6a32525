//! Crowd agents: each agent has its own place in a cell.

use crate::rollback::KeptComponent;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// Makes an agent with a [`PathFollower`](crate::PathFollower) part of a crowd: every crowd agent has a place of its own, and
/// crowd agents make room for each other.
///
/// Each cell has room for one crowd agent, or for more if you set the [capacity](crate::PathfindingSettings::cell_capacity) of
/// cells. A crowd agent walks from the centre of a cell to the centre of a neighbour, and decides there where to go next. If the
/// next cell is full, the agent asks the agents in that cell to give way. Agents at rest and agents without a request give way,
/// too. Crowd agents never enter a blocked cell.
///
/// Agents with the same request come to rest around their goal. An agent rests when resting agents fill all neighbour cells that
/// are nearer to the goal. So the resting crowd may extend farther on the side from which the agents came. An agent whose request is
/// [`in_cell`](crate::PathRequest::in_cell) rests in its goal only.
///
/// # Events
/// - [`GoalReached`](crate::GoalReached) is sent when an agent rests for the first time. It is sent again only after the agent
///   has got another request, the target has moved, or the game has moved the agent.
/// - [`GoalEntered`](crate::GoalEntered) is sent when an agent that rested beside its goal has moved up into it.
/// - [`AgentStuck`](crate::AgentStuck) is sent when an agent has not come nearer to its goal for
///   [`stuck_after`](tilepath::crowd::CrowdRules::stuck_after), 5 seconds by default.
///
/// [`has_arrived`](crate::PathFollower::has_arrived) is `true` while the agent rests, and `false` while the agent gives way.
///
/// # Differences from other followers
/// - *Place of rest.* The agent rests at the centre of a cell, even if its request names a position. With a capacity above 1,
///   each agent has its own place in the cell.
/// - *Agents as targets.* If the target is another crowd agent, the target gives way, and the agent follows the target. With
///   `within(1.5)`, the agent rests next to the target instead.
/// - *No room.* If the game puts the agent where there is no room, the plugin moves it at once to the nearest cell with room. The
///   plugin does the same if the agent loses its place because the map or the capacity changes. If no cell has room, the agent
///   stands still, and `AgentStuck` is sent.
/// - *Walls.* If a wall is built on the agent's cell, the agent walks at its own speed to the nearest cell with room, on the side
///   to which its path leads. On the way, the agent may come nearer to other agents than usual. If another wall lies between the
///   agent and that cell, the plugin moves the agent there at once.
/// - *Profile.* The agent stays on cells that the profile of its request allows. An agent without a request stays on cells that
///   the profile of its last request allows.
/// - *Standing agents.* An agent whose speed is 0 or invalid does not give way, and agents close behind it stop. After one
///   second, the plugin puts [danger](crate::PathfindingSettings::standing_danger) on the agent's cell, so that other agents walk
///   round the cell where they can.
/// - *Speed.* A step from cell to cell takes at least 4 milliseconds.
/// - *Obstacles.* A [`NavObstacle`](crate::NavObstacle) on the agent, or on a descendant of the agent, would block the agent's
///   own cell. The plugin removes `CrowdAgent` from such an agent and logs a warning.
/// - *Waypoints.* `CrowdAgent` has no effect on agents with [`OnWaypoints`](crate::OnWaypoints).
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn setup(mut commands: Commands) {
///     let goal = PathRequest::to_cell(IVec2::new(20, 10));
///     for x in 0..50 {
///         let at = Transform::from_xyz(16.0 * x as f32, 0.0, 1.0);
///         commands.spawn((at, goal.clone(), PathFollower::with_speed(48.0), CrowdAgent::default()));
///     }
/// }
/// ```
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct CrowdAgent {
    /// The crowd layer of the agent; 0 by default. Agents of different layers do not notice each other. For example, agents that
    /// fly can have another layer than agents on the ground.
    pub layer: u8,
}

impl KeptComponent for CrowdAgent {}

impl CrowdAgent {
    /// A crowd agent in this layer.
    #[must_use]
    pub const fn in_layer(layer: u8) -> Self {
        Self { layer }
    }
}
