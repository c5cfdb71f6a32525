//! Agents that keep their cells to themselves.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::crowd::AgentId;

/// Makes a [`PathFollower`](crate::PathFollower) part of a crowd: it keeps its cell to itself, or shares it with other agents up to the
/// [capacity](crate::PathfindingSettings::cell_capacity) of a cell.
///
/// Crowd agents never walk into each other and never leave the free cells. An agent walks from the centre of a cell to the centre of a
/// neighbour, and decides there where to go next. If the next cell is full, it asks the agents there to give way, even agents at rest and
/// agents without a request. Agents with the same request come to rest around their goal. An agent rests where all cheaper neighbours are
/// full, so a crowd that comes from one side may rest longer on that side.
/// [`GoalReached`](crate::GoalReached) is sent when an agent rests for the first time since its target moved or the game moved it elsewhere;
/// [`has_arrived`](crate::PathFollower::has_arrived) is true while it rests, and false while it gives way to somebody.
/// [`AgentStuck`](crate::AgentStuck) is sent for one that has not come nearer to its goal for a while.
///
/// What else differs from a follower without this component:
/// - It rests at the centre of a cell (or at its place there, if the capacity is above one), also where its request names a point.
/// - It does not stop before the cell of another agent that it asks for as its target: it makes that one give way, and follows it. With
///   `within(1.5)` it rests beside it.
/// - An agent that the game puts where there is no room is moved at once to the nearest cell with room, and so is an agent without a place
///   after a change of the map or of the capacity. If no cell has room, it stands still, and `AgentStuck` says so.
/// - An agent on whose cell a wall is built walks at its own speed to the nearest cell with room, on the side from which its path leads on.
///   Until it is there it may be nearer to other agents than usual. If its straight way would lead through another wall, it is there at
///   once. In all other cases no agent is ever faster than its speed.
/// - It stays where the profile of its request lets it go; without a request that of its last one counts.
/// - An agent that stands still because of its speed gives way to no other agent, and agents close behind it stop. After a second it counts
///   as [danger](crate::PathfindingSettings::standing_danger), so that other agents take another way if there is one.
/// - No step takes less than 4 milliseconds.
/// - An agent that is or carries a [`NavObstacle`](crate::NavObstacle) keeps its cell by that: it loses this component, and the log says so.
/// - [`OnWaypoints`](crate::OnWaypoints) there are no cells: there it has no effect.
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
    /// Agents of different layers do not notice each other: those that fly and those on the ground, for example. 0 by default.
    pub layer: u8,
}

impl CrowdAgent {
    /// Keeps its cell to itself among the agents of a layer.
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
