//! The names of agents in the log.

use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;

/// Names agents in the log. Agents with the same problem share a line.
#[derive(SystemParam)]
pub(crate) struct Names<'w, 's>(Query<'w, 's, &'static Name, Allow<Disabled>>);

impl Names<'_, '_> {
    /// The entity of an agent, with its `Name` if it has one.
    fn of(&self, agent: Entity) -> String {
        match self.0.get(agent) {
            Ok(name) => format!("{name} ({agent})"),
            Err(_) => agent.to_string(),
        }
    }

    /// The sentence that `count` agents have `what`. The sentence names the agent `first`.
    pub(crate) fn have(&self, what: &str, first: Entity, count: usize) -> String {
        let first = self.of(first);
        match count {
            1 => format!("{first} has {what}"),
            _ => format!("{count} agents have {what}, for example {first}"),
        }
    }
}
