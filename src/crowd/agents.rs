//! The components of agents that occupy their cells.

use crate::{
    follower::{CrowdMember, Occupies, PathFollower, Step},
    request::{OnField, PathRequest, PathResult, Planning},
    waypoints::OnWaypoints,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;

/// An agent that occupies its cell.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct CrowdAgent {
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

/// All agents that occupy their cells. On waypoints there are none.
#[derive(SystemParam)]
pub(crate) struct CrowdAgents<'w, 's> {
    pub(super) free: Query<'w, 's, CrowdAgent, (Without<OnWaypoints>, Without<ChildOf>)>,
    pub(super) children: Query<'w, 's, CrowdAgent, (Without<OnWaypoints>, With<ChildOf>)>,
}
