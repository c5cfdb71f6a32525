//! The names of entities in the log.

use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;

/// An entity, with its `Name` if it has one.
pub(crate) fn name_of(world: &World, entity: Entity) -> String {
    with_name(entity, world.get::<Name>(entity))
}

fn with_name(entity: Entity, name: Option<&Name>) -> String {
    name.map_or_else(|| entity.to_string(), |name| format!("{name} ({entity})"))
}

/// Names entities in the log.
#[derive(SystemParam)]
pub(crate) struct Names<'w, 's>(Query<'w, 's, &'static Name, Allow<Disabled>>);

impl Names<'_, '_> {
    /// An entity, with its `Name` if it has one.
    pub(crate) fn of(&self, entity: Entity) -> String {
        with_name(entity, self.0.get(entity).ok())
    }

    /// The sentence that `count` agents have `what`. The sentence names the agent `first`. Agents with the same problem share a line.
    pub(crate) fn have(&self, what: &str, first: Entity, count: usize) -> String {
        let first = self.of(first);
        match count {
            1 => format!("{first} has {what}"),
            _ => format!("{count} agents have {what}, for example {first}"),
        }
    }
}
