//! Goal fields that agents with the same request share: when a field is worth its cost, how it is built, and how it
//! is kept up to date with the map.

mod building;
mod field_build;
mod field_id;
mod groups;
mod growth;
mod ready_field;
#[cfg(feature = "serde")]
mod recipe;
mod shared_fields;
mod shared_path;
mod snapshot;
mod upkeep;

pub use field_id::FieldId;
pub(super) use groups::RequestGroups;
pub use groups::{GroupId, RequestGroup};
pub use ready_field::{ReadyField, TargetCells};
#[cfg(feature = "serde")]
pub(super) use recipe::FieldsRecipe;
pub use shared_fields::{SharedField, SharedFields};
pub use shared_path::SharedPath;
pub use snapshot::FieldsSnapshot;
pub(super) use upkeep::FieldContext;
pub use upkeep::FieldLimits;
