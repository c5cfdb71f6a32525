//! How the log names agents.

use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;

/// Names agents in the log, where agents with the same problem share a line.
#[derive(SystemParam)]
pub(crate) struct Names<'w, 's>(Query<'w, 's, &'static Name, Allow<Disabled>>);

impl Names<'_, '_> {
    /// An agent with its `Name`, if it has one.
    fn of(&self, agent: Entity) -> String {
        match self.0.get(agent) {
            Ok(name) => format!("{name} ({agent})"),
            Err(_) => agent.to_string(),
        }
    }

    /// The sentence that one agent, or several of which this is the first, have something.
    pub(crate) fn have(&self, what: &str, first: Entity, count: usize) -> String {
        let first = self.of(first);
        match count {
            1 => format!("{first} has {what}"),
            _ => format!("{count} agents have {what}, for example {first}"),
        }
    }
}
