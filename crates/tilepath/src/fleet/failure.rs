//! Why a request has no path.

use super::agent_id::AgentId;
use crate::graph::WaypointId;
use core::mem::{self, Discriminant};
use glam::{IVec2, Vec2};

/// Why a [`Request`](super::Request) has no path.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// The agent has no position.
    #[error("the agent has no position")]
    NoPosition,
    /// The agent is at this position, which is NaN or infinite.
    #[error("the agent's position {0} is not finite")]
    StartNotFinite(Vec2),
    /// The request has no target.
    #[error("the request has no target")]
    NoGoal,
    /// The target was removed from the fleet, or has no position.
    #[error("the target {0} is gone")]
    TargetGone(AgentId),
    /// The target is at this position, which is NaN or infinite.
    #[error("the target's position {0} is not finite")]
    GoalNotFinite(Vec2),
    /// The target is a cell, and the agent walks over waypoints.
    #[error("the cell ({}, {}) is no target for an agent on waypoints", .0.x, .0.y)]
    CellOverWaypoints(IVec2),
    /// The request has this range, and the agent walks over waypoints.
    #[error("an agent on waypoints can't end within a range ({0})")]
    RangeOverWaypoints(f32),
    /// The request has this inflation, which is NaN, below 1 or too great.
    #[error("the inflation {0} is not a number from 1 to 1,000")]
    InvalidInflation(f32),
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
    /// There is a path, but its cost is too high for a [`Cost`](crate::Cost).
    #[error("the path is too costly")]
    TooCostly,
    /// The search gave up after this many expansions, the limit of the request.
    #[error("the search gave up after {0} expansions")]
    ExpansionLimit(u32),
}

/// A kind of [`Failure`], whatever values it names.
pub type FailureKind = Discriminant<Failure>;

impl Failure {
    /// The kind of the failure.
    #[must_use]
    pub const fn kind(&self) -> FailureKind {
        mem::discriminant(self)
    }

    /// Returns whether no path leads from the agent to its target, so that only another graph or another place can help.
    pub(super) const fn is_cut_off(&self) -> bool {
        matches!(self, Self::NoWaypoints | Self::NoLinks { .. })
    }
}
