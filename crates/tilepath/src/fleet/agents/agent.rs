//! One agent of a fleet.

use super::{
    answer::{AgentPath, AnswerStatus, WaypointPath},
    own_obstacles::OwnObstacles,
    place::GroundKind,
    plan::Plan,
    record::AnswerRecord,
};
use crate::{
    fleet::{
        fields::{FieldId, GroupId},
        requests::{Request, Target},
        walking::EdgeWalk,
    },
    graph::WaypointId,
};
use core::time::Duration;
use glam::IVec2;

/// An agent of a [`Fleet`](crate::fleet::Fleet): where it is, what it asks for, and the answer.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agent {
    /// The waypoint that this agent represents: a request with this agent as its target leads there.
    pub(in crate::fleet) waypoint: Option<WaypointId>,
    /// Whether the agent has a position now.
    pub(in crate::fleet) has_place: bool,
    pub(in crate::fleet) is_active: bool,
    /// Whether the game moves the agent itself, by its [`Steering`](super::Steering).
    pub(in crate::fleet) is_steered: bool,
    /// The layer of the agent's crowd. `None` outside crowds.
    pub(in crate::fleet) crowd: Option<u8>,
    pub(in crate::fleet) ground: GroundKind,
    /// The last request, even if it was cancelled.
    pub(in crate::fleet) request: Option<Request>,
    pub(in crate::fleet) is_cancelled: bool,
    pub(in crate::fleet) status: AnswerStatus,
    pub(in crate::fleet) path: AgentPath,
    /// The goal field from which the agent reads its path.
    pub(in crate::fleet) field: Option<FieldId>,
    pub(in crate::fleet) own: Option<Box<OwnObstacles>>,
    pub(in crate::fleet) plan: Plan,
    pub(in crate::fleet) record: AnswerRecord,
    pub(in crate::fleet) walk: EdgeWalk,
    /// Whether the agent is at the end of its path over waypoints. On cells, its [`Progress`](crate::fleet::Progress) says this.
    pub(in crate::fleet) has_arrived: bool,
}

impl Agent {
    pub(in crate::fleet) fn new(ground: GroundKind) -> Self {
        Self {
            waypoint: None,
            has_place: false,
            is_active: true,
            is_steered: false,
            crowd: None,
            ground,
            request: None,
            is_cancelled: false,
            status: AnswerStatus::Pending,
            path: AgentPath::None,
            field: None,
            own: None,
            plan: Plan::default(),
            record: AnswerRecord::default(),
            walk: EdgeWalk::default(),
            has_arrived: false,
        }
    }

    /// Whether the agent stops before some obstacles.
    pub(in crate::fleet) fn stops(&self) -> bool {
        self.request().is_some_and(|request| !request.stop_before.is_empty())
    }

    /// Whether the agent takes part: see [`Fleet::set_active`](crate::fleet::Fleet::set_active).
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.is_active
    }

    /// The ground on which the agent walks.
    #[must_use]
    pub const fn ground(&self) -> GroundKind {
        self.ground
    }

    /// The agent's request. `None` if it has none.
    #[must_use]
    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref().filter(|_| !self.is_cancelled)
    }

    /// The state of the request.
    #[must_use]
    pub const fn status(&self) -> AnswerStatus {
        self.status
    }

    /// The path, complete or partial.
    #[must_use]
    pub const fn path(&self) -> &AgentPath {
        &self.path
    }

    /// The agent's path over waypoints. `None` if the agent has no such path.
    #[must_use]
    pub const fn waypoint_path(&self) -> Option<&WaypointPath> {
        match &self.path {
            AgentPath::OverWaypoints(path) => Some(path),
            _ => None,
        }
    }

    /// The goal field from which the agent reads its path. `None` if the agent has its own path or no path.
    #[must_use]
    pub const fn field(&self) -> Option<FieldId> {
        self.field
    }

    /// The group of agents with the same request. `None` without a request and for agents on waypoints.
    #[must_use]
    pub const fn group(&self) -> Option<GroupId> {
        self.plan.group
    }

    /// The index, in the path over waypoints, of the first waypoint that is still ahead. 0 if the agent has not begun the path, or if it
    /// walks on cells.
    #[must_use]
    pub const fn heading_for(&self) -> usize {
        if self.walk.is_new { 0 } else { self.walk.next }
    }

    /// Why and when the last answer was asked for, and the effort of its search.
    #[must_use]
    pub const fn record(&self) -> &AnswerRecord {
        &self.record
    }

    /// The time from which another search is allowed after a failure, counted from when the game began.
    #[must_use]
    pub const fn retry_at(&self) -> Duration {
        self.plan.retry_at
    }

    /// The waypoints of the targets at the time of the last answer.
    pub fn goal_waypoints(&self) -> impl Iterator<Item = WaypointId> {
        self.plan.goals.iter().filter_map(|(place, _)| place.waypoint())
    }

    /// The cells of the targets at the time of the last answer. Empty for an agent on a goal field, because the field
    /// knows its own goals. [`Fleet::goal_cells`](crate::fleet::Fleet::goal_cells) returns the present cells of the targets.
    pub fn goal_cells(&self) -> impl Iterator<Item = IVec2> {
        self.plan.goals.iter().filter_map(|(place, _)| place.cell())
    }

    /// The target with this index in the agent's request.
    #[must_use]
    pub fn target(&self, index: usize) -> Option<Target> {
        self.request()?.targets.get(index).copied()
    }

    /// The cells of the agent's own obstacles, which do not block the agent itself. A cell is listed once for each
    /// obstacle on it.
    #[must_use]
    pub fn own_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.cells)
    }

    /// The cells that the agent's own obstacles left or entered in this update.
    pub(in crate::fleet) fn changed_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.changed)
    }

    /// Restarts the walk at the first waypoint of the path, from wherever the agent is.
    pub(in crate::fleet) const fn head_for_start(&mut self) {
        self.walk.next = 0;
        self.has_arrived = false;
    }
}
