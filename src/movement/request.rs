//! What a walk reads of the request and the result of an agent.

use crate::request::{CostProfiles, FoundPath, PathRequest, PathResult, PathStatus, PathTarget};
use bevy::prelude::*;
use tilepath::{
    CostProfile,
    fleet::{CellStep, StepState, WalkRequest},
};

/// What a walk reads of the request and the result of an agent.
pub(super) struct Walked<'a> {
    pub(super) profiles: &'a CostProfiles,
    pub(super) request: &'a PathRequest,
    pub(super) result: &'a PathResult,
}

impl WalkRequest for Walked<'_> {
    fn profile(&self) -> &CostProfile {
        self.profiles.get_or_default(self.request.profile)
    }

    fn path(&self) -> Option<(&[IVec2], &CostProfile)> {
        match &self.result.path {
            FoundPath::Own(own) => Some((own.path.cells(), self.profiles.get_or_default(own.profile))),
            _ => None,
        }
    }

    fn start(&self) -> Option<IVec2> {
        self.result.start()
    }

    /// The point to which the request asks to go, if it is the only target and counts exactly.
    fn end_point(&self) -> Option<Vec2> {
        match *self.request.targets() {
            [PathTarget::Position(point)] if self.request.options().range == 0.0 => Some(point),
            _ => None,
        }
    }

    fn leads_to_target(&self) -> bool {
        self.result.status == PathStatus::Found
    }
}

/// Notes where a shared path begins now: at the cell that the agent left last, or at the free cell to which it walks out of a wall.
pub(super) fn note_start(step: &CellStep, result: &mut PathResult) {
    if let FoundPath::Shared(path) = &mut result.path {
        path.shared.start = if step.state == StepState::WalkingOut { step.to() } else { step.from() };
    }
}
