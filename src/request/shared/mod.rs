//! What agents with the same request share: their group, its goal field, and the paths read from it.

mod complete_field;
mod group;
mod key;
mod path;

pub(crate) use complete_field::{CompleteField, OnField, SharedField};
pub(crate) use group::{GroupMember, RequestGroup, RequestGroups};
pub(crate) use key::RequestKey;
pub(crate) use path::SharedPath;
