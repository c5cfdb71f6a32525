//! Why a request has no path.

use super::profiles::ProfileId;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::mem::{self, Discriminant};
use tilepath::{InvalidAversion, PathError, PathOptions};

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
    /// The search found no path, or the request has a value that no search takes. See the variants of [`PathError`].
    ///
    /// - `StartOutside`, `StartBlocked`: the agent is in this cell. An agent with a [`PathFollower`](crate::PathFollower) gets
    ///   `StartBlocked` only if every cell is blocked. Otherwise the agent walks to the nearest free cell.
    /// - `GoalOutside`, `GoalBlocked`: the target is in this cell.
    /// - `NoGoal`: the request has no target, for example because the list for
    ///   [`PathRequest::to_nearest`](crate::PathRequest::to_nearest) was empty.
    /// - `Unreachable`: no path leads from the cell of the agent to the cell of the first target.
    #[error(transparent)]
    Path(PathError),
    /// The target entity is despawned or disabled, or has no `Transform`.
    #[error("the target {0} is gone")]
    GoalGone(#[entities] Entity),
    /// The target is at this position, which is NaN or infinite.
    #[error("the target's position {0} is not finite")]
    GoalNotFinite(Vec2),
    /// The [danger aversion](crate::PathRequest::with_danger_aversion) of the request is NaN, negative or above 65,535.
    #[error(transparent)]
    Aversion(InvalidAversion),
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

/// The kind of a failure, without the values in it.
pub(crate) type ReasonKind = (Discriminant<FailureReason>, Option<Discriminant<PathError>>);

impl FailureReason {
    pub(crate) const fn kind(&self) -> ReasonKind {
        let of_path = match self {
            Self::Path(error) => Some(mem::discriminant(error)),
            _ => None,
        };
        (mem::discriminant(self), of_path)
    }

    /// What a developer can do about the failure, in one sentence. `options` are those of the request that failed
    /// ([`PathRequest::options`](crate::PathRequest::options)): the advice never names an option that is set.
    #[must_use]
    pub const fn advice(&self, options: &PathOptions) -> &'static str {
        match self {
            Self::NoMap => {
                "Put NavTilemap on a tilemap entity, or insert a NavGrid; the log says if a tilemap was left out."
            }
            Self::NoTransform => "Give the agent, and every entity above it, a Transform.",
            Self::StartNotFinite(_) | Self::GoalNotFinite(_) => {
                "Look for a division by zero in the code that moves it."
            }
            Self::Path(error) => advice_on_path(*error, options),
            Self::GoalGone(_) => "Insert another request or remove this one when the target is despawned.",
            Self::Aversion(_) => "Insert a request with a valid number.",
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

/// What a developer can do about a search without a path.
const fn advice_on_path(error: PathError, options: &PathOptions) -> &'static str {
    match error {
        PathError::StartOutside(_) | PathError::GoalOutside(_) => {
            "Compare its position with NavGrid::cell_at; the map's Transform and TilemapAnchor decide where cells are."
        }
        PathError::StartBlocked(_) => {
            "Move the agent, or free a cell of the map: an agent with a PathFollower walks out of the wall, if any cell is free."
        }
        PathError::NoGoal => "Name at least one target.",
        PathError::GoalBlocked(_) if options.in_sight => {
            "No cell in which a path may end sees the target within the range: ask for a larger range, or choose another target."
        }
        PathError::GoalBlocked(_) if options.by_middle => {
            "No path may end with the agent's middle there: leave `.by_middle()` out, ask for a larger range, or choose another target."
        }
        PathError::GoalBlocked(_) if options.range > 0.0 => {
            "No path may end in any cell within the range: ask for a larger range, or choose another target."
        }
        PathError::GoalBlocked(_) => {
            "A tower, a base or a unit that is an obstacle blocks its own cell: ask for `.within(1.5)` of it, or choose a cell in which a path may end."
        }
        PathError::Unreachable { .. } if options.in_sight => {
            "No cell that the agent can reach sees the target; `.allow_partial()` goes as near as possible."
        }
        PathError::Unreachable { .. } => {
            "Walls, or terrain that the profile does not pass, cut the agent off; `.allow_partial()` goes as near as possible."
        }
        PathError::ExpansionLimit(_) => "Raise the request's max_expansions.",
        PathError::TooCostly => "Use smaller terrain costs or smaller step lengths.",
        PathError::InvalidRange(_) | PathError::InvalidInflation(_) => {
            "Insert a request with a valid number."
        }
    }
}

impl From<PathError> for FailureReason {
    fn from(error: PathError) -> Self {
        Self::Path(error)
    }
}

impl From<InvalidAversion> for FailureReason {
    fn from(error: InvalidAversion) -> Self {
        Self::Aversion(error)
    }
}
