//! One agent of a fleet.

use super::{
    answer::{AgentPath, AnswerStatus, WaypointPath},
    fields::{FieldId, GroupId},
    own_obstacles::OwnObstacles,
    place::GroundKind,
    plan::Plan,
    record::AnswerRecord,
    request::Request,
    target::Target,
    waypoints::EdgeWalk,
};
use crate::graph::WaypointId;
use glam::IVec2;

/// An agent of a [`Fleet`](super::Fleet): where it is, what it asks for, and the answer.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agent {
    /// The waypoint that the agent itself is, as a target.
    pub(super) waypoint: Option<WaypointId>,
    /// Whether it has a place in the world now.
    pub(super) has_place: bool,
    pub(super) is_active: bool,
    /// The layer of its crowd. `None` for an agent that is in no crowd.
    pub(super) crowd: Option<u8>,
    pub(super) ground: GroundKind,
    /// The last request. It remains known after it was cancelled.
    pub(super) request: Option<Request>,
    pub(super) is_cancelled: bool,
    pub(super) status: AnswerStatus,
    pub(super) path: AgentPath,
    /// The goal field from which it reads its path.
    pub(super) field: Option<FieldId>,
    pub(super) own: Option<Box<OwnObstacles>>,
    pub(super) plan: Plan,
    pub(super) record: AnswerRecord,
    pub(super) walk: EdgeWalk,
    pub(super) has_arrived: bool,
}

impl Agent {
    pub(super) fn new(ground: GroundKind) -> Self {
        Self {
            waypoint: None,
            has_place: false,
            is_active: true,
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

    /// The path over waypoints. `None` if there is none.
    #[must_use]
    pub const fn waypoint_path(&self) -> Option<&WaypointPath> {
        match &self.path {
            AgentPath::OverWaypoints(path) => Some(path),
            _ => None,
        }
    }

    /// The goal field from which the agent reads its path. `None` if the agent has a path of its own, or none.
    #[must_use]
    pub const fn field(&self) -> Option<FieldId> {
        self.field
    }

    /// The group of agents with the same request. `None` without a request, and on waypoints.
    #[must_use]
    pub const fn group(&self) -> Option<GroupId> {
        self.plan.group
    }

    /// The index of the waypoint of the path to which the agent walks. At the end of the path, the number of its waypoints.
    #[must_use]
    pub const fn next_index(&self) -> usize {
        self.walk.next
    }

    /// The index of the waypoint of the path from which the rest is still to be walked: 0 for a path that the agent has not begun.
    #[must_use]
    pub const fn heading_for(&self) -> usize {
        if self.walk.is_new { 0 } else { self.walk.next }
    }

    /// Whether the agent is at the end of its path over waypoints.
    #[must_use]
    pub const fn has_arrived(&self) -> bool {
        self.has_arrived
    }

    /// Why the path was planned, and what the answer took.
    #[must_use]
    pub const fn record(&self) -> &AnswerRecord {
        &self.record
    }

    /// When another search is allowed after a failure, in seconds.
    #[must_use]
    pub const fn retry_at(&self) -> f32 {
        self.plan.retry_at
    }

    /// The waypoints of the targets at the last answer.
    pub fn goal_waypoints(&self) -> impl Iterator<Item = WaypointId> {
        self.plan.goals.iter().filter_map(|(place, _)| place.waypoint())
    }

    /// The cells of the targets at the last answer.
    pub fn goal_cells(&self) -> impl Iterator<Item = IVec2> {
        self.plan.goals.iter().filter_map(|(place, _)| place.cell())
    }

    /// The target of its request of an index.
    #[must_use]
    pub fn target(&self, index: usize) -> Option<Target> {
        self.request()?.targets.get(index).copied()
    }

    /// The cells on which obstacles stand that do not count for this agent, each once for each obstacle.
    #[must_use]
    pub fn own_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.cells)
    }

    /// The cells whose edits in this update are the agent's own.
    pub(super) fn changed_obstacles(&self) -> &[IVec2] {
        self.own.as_ref().map_or(&[], |own| &own.changed)
    }

    /// Begins the walk again from wherever the agent is.
    pub(super) const fn head_for_start(&mut self) {
        self.walk.next = 0;
        self.has_arrived = false;
    }
}
