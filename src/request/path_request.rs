//! Path requests: what an agent asks for.

use super::{
    fleet_agent::FleetAgent, forgotten_plugin::look_for_plugin, path_result::PathResult, profiles::ProfileId,
    target::PathTarget,
};
use crate::nav_id::NavId;
use crate::rollback::{KeptComponent, Rename};
use bevy::ecs::{entity::MapEntities, reflect::ReflectMapEntities};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use smallvec::SmallVec;
use tilepath::{PathOptions, path_option_builders};

/// Asks for the cheapest path from the position of the entity to a target. The answer appears in [`PathResult`]. A
/// [`PathFollower`](crate::PathFollower) on the same entity walks along the path.
///
/// The component can't be changed. To ask for something else, insert another request. To cancel the request, remove it.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn spawn(mut commands: Commands, base: Single<Entity, With<Camera>>) {
///     commands.spawn((
///         Transform::from_xyz(16.0, 48.0, 1.0),
///         PathRequest::to_entity(*base).within(1.5).with_danger_aversion(2.0),
///         PathFollower::with_speed(60.0),
///     ));
/// }
/// ```
///
/// # Replanning
/// While the request exists, the plugin keeps the path up to date. It searches again in these cases:
///
/// - An edit of the map blocks the path, makes it more expensive, or may open a cheaper path.
/// - A target entity moves to another cell.
/// - Something pushes an agent with a follower off its path.
/// - An agent without a follower, with a path of its own, is more than one step away from the path.
///
/// # Inserting another request
/// You may insert a request in every frame, for example to follow the mouse.
///
/// - *The same request.* A request is the same as the last one if it differs only in its priority, in the classes that it
///   [stops before](PathRequest::stop_before), and in positions that lie in the same cells as before (on waypoints: nearest to the same
///   waypoints). The answer stays: the plugin does not search and
///   sends no event. A follower goes to the new point, and an agent that has arrived stays arrived.
/// - *Another request.* The status is [`Pending`](crate::PathStatus::Pending) until the answer comes, and then
///   [`PathFound`](crate::PathFound) or [`PathFailed`](crate::PathFailed) is sent. Until then the agent walks on by its old path, if
///   it has one; [`GoalReached`](crate::GoalReached) is not sent at the end of an old path. The first
///   time that you replace a request which still waits, the new one goes to the end of the queue; from then on it takes the place
///   of the last one.
/// - *Requests that change faster than a search takes.* A search begins again up to four times. Then it runs to its end, the agent
///   walks by this path, and the newest request goes to the end of the queue. So the agent comes forward, however often it is
///   asked. [`Explain`](crate::Explain) says that it happens ([`PlanCause::Overtaken`](crate::PlanCause::Overtaken)).
///
/// For the same request, the plugin searches again only in these cases:
///
/// - The request failed or has a partial path, and something has changed since then, for example the map or the target. The
///   plugin then searches at once, without the usual wait after a failure.
/// - The agent has no follower, and it is in another cell than at the last search.
///
/// # Agents that have turned round
/// Between paths of nearly the same cost, an agent that turned round at every change would come nowhere. So an agent keeps the path
/// that it walks in these cases, whatever has changed:
///
/// - A new path that turns the agent round is not cheaper than its path, led on to where the targets are now.
/// - The agent has turned round, and an edit at the same place opens a cheaper path. It keeps its path for one second. Each further
///   turn at the same place doubles this time, up to 64 seconds. The agent turns back earlier only if the cheaper path costs
///   less than half of the remaining path. After the second turn, it must cost less than a quarter, and so on.
/// - The agent has turned round, and its targets have moved. It keeps its path for the same time, unless a path costs less than half;
///   after the second turn less than a quarter.
/// - The agent has turned round, and has got another request. It keeps its path only if that costs at most an eighth more.
///
/// An agent on a [shared goal field](crate::guide::hordes) always follows the field. After edits or distant targets have turned the agent
/// round six times at the same place, the agent gets a path of its own for a while.
///
/// # Agents that target each other
/// If agents target each other in a circle, one of them does not follow its own target: the agent that was the last to
/// become an agent or the target of an agent. Instead, this agent goes towards its pursuer (the agent that has it as its target),
/// and waits when the two are in neighbouring cells. The other agents follow their targets as usual.
#[derive(Component, MapEntities, Clone, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, MapEntities, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[component(immutable, on_insert = look_for_plugin)]
#[require(PathResult, FleetAgent, NavId)]
pub struct PathRequest {
    #[entities]
    #[cfg_attr(feature = "serialize", serde(with = "super::target_list"))]
    pub(crate) targets: SmallVec<[PathTarget; 1]>,
    pub(crate) options: PathOptions,
    pub(crate) profile: ProfileId,
    pub(crate) danger_aversion: Option<f32>,
    pub(crate) priority: i32,
    #[cfg_attr(feature = "serialize", serde(default))]
    pub(crate) in_cell: bool,
    #[cfg_attr(feature = "serialize", serde(default))]
    pub(crate) stop_before: SmallVec<[u8; 4]>,
}

impl KeptComponent for PathRequest {
    fn rename(&mut self, entities: &mut Rename) {
        self.map_entities(entities);
    }
}

impl PathRequest {
    /// Asks for a path to a cell of the map.
    #[must_use]
    pub fn to_cell(cell: IVec2) -> Self {
        Self::to_nearest([cell])
    }

    /// Asks for a path to a point of the [plane](crate::Plane). A [`PathFollower`](crate::PathFollower) walks to the exact point. With a
    /// [range](PathRequest::within) or with several targets, the follower stops at the centre of the last cell of the path.
    #[must_use]
    pub fn to_position(position: Vec2) -> Self {
        Self::to_nearest([position])
    }

