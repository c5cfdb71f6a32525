//! What observers are told: events of an agent's way, sent after all state of the frame is written.

use crate::result::PathFailure;
use bevy::prelude::*;

/// A way was found where there was none. [`PathResult`](crate::PathResult) holds it.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct PathFound {
    /// The agent.
    pub entity: Entity,
}

/// The way was searched anew, because the map, the target or the agent's place changed, and is another now.
///
/// An agent on a [shared](crate::PathResult::is_shared) way is told only when it was pushed off it or had to be answered anew.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct PathReplanned {
    /// The agent.
    pub entity: Entity,
}

/// There is no way. Sent once for each reason, not for each retry.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct PathFailed {
    /// The agent.
    pub entity: Entity,
    /// Why.
    pub reason: PathFailure,
}

/// A [`PathFollower`](crate::PathFollower) has come to the end of a way that leads to its target.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug)]
pub struct GoalReached {
    /// The agent.
    pub entity: Entity,
}

/// Events of this frame that wait to be sent, in order.
#[derive(Resource, Default)]
pub(crate) struct Outbox(Vec<Letter>);

enum Letter {
    Found(PathFound),
    Replanned(PathReplanned),
    Failed(PathFailed),
    Reached(GoalReached),
}

impl Outbox {
    pub(crate) fn found(&mut self, entity: Entity) {
        self.0.push(Letter::Found(PathFound { entity }));
    }

    pub(crate) fn replanned(&mut self, entity: Entity) {
        self.0.push(Letter::Replanned(PathReplanned { entity }));
    }

    pub(crate) fn failed(&mut self, entity: Entity, reason: PathFailure) {
        self.0.push(Letter::Failed(PathFailed { entity, reason }));
    }

    pub(crate) fn reached(&mut self, entity: Entity) {
        self.0.push(Letter::Reached(GoalReached { entity }));
    }
}

/// Sends the events of this frame. The one system that does, after all others of the plugin.
pub(crate) fn send_events(mut outbox: ResMut<Outbox>, mut commands: Commands) {
    for letter in outbox.0.drain(..) {
        match letter {
            Letter::Found(event) => commands.trigger(event),
            Letter::Replanned(event) => commands.trigger(event),
            Letter::Failed(event) => commands.trigger(event),
            Letter::Reached(event) => commands.trigger(event),
        }
    }
}
