//! Path requests: what an agent asks for.

use super::{
    asked::Asked, forgotten_plugin::look_for_plugin, path_result::PathResult, planning::Planning,
    profiles::ProfileId, record::AnswerRecord, shared::RequestKey, target::PathTarget,
};
use bevy::ecs::{entity::MapEntities, reflect::ReflectMapEntities};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use smallvec::SmallVec;
use tilepath::{PathOptions, path_option_builders};

/// Asks for the cheapest path from where the entity is. The answer appears in [`PathResult`].
///
/// It can't be changed: insert another to ask for something else, remove it to cancel. An equal request changes nothing while the answer
/// stands, and costs no search: no event is sent, and an agent that has arrived stays. It is searched again only in two cases:
///
/// - The request failed or has a partial path, and the map, the target or the agent's cell has changed since. It does not wait any longer.
/// - The agent has no follower and is in another cell.
///
/// A [`PathFollower`](crate::PathFollower) beside it walks the
/// path. While the request exists, the path is kept up to date: the plugin searches again when the path is cut or could become cheaper,
/// when the goal entity moves to another cell, and when something pushes an agent with a follower off its path. An agent without a
/// follower, whose path is its own, may be one cell beside it; further away the plugin searches again.
///
/// An agent that an edit turned round keeps its new path for a second, and for twice as long each time that the same place turns it again.
/// Until then it turns back for that place only if this halves the cost of what is left of its path (quarters it after the second turn, and
/// so on). So a door that opens and closes all the time does not keep it between two ways. An agent that shares a goal field follows the
/// field until edits have turned it six times; then it gets a path of its own for a while.
///
/// Of agents that ask for each other in a circle, the agent with the greatest entity goes to meet the agent that asks for it, and waits for
/// it from the next cell on. The others come to them.
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
#[derive(Component, MapEntities, Clone, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, MapEntities, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[component(immutable, on_insert = look_for_plugin)]
#[require(PathResult, Planning, AnswerRecord)]
pub struct PathRequest {
    #[entities]
    #[cfg_attr(feature = "serialize", serde(with = "super::target_list"))]
    pub(crate) targets: SmallVec<[PathTarget; 1]>,
    pub(crate) options: PathOptions,
    pub(crate) profile: ProfileId,
    pub(crate) danger_aversion: Option<f32>,
    pub(crate) priority: i32,
}

impl PathRequest {
    /// To a cell of the map.
    #[must_use]
    pub fn to_cell(cell: IVec2) -> Self {
        Self::to_nearest([cell])
    }

    /// To a point of the world. A [`PathFollower`](crate::PathFollower) ends at the point itself if its cell can be reached; within a
    /// [range](PathRequest::within), or where several targets are named, at the centre of the cell in which the path ends.
    #[must_use]
    pub fn to_position(position: Vec2) -> Self {
        Self::to_nearest([position])
    }

    /// To an entity, wherever it goes.
    #[must_use]
    pub fn to_entity(entity: Entity) -> Self {
        Self::to_nearest([entity])
    }

    /// To the one of several cells, points or entities that is cheapest to reach, found in one search.
    /// Targets that are gone, outside the map or in walls count only if all of them are.
    #[must_use]
    pub fn to_nearest<T: Into<PathTarget>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self {
            targets: targets.into_iter().map(Into::into).collect(),
            options: PathOptions::default(),
            profile: ProfileId::default(),
            danger_aversion: None,
            priority: 0,
        }
    }

    path_option_builders!(options);

    /// Sets the kind of agent.
    #[must_use]
    pub const fn with_profile(mut self, profile: ProfileId) -> Self {
        self.profile = profile;
        self
    }

    /// Sets the aversion to every danger layer and overrides the profile's: 0 is fearless, 1 takes danger at face value.
    #[must_use]
    pub const fn with_danger_aversion(mut self, aversion: f32) -> Self {
        self.danger_aversion = Some(aversion);
        self
    }

    /// Sets the priority, 0 by default. Requests of higher priority are searched first; among equals, the first come.
    #[must_use]
    pub const fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// The targets, in the order given.
    #[must_use]
    pub fn targets(&self) -> &[PathTarget] {
        &self.targets
    }

    /// The options of the search.
    #[must_use]
    pub const fn options(&self) -> &PathOptions {
        &self.options
    }

    /// The kind of agent.
    #[must_use]
    pub const fn profile(&self) -> ProfileId {
        self.profile
    }

    /// The aversion to every danger layer, if it overrides the profile's.
    #[must_use]
    pub const fn danger_aversion(&self) -> Option<f32> {
        self.danger_aversion
    }

    /// The priority.
    #[must_use]
    pub const fn priority(&self) -> i32 {
        self.priority
    }

    /// Everything that the request says.
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            targets: self.targets.clone(),
            options: self.options,
            profile: self.profile,
            danger_aversion: self.danger_aversion,
            priority: self.priority,
        }
    }

    /// What it has in common with requests of the same group.
    pub(crate) fn key(&self) -> RequestKey {
        RequestKey::new(self.profile, &self.targets, &self.options, self.danger_aversion)
    }
}
