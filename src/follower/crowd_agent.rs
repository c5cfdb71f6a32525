//! Agents that keep their cells to themselves.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::crowd::AgentId;

/// Makes a [`PathFollower`](crate::PathFollower) part of a crowd. The agent keeps its cell to itself, or shares it with other agents up to
/// the [capacity](crate::PathfindingSettings::cell_capacity) of a cell.
///
/// Crowd agents never walk into each other and never leave the free cells. An agent walks from the centre of a cell to the centre of a
/// neighbour, and decides there where to go next. If the next cell is full, the agent asks the agents in it to give way, even agents at
/// rest and agents without a request.
///
/// Agents with the same request come to rest around their goal. An agent rests where all cheaper neighbours are full, so a crowd that comes
/// from one side may rest longer on that side.
///
/// - [`GoalReached`](crate::GoalReached) is sent when an agent rests for the first time since its target moved or since the game moved it
///   to another place.
/// - [`has_arrived`](crate::PathFollower::has_arrived) is true while the agent rests, and false while it gives way.
/// - [`AgentStuck`](crate::AgentStuck) is sent for an agent that has not come nearer to its goal for a while.
///
/// Other differences from a follower without this component:
/// - The agent rests at the centre of a cell, even if its request names a point. With a capacity above 1, it rests at its own place in the
///   cell.
/// - If its target is another agent, the agent does not stop before the target's cell: it makes the target give way, and follows it. With
///   `within(1.5)` it rests next to the target.
/// - An agent that the game puts where there is no room is moved at once to the nearest cell with room. The same happens to an agent that
///   has lost its place by a change of the map or of the capacity. If no cell has room, the agent stands still, and `AgentStuck` says so.
/// - If a wall is built on the agent's cell, the agent walks at its own speed to the nearest cell with room, on the side where its path
///   leads on. On the way it may be nearer to other agents than usual. If the straight way leads through another wall, the agent is moved
///   there at once. In all other cases no agent is faster than its speed.
/// - The agent stays on cells that the profile of its request allows. Without a request, the profile of its last request counts.
/// - An agent that stands still because its speed is 0 or invalid gives way to no other agent, and agents close behind it stop. After a
///   second it counts as [danger](crate::PathfindingSettings::standing_danger), so that other agents take another way if there is one.
/// - No step takes less than 4 milliseconds.
/// - An agent that is or carries a [`NavObstacle`](crate::NavObstacle) blocks its cell already: it loses this component, and the log says
///   so.
/// - The component has no effect [`OnWaypoints`](crate::OnWaypoints): there are no cells.
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
    /// Agents of different layers do not notice each other, for example agents that fly and agents on the ground. 0 by default.
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
