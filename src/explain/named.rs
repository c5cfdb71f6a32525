//! Entities with their names, as sentences show them.

use bevy::prelude::*;
use core::fmt;

/// An entity, and its `Name` if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedEntity {
    /// The entity.
    pub entity: Entity,
    /// The name of the entity. `None` if the entity has no `Name`.
    pub name: Option<Name>,
}

impl fmt::Display for NamedEntity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} ({})", self.entity),
            None => self.entity.fmt(f),
        }
    }
}

/// A cell as sentences show it.
pub(super) struct CellText(pub(super) IVec2);

impl fmt::Display for CellText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0.x, self.0.y)
    }
}

/// Names, separated by commas.
pub(super) fn list(f: &mut fmt::Formatter<'_>, entities: &[NamedEntity]) -> fmt::Result {
    for (nth, entity) in entities.iter().enumerate() {
        write!(f, "{}{entity}", if nth > 0 { ", " } else { "" })?;
    }
    Ok(())
}
