//! Agents that keep their cells to themselves.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::crowd::AgentId;

/// Makes a [`PathFollower`](crate::PathFollower) part of a crowd. A cell then has room for one crowd agent, or for as many as the
/// [capacity](crate::PathfindingSettings::cell_capacity) of a cell allows.
///
/// Crowd agents never walk into each other and never leave the free cells. An agent walks from the centre of a cell to the centre
/// of a neighbour, and decides there where to go next. If the next cell is full, the agent asks the agents in that cell to give
/// way, even agents at rest and agents without a request.
///
/// Agents with the same request come to rest around their goal. An agent rests when all neighbour cells nearer to the goal are
/// full. So the resting crowd may reach farther on the side from which it came.
///
/// - [`GoalReached`](crate::GoalReached) is sent when an agent rests for the first time. It is sent again only after the target
///   has moved or the game has moved the agent.
/// - [`has_arrived`](crate::PathFollower::has_arrived) is true while the agent rests, and false while it gives way.
/// - [`AgentStuck`](crate::AgentStuck) is sent for an agent that has not come nearer to its goal for
///   [`stuck_after_secs`](crate::PathfindingSettings::stuck_after_secs).
///
/// # Differences from other followers
/// - *Where the agent rests.* It rests at the centre of a cell, even if its request names a point. With a capacity above 1, each
///   agent has its own place in the cell.
/// - *Agents as targets.* If the target is another agent, this agent makes the target give way and follows it. With `within(1.5)`
///   this agent rests next to the target instead.
/// - *No room.* If the game puts an agent where there is no room, the agent is moved at once to the nearest cell with room. The
///   same happens if an agent loses its place because the map or the capacity changes. If no cell has room, the agent stands
///   still, and `AgentStuck` is sent.
/// - *Walls.* If a wall is built on the agent's cell, the agent walks at its own speed to the nearest cell with room, on the side
///   to which its path leads. On the way it may come nearer to other agents than usual. If another wall is in the way, the agent
///   is moved there at once.
/// - *Profile.* The agent stays on cells that the profile of its request allows. Without a request, the profile of its last
///   request counts.
/// - *Standing agents.* An agent whose speed is 0 or invalid does not give way, and agents close behind it stop. After a second
///   it counts as [danger](crate::PathfindingSettings::standing_danger), so that other agents walk round it where they can.
/// - *Speed.* No step from cell to cell takes less than 4 milliseconds.
/// - *Obstacles.* An agent that has a [`NavObstacle`](crate::NavObstacle), itself or on a descendant, already blocks its cell. It
///   loses this component, and the log says so.
/// - *Waypoints.* The component has no effect on an agent [`OnWaypoints`](crate::OnWaypoints).
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
#[require(CrowdMember, ReachedGoals)]
pub struct CrowdAgent {
    /// The crowd layer of the agent; 0 by default. Agents of different layers do not notice each other. For example, agents that
    /// fly can have another layer than agents on the ground.
    pub layer: u8,
}

impl CrowdAgent {
    /// A crowd agent in this layer.
    #[must_use]
    pub const fn in_layer(layer: u8) -> Self {
        Self { layer }
    }
}

/// What shows in each frame whether something is new about an agent in a crowd.
#[derive(Component, Default, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct CrowdMember {
    /// Its layer and its number there. `None` if it takes no part.
    pub(crate) place: Option<(u8, AgentId)>,
    /// The number of the goal field on which it was seen last.
    pub(crate) on_field: Option<u16>,
    /// Whether it was seen with a request.
    pub(crate) has_request: bool,
}

/// Which goals an agent in a crowd has reached.
#[derive(Component, Default, Debug)]
#[component(clone_behavior = Ignore)]
pub(crate) struct ReachedGoals {
    /// The number of the last group of requests by which it walked.
    pub(crate) group: u64,
    /// A hash of the goals that it reached last.
    pub(crate) last: Option<u64>,
}
