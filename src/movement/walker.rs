//! The components of one agent that walks.

use crate::{
    follower::{PathFollower, Step},
    request::{OnField, PathRequest, PathResult},
};
use bevy::math::IVec2;

/// The components of one agent that walks.
pub(super) struct Walker<'a> {
    /// The cells of its own obstacles.
    pub(super) own: &'a [IVec2],
    pub(super) on_field: Option<OnField>,
    pub(super) step: &'a mut Step,
    pub(super) follower: &'a mut PathFollower,
    pub(super) request: &'a PathRequest,
    pub(super) result: &'a PathResult,
}
