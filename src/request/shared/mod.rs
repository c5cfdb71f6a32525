//! What agents with the same request share: their group, and the paths on its goal field.

mod groups;
mod key;
mod on_field;

pub(crate) use groups::{RequestGroups, leave_group};
pub(crate) use key::RequestKey;
pub(crate) use on_field::{OnField, PathOnField};
