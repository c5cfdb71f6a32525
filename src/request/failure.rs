//! Why a request has no path.

use super::profiles::ProfileId;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::mem::{self, Discriminant};
use tilepath::{InvalidAversion, PathError};

/// Why a [`PathRequest`](crate::PathRequest) has no path. [`FailureReason::advice`] says what you can do about it.
#[derive(Clone, Copy, PartialEq, Debug, MapEntities, Reflect, thiserror::Error)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum FailureReason {
    /// There is no map: none was loaded yet, or the map was removed.
    #[error("there is no map")]
    NoMap,
    /// The agent or one of its ancestors has no `Transform`.
    #[error("the agent has no Transform")]
    NoTransform,
    /// The agent is at this position, which is NaN or infinite.
    #[error("the agent's position {0} is not finite")]
    StartNotFinite(Vec2),
    /// The agent is in this cell, which is outside the map.
    #[error("{}", PathError::StartOutside(*.0))]
    StartOutside(IVec2),
    /// The agent is in this cell, which is a wall or under an obstacle. An agent with a [`PathFollower`](crate::PathFollower)
    /// gets this failure only if every cell is blocked. Otherwise the agent walks to the nearest free cell.
    #[error("{}", PathError::StartBlocked(*.0))]
    StartBlocked(IVec2),
    /// The request has no target, for example because the list for [`PathRequest::to_nearest`](crate::PathRequest::to_nearest)
    /// was empty.
    #[error("the request has no target")]
    NoGoal,
    /// The target entity is despawned or disabled, or has no `Transform`.
    #[error("the target {0} is gone")]
    GoalGone(#[entities] Entity),
    /// The target is at this position, which is NaN or infinite.
    #[error("the target's position {0} is not finite")]
    GoalNotFinite(Vec2),
    /// The target is in this cell, which is outside the map.
    #[error("{}", PathError::GoalOutside(*.0))]
    GoalOutside(IVec2),
    /// The target is in this cell, which is a wall or under an obstacle. There is no free cell within the range of the request
    /// either.
    #[error("{}", PathError::GoalBlocked(*.0))]
    GoalBlocked(IVec2),
    /// No path leads from the start to the target.
    #[error("{}", PathError::Unreachable { start: *start, goal: *goal })]
    Unreachable {
        /// The cell that the agent is in.
        start: IVec2,
        /// The cell of the first target.
        goal: IVec2,
    },
    /// The search gave up after this many expansions, the limit of the request
    /// ([`with_max_expansions`](crate::PathRequest::with_max_expansions)).
    #[error("{}", PathError::ExpansionLimit(*.0))]
    ExpansionLimit(u32),
    /// There is a path, but its cost is too high for a [`Cost`](tilepath::Cost).
    #[error("{}", PathError::TooCostly)]
    TooCostly,
    /// The request has this [range](crate::PathRequest::within), which is negative or NaN.
    #[error("{}", PathError::InvalidRange(*.0))]
    InvalidRange(f32),
    /// The request has this [inflation](crate::PathRequest::with_inflation), which is NaN, below 1 or above 1,000. On tiles
    /// infinity is valid: it makes the search [greedy](crate::PathRequest::greedy).
    #[error("{}", PathError::InvalidInflation(*.0))]
    InvalidInflation(f32),
    /// The request has this [danger aversion](crate::PathRequest::with_danger_aversion), which is NaN, negative or above 65,535.
    #[error("{}", InvalidAversion(*.0))]
    InvalidAversion(f32),
    /// The request has this profile, which is not in the [`CostProfiles`](crate::CostProfiles) of the app.
    #[error("there is no profile {0:?}")]
    UnknownProfile(ProfileId),
    /// The [`WaypointGraph`](crate::WaypointGraph) is empty: there is no waypoint with a valid position.
    #[error("there is no waypoint")]
    NoWaypoints,
    /// No links lead from the start waypoint to the waypoint of the target.
    #[error("no links lead from waypoint {start} to waypoint {goal}")]
    NoLinks {
        /// The waypoint at which the path would begin.
        #[entities]
        start: Entity,
        /// The waypoint of the first target.
        #[entities]
        goal: Entity,
    },
    /// The agent is [`OnWaypoints`](crate::OnWaypoints), and its target is this cell of the map. On waypoints, the target must be
    /// an entity or a position.
    #[error("the cell ({}, {}) is no target for an agent on waypoints", .0.x, .0.y)]
    CellOverWaypoints(IVec2),
    /// The agent is [`OnWaypoints`](crate::OnWaypoints), and its request has this range. A range works only on tiles.
    #[error("an agent on waypoints can't end within a range ({0})")]
    RangeOverWaypoints(f32),
}

