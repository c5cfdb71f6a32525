//! Goal fields that agents with the same request share: when one is worth its cost, how it is built and kept in step with the map.

mod building;
mod field_build;
mod groups;
mod growth;
mod ready_field;
mod shared_fields;
mod shared_path;
mod upkeep;

pub use groups::{GroupId, RequestGroup, RequestGroups};
pub use ready_field::{GoalCells, ReadyField};
pub use shared_fields::{SharedField, SharedFields};
pub use shared_path::{FieldId, SharedPath};
pub use upkeep::{FieldContext, FieldLimits};
