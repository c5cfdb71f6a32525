//! The components of one agent that walks.

use crate::{
    follower::{PathFollower, Step},
    request::{OnField, PathRequest, PathResult},
};

/// The components of one agent that walks.
pub(super) struct Walker<'a> {
    pub(super) on_field: Option<OnField>,
    pub(super) step: &'a mut Step,
    pub(super) follower: &'a mut PathFollower,
    pub(super) request: &'a PathRequest,
    pub(super) result: &'a PathResult,
}
