//! The components of agents that occupy their cells.

use crate::{
    follower::{CrowdAgent, CrowdMember, PathFollower, ReachedGoals},
    request::{FleetAgent, PathRequest, PathResult},
    waypoints::OnWaypoints,
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// An agent that occupies its cell.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct CrowdWalker {
    pub(super) entity: Entity,
    pub(super) id: &'static FleetAgent,
    pub(super) occupies: &'static CrowdAgent,
    pub(super) member: &'static mut CrowdMember,
    pub(super) reached: &'static mut ReachedGoals,
    pub(super) follower: &'static mut PathFollower,
    pub(super) request: Option<&'static PathRequest>,
    pub(super) result: Option<&'static mut PathResult>,
    pub(super) transform: &'static mut Transform,
}

/// An agent of which something has to be written.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct ShownAgent {
    pub(super) id: &'static FleetAgent,
    pub(super) reached: &'static mut ReachedGoals,
    pub(super) follower: &'static mut PathFollower,
    pub(super) result: Option<&'static mut PathResult>,
    pub(super) transform: &'static mut Transform,
}

/// What is looked at of every agent in every frame, in the order of [`CrowdTable`](super::rows::CrowdTable).
pub(crate) type RowAgent = (
    Entity,
    &'static CrowdAgent,
    &'static CrowdMember,
    &'static FleetAgent,
    Ref<'static, PathFollower>,
    Option<Ref<'static, PathResult>>,
    &'static mut Transform,
);

/// Agents without a parent. On waypoints none occupies a cell.
pub(crate) type Free = (With<CrowdAgent>, With<PathFollower>, Without<OnWaypoints>, Without<ChildOf>);

/// Agents whose transforms are relative to a parent.
pub(crate) type Children = (Without<OnWaypoints>, With<ChildOf>);
