//! The components of agents that occupy their cells.

use crate::{
    follower::{CrowdMember, Occupies, PathFollower, Step, StepState},
    request::{OnField, PathRequest, PathResult, Planning},
    waypoints::OnWaypoints,
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// An agent that occupies its cell.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct CrowdAgent {
    pub(super) entity: Entity,
    pub(super) occupies: &'static Occupies,
    pub(super) member: &'static mut CrowdMember,
    pub(super) step: &'static mut Step,
    pub(super) follower: &'static mut PathFollower,
    pub(super) request: Option<&'static PathRequest>,
    pub(super) result: Option<&'static mut PathResult>,
    pub(super) planning: Option<&'static Planning>,
    pub(super) on_field: Option<&'static OnField>,
    pub(super) transform: &'static mut Transform,
}

/// What shows whether an agent has to be looked at.
#[derive(QueryData)]
pub(crate) struct WatchedAgent {
    pub(super) entity: Entity,
    occupies: &'static Occupies,
    pub(super) member: &'static CrowdMember,
    step: &'static Step,
    follower: Ref<'static, PathFollower>,
    result: Option<Ref<'static, PathResult>>,
    on_field: Option<&'static OnField>,
    pub(super) transform: &'static Transform,
}

/// An agent in the middle of its walk.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct MovedAgent {
    pub(super) entity: Entity,
    pub(super) member: &'static CrowdMember,
    pub(super) step: &'static mut Step,
    pub(super) transform: &'static mut Transform,
}

/// Agents without a parent. On waypoints none occupies a cell.
pub(crate) type Free = (With<Occupies>, With<PathFollower>, Without<OnWaypoints>, Without<ChildOf>);

/// Agents whose transforms are relative to a parent.
pub(crate) type Children = (Without<OnWaypoints>, With<ChildOf>);

impl WatchedAgentItem<'_, '_> {
    /// Whether an agent at a point of the world joined, was moved, or wants to go elsewhere since it was looked at last.
    pub(super) fn has_changed(&self, at: Vec2) -> bool {
        self.member.place.is_none_or(|(layer, _)| layer != self.occupies.layer)
            || !self.step.is_at(at)
            || self.step.state == StepState::New
            || self.on_field.map(|on_field| on_field.0) != self.member.on_field
            || self.result.is_some() != self.member.has_request
            || self.result.as_ref().is_some_and(DetectChanges::is_changed)
            || self.follower.is_changed()
    }
}