    /// Asks for a path to an entity. When the entity moves to another cell, the plugin updates the path.
    #[must_use]
    pub fn to_entity(entity: Entity) -> Self {
        Self::to_nearest([entity])
    }

    /// Asks for a path to the cheapest of several targets. A target may be a cell, a point or an entity. A target that is gone,
    /// outside the map or in a wall is ignored. If no other target is left, the request fails.
    #[must_use]
    pub fn to_nearest<T: Into<PathTarget>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self {
            targets: targets.into_iter().map(Into::into).collect(),
            options: PathOptions::default(),
            profile: ProfileId::default(),
            danger_aversion: None,
            priority: 0,
            in_cell: false,
            stop_before: SmallVec::new(),
        }
    }

    path_option_builders!(options);

    /// Sets the profile in [`CostProfiles`](crate::CostProfiles) that says what terrain and danger cost this agent.
    #[must_use]
    pub const fn with_profile(mut self, profile: ProfileId) -> Self {
        self.profile = profile;
        self
    }

    /// Sets one aversion to all danger layers, instead of the aversions in the profile. 0 ignores danger, 1 counts danger as it
    /// is, 2 counts it twice. A negative value, NaN or a value above 65,535 makes the request fail.
    #[must_use]
    pub const fn with_danger_aversion(mut self, aversion: f32) -> Self {
        self.danger_aversion = Some(aversion);
        self
    }

    /// Sets the priority, 0 by default. The plugin begins with requests of higher priority; at the same priority, with the
    /// request that came first.
    #[must_use]
    pub const fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Lets a [crowd agent](crate::CrowdAgent) come to rest in its goal only: in the very cell of a target, or with a
    /// [range](PathRequest::within) in a cell in range. For shops, exits and lifts.
    ///
    /// Without this option, agents with the same goal come to rest around it, and [`GoalReached`](crate::GoalReached) is sent up to
    /// some cells before the goal. With it, an agent that finds its goal full waits near it. It does not count as arrived, and goes in
    /// when the goal becomes free. If it comes no nearer for 5 seconds, [`AgentStuck`](crate::AgentStuck) is sent: an agent whose
    /// goal never becomes free waits for ever. A follower outside crowds always comes to its goal.
    #[must_use]
    pub const fn in_cell(mut self) -> Self {
        self.in_cell = true;
        self
    }

    /// Whether the agent rests in its goal only, see [`in_cell`](PathRequest::in_cell).
    #[must_use]
    pub const fn is_in_cell(&self) -> bool {
        self.in_cell
    }

    /// Lets a follower stop in front of obstacles of these [classes](crate::NavObstacle::with_class), such as doors that it must open or
    /// break. It stops in the cell before the obstacle, and [`ObstacleAhead`](crate::ObstacleAhead) is sent. Others queue behind it, in a
    /// [crowd](crate::CrowdAgent), too. It goes on in these cases:
    ///
    /// - The obstacle is gone, or has a class that the request does not name.
    /// - The agent gets a request that does not name the class. If nothing else differs, it keeps its path: so a game tells it to go on.
    /// - It gets another path, because the one through the obstacle has become dearer, or another one cheaper.
    ///
    /// The profile of the agent must be able to enter the class: otherwise no path leads through the obstacle. Its cost should say how long
    /// the stop takes. The option has no effect on waypoints, and none without a [`PathFollower`](crate::PathFollower).
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_tilepath::prelude::*;
    /// const DOOR: u8 = 200;
    /// fn send(agent: Single<Entity, With<PathFollower>>, mut commands: Commands) {
    ///     commands.entity(*agent).insert(PathRequest::to_cell(IVec2::new(9, 3)).stop_before([DOOR]));
    /// }
    /// fn open(ahead: On<ObstacleAhead>, mut commands: Commands) {
    ///     if let Some(door) = ahead.obstacle {
    ///         commands.entity(door).remove::<NavObstacle>();
    ///     }
    /// }
    /// # bevy::ecs::system::assert_is_system(send);
    /// # App::new().add_observer(open);
    /// ```
    #[must_use]
    pub fn stop_before(mut self, classes: impl IntoIterator<Item = u8>) -> Self {
        self.stop_before = classes.into_iter().collect();
        self.stop_before.sort_unstable();
        self.stop_before.dedup();
        self
    }

    /// The classes of obstacles before which the agent stops, in ascending order: see [`stop_before`](PathRequest::stop_before).
    #[must_use]
    pub fn stops_before(&self) -> &[u8] {
        &self.stop_before
    }

    /// The targets, in the order in which they were given.
    #[must_use]
    pub fn targets(&self) -> &[PathTarget] {
        &self.targets
    }

    /// The options of the search, such as range and heuristic.
    #[must_use]
    pub const fn options(&self) -> &PathOptions {
        &self.options
    }

    /// The id of the agent's profile in [`CostProfiles`](crate::CostProfiles).
    #[must_use]
    pub const fn profile(&self) -> ProfileId {
        self.profile
    }

    /// The aversion to all danger layers that [`with_danger_aversion`](PathRequest::with_danger_aversion) has set. `None` if the
    /// aversions of the profile apply.
    #[must_use]
    pub const fn danger_aversion(&self) -> Option<f32> {
        self.danger_aversion
    }

    /// The priority. The plugin begins with requests of higher priority.
    #[must_use]
    pub const fn priority(&self) -> i32 {
        self.priority
    }
}
