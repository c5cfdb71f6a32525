//! Why a request has no path.

use crate::{fleet::agent_id::AgentId, graph::WaypointId, ground::InvalidAversion, path::PathError};
use core::mem::{self, Discriminant};
use glam::{IVec2, Vec2};

/// Why a [`Request`](super::Request) has no path.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Failure {
    /// The search found no path, or refused the request.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is no map.
    #[error("there is no map")]
    NoMap,
    /// The agent has no position.
    #[error("the agent has no position")]
    NoPosition,
    /// The agent is at this position, which is NaN or infinite.
    #[error("the agent's position {0} is not finite")]
    StartNotFinite(Vec2),
    /// The target was removed from the fleet, or has no position.
    #[error("the target {0} is gone")]
    TargetGone(AgentId),
    /// The target is at this position, which is NaN or infinite.
    #[error("the target's position {0} is not finite")]
    GoalNotFinite(Vec2),
    /// The request has a danger aversion that is NaN, negative or too great.
    #[error(transparent)]
    Aversion(#[from] InvalidAversion),
    /// There is no cost profile with this number.
    #[error("there is no profile {0}")]
    UnknownProfile(u16),
    /// The target is a cell, but the agent walks over waypoints.
    #[error("the cell ({}, {}) is no target for an agent on waypoints", .0.x, .0.y)]
    CellOverWaypoints(IVec2),
    /// The request has this range, but the agent walks over waypoints.
    #[error("an agent on waypoints can't end within a range ({0})")]
    RangeOverWaypoints(f32),
    /// The graph is empty.
    #[error("there is no waypoint")]
    NoWaypoints,
    /// No edges lead from the start to the waypoint of the target.
    #[error("no edges lead from waypoint {start} to waypoint {goal}")]
    NoLinks {
        /// The waypoint at which the path would begin.
        start: WaypointId,
        /// The waypoint of the first target.
        goal: WaypointId,
    },
}

/// The kind of a [`Failure`], without its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fleet) struct FailureKind(Discriminant<Failure>, Option<Discriminant<PathError>>);

impl Failure {
    /// The kind of the failure.
    pub(in crate::fleet) const fn kind(&self) -> FailureKind {
        let of_path = match self {
            Self::Path(error) => Some(mem::discriminant(error)),
            _ => None,
        };
        FailureKind(mem::discriminant(self), of_path)
    }

    /// Returns whether no path leads from the agent to its target. Then only a change of the ground or another
    /// position can help.
    pub(in crate::fleet) const fn is_cut_off(&self) -> bool {
        use PathError::{GoalBlocked, GoalOutside, StartBlocked, StartOutside, Unreachable};
        match self {
            Self::Path(error) => matches!(
                error,
                StartOutside(_) | StartBlocked(_) | GoalOutside(_) | GoalBlocked(_) | Unreachable { .. }
            ),
            _ => matches!(self, Self::NoMap | Self::NoWaypoints | Self::NoLinks { .. }),
        }
    }
}
