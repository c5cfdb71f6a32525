//! The mark of agents whose path is read from a goal field.

use bevy::prelude::*;

/// The path of this agent is read from the goal field of this number.
///
/// The answer inserts it and [`take_request`](crate::plan::take_request) removes it, both by deferred commands: it is there from the
/// next set on.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnField(pub(crate) u16);
