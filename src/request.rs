//! Path requests: what an agent asks for.

use crate::{planning::Planning, profile::ProfileId, result::PathResult};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::Heuristic;

/// Asks for the cheapest way from where the entity stands. The answer appears in [`PathResult`].
///
/// It can't be changed: insert another to ask again, remove it to cancel. A [`PathFollower`](crate::PathFollower) beside it walks
/// the way. While it is there, the way is kept up: it is searched again when it is cut or could become cheaper, when the goal entity
/// moves to another cell, and when the agent is pushed off it.
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
#[derive(Component, Clone, PartialEq, Debug)]
#[component(immutable)]
#[require(PathResult, Planning)]
pub struct PathRequest {
    pub(crate) targets: SmallVec<[PathTarget; 1]>,
    pub(crate) range: f32,
    pub(crate) profile: ProfileId,
    pub(crate) danger_aversion: Option<f32>,
    pub(crate) heuristic: Heuristic,
    pub(crate) inflation: f32,
    pub(crate) allow_partial: bool,
    pub(crate) max_expansions: Option<u32>,
    pub(crate) priority: i32,
}

/// Something to go to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathTarget {
    /// A cell of the map.
    Cell(IVec2),
    /// A point of the world.
    Position(Vec2),
    /// An entity, followed when it moves to another cell.
    Entity(Entity),
}

impl From<IVec2> for PathTarget {
    fn from(cell: IVec2) -> Self {
        Self::Cell(cell)
    }
}

impl From<Vec2> for PathTarget {
    fn from(position: Vec2) -> Self {
        Self::Position(position)
    }
}

impl From<Entity> for PathTarget {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity)
    }
}

/// A target as a key: floats by their bits, so that equal keys are equal targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum TargetKey {
    Cell([i32; 2]),
    Position([u32; 2]),
    Entity(Entity),
}

impl From<PathTarget> for TargetKey {
    fn from(target: PathTarget) -> Self {
        match target {
            PathTarget::Cell(cell) => Self::Cell(cell.to_array()),
            PathTarget::Position(at) => Self::Position(at.to_array().map(f32::to_bits)),
            PathTarget::Entity(entity) => Self::Entity(entity),
        }
    }
}

impl From<TargetKey> for PathTarget {
    fn from(key: TargetKey) -> Self {
        match key {
            TargetKey::Cell(cell) => Self::Cell(cell.into()),
            TargetKey::Position(at) => Self::Position(at.map(f32::from_bits).into()),
            TargetKey::Entity(entity) => Self::Entity(entity),
        }
    }
}

impl PathRequest {
    /// To a cell of the map.
    #[must_use]
    pub fn to_cell(cell: IVec2) -> Self {
        Self::to_nearest([cell])
    }

    /// To a point of the world.
    #[must_use]
    pub fn to_position(position: Vec2) -> Self {
        Self::to_nearest([position])
    }

    /// To an entity, wherever it goes.
    #[must_use]
    pub fn to_entity(entity: Entity) -> Self {
        Self::to_nearest([entity])
    }

    /// To the cheapest to reach of several cells, points or entities, found in one search.
    /// Targets that are gone, outside the map or in walls count only where all of them are.
    #[must_use]
    pub fn to_nearest<T: Into<PathTarget>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self {
            targets: targets.into_iter().map(Into::into).collect(),
            range: 0.0,
            profile: ProfileId::default(),
            danger_aversion: None,
            heuristic: Heuristic::Auto,
            inflation: 1.0,
            allow_partial: false,
            max_expansions: None,
            priority: 0,
        }
    }

    /// Any cell within so many tiles of the target will do, as the crow flies between cell centres. The target itself may then stand in
    /// a wall or be an obstacle: 1 is beside it, 1.5 takes in the corners.
    #[must_use]
    pub const fn within(mut self, range: f32) -> Self {
        self.range = range;
        self
    }

    /// Another kind of agent than the default.
    #[must_use]
    pub const fn with_profile(mut self, profile: ProfileId) -> Self {
        self.profile = profile;
        self
    }

    /// This aversion to every danger layer in place of the profile's: 0 is fearless, 1 takes danger at its face value.
    #[must_use]
    pub const fn with_danger_aversion(mut self, aversion: f32) -> Self {
        self.danger_aversion = Some(aversion);
        self
    }

    /// Another heuristic than [`Heuristic::Auto`]; [`Heuristic::Zero`] makes the search Dijkstra's.
    #[must_use]
    pub const fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Weighted A*: fewer expansions for a way that may cost up to `inflation` times the cheapest.
    #[must_use]
    pub const fn with_inflation(mut self, inflation: f32) -> Self {
        self.inflation = inflation;
        self
    }

    /// Where the target can't be reached, go to the reachable cell nearest to it.
    #[must_use]
    pub const fn allow_partial(mut self) -> Self {
        self.allow_partial = true;
        self
    }

    /// Give up after so many expansions.
    #[must_use]
    pub const fn with_max_expansions(mut self, expansions: u32) -> Self {
        self.max_expansions = Some(expansions);
        self
    }

    /// Requests of higher priority are searched first; among equals, the first come.
    #[must_use]
    pub const fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// What is to be reached.
    #[must_use]
    pub fn targets(&self) -> &[PathTarget] {
        &self.targets
    }
}
