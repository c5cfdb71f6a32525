//! One agent of a fleet.

use super::{
    agent_id::AgentId,
    answer::{AnswerStatus, WaypointPath},
    failure::Failure,
    plan::Plan,
    record::AnswerRecord,
    request::Request,
    walk::EdgeWalk,
};
use crate::graph::WaypointId;
use glam::Vec2;

/// An agent of a [`Fleet`](super::Fleet): where it is, what it asks for, and the answer.
#[derive(Clone, Debug)]
pub struct Agent {
    /// `None` for an agent that has no place in the world now.
    pub(super) position: Option<Vec2>,
    /// The waypoint that the agent itself is, as a target.
    pub(super) waypoint: Option<WaypointId>,
    pub(super) is_active: bool,
    /// The last request. It remains known after it was cancelled.
    pub(super) request: Option<Request>,
    pub(super) is_cancelled: bool,
    /// The agent that it goes to meet instead of its target.
    pub(super) meets: Option<AgentId>,
    pub(super) status: AnswerStatus,
    /// The path, if there is one.
    pub(super) path: Option<WaypointPath>,
    pub(super) plan: Plan,
    pub(super) record: AnswerRecord,
    /// The speed in world units per second. `None` for an agent that does not walk.
    pub(super) speed: Option<f32>,
    pub(super) walk: EdgeWalk,
    pub(super) has_arrived: bool,
}

impl Agent {
    pub(super) fn new(position: Option<Vec2>) -> Self {
        Self {
            position,
            waypoint: None,
            is_active: true,
            request: None,
            is_cancelled: false,
            meets: None,
            status: AnswerStatus::Pending,
            path: None,
            plan: Plan::default(),
            record: AnswerRecord::default(),
            speed: None,
            walk: EdgeWalk::default(),
            has_arrived: false,
        }
    }

    /// The position of the agent. `None` if the agent has no place in the world now.
    #[must_use]
    pub const fn position(&self) -> Option<Vec2> {
        self.position
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

    /// The path, complete or partial. `None` if there is none.
    #[must_use]
    pub const fn path(&self) -> Option<&WaypointPath> {
        self.path.as_ref()
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

    /// Whether the agent is at the end of its path.
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
    #[must_use]
    pub fn goals(&self) -> &[WaypointId] {
        &self.plan.goals
    }

    /// The position, or why a path can't begin there.
    pub(super) fn start(&self) -> Result<Vec2, Failure> {
        let at = self.position.ok_or(Failure::NoPosition)?;
        if at.is_finite() { Ok(at) } else { Err(Failure::StartNotFinite(at)) }
    }

    /// Begins the walk again from wherever the agent is.
    pub(super) const fn head_for_start(&mut self) {
        self.walk.next = 0;
        self.has_arrived = false;
    }
}
