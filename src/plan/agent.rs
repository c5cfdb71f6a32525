//! What answering a request reads and writes of its agent.

use crate::{
    follower::{PathFollower, Step},
    request::{OwnObstacles, PathRequest, PathResult, Planning},
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// What answering a request reads and writes of its agent.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct PlannedAgent {
    pub(crate) entity: Entity,
    pub(crate) request: &'static PathRequest,
    pub(crate) result: &'static mut PathResult,
    pub(crate) planning: &'static mut Planning,
    pub(crate) own: Option<&'static OwnObstacles>,
    /// Only agents that walk have these two.
    pub(crate) step: Option<&'static mut Step>,
    pub(crate) follower: Option<&'static mut PathFollower>,
}