/// A kind of failure, whatever values it names.
pub(crate) type ReasonKind = Discriminant<FailureReason>;

impl FailureReason {
    pub(crate) const fn kind(&self) -> ReasonKind {
        mem::discriminant(self)
    }

    /// What a developer can do about the failure, in one sentence.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::NoMap => {
                "Put NavTilemap on a tilemap entity, or insert a NavGrid; the log says if a tilemap was left out."
            }
            Self::NoTransform => "Give the agent, and every entity above it, a Transform.",
            Self::StartNotFinite(_) | Self::GoalNotFinite(_) => {
                "Look for a division by zero in the code that moves it."
            }
            Self::StartOutside(_) | Self::GoalOutside(_) => {
                "Compare its position with NavGrid::cell_at; the map's Transform and TilemapAnchor decide where cells are."
            }
            Self::StartBlocked(_) => {
                "Move the agent, or give it a PathFollower: it then walks out of the wall."
            }
            Self::NoGoal => "Name at least one target.",
            Self::GoalGone(_) => "Insert another request or remove this one when the target is despawned.",
            Self::GoalBlocked(_) => {
                "A tower, a base or a unit that is an obstacle blocks its own cell: ask for `.within(1.5)` of it, or choose a free cell."
            }
            Self::Unreachable { .. } => {
                "Walls, or terrain that the profile does not pass, cut the agent off; `.allow_partial()` goes as near as possible."
            }
            Self::ExpansionLimit(_) => "Raise the request's max_expansions.",
            Self::TooCostly => "Use smaller terrain costs or smaller step lengths.",
            Self::InvalidRange(_) | Self::InvalidInflation(_) | Self::InvalidAversion(_) => {
                "Insert a request with a valid number."
            }
            Self::UnknownProfile(_) => "Add the profile to this app's CostProfiles first.",
            Self::NoWaypoints => "Spawn entities with Waypoint and Transform, and link them.",
            Self::NoLinks { .. } => {
                "Links have one direction each: link_both_ways makes two; the log names links that were left out."
            }
            Self::CellOverWaypoints(_) => "Name a waypoint, a position or another entity.",
            Self::RangeOverWaypoints(_) => "Name the waypoints in range as targets of to_nearest.",
        }
    }
}

impl From<PathError> for FailureReason {
    fn from(error: PathError) -> Self {
        match error {
            PathError::StartOutside(cell) => Self::StartOutside(cell),
            PathError::StartBlocked(cell) => Self::StartBlocked(cell),
            PathError::GoalOutside(cell) => Self::GoalOutside(cell),
            PathError::GoalBlocked(cell) => Self::GoalBlocked(cell),
            PathError::NoGoal => Self::NoGoal,
            PathError::Unreachable { start, goal } => Self::Unreachable { start, goal },
            PathError::ExpansionLimit(expansions) => Self::ExpansionLimit(expansions),
            PathError::TooCostly => Self::TooCostly,
            PathError::InvalidRange(range) => Self::InvalidRange(range),
            PathError::InvalidInflation(inflation) => Self::InvalidInflation(inflation),
        }
    }
}

impl From<InvalidAversion> for FailureReason {
    fn from(error: InvalidAversion) -> Self {
        Self::InvalidAversion(error.0)
    }
}
