//! The events of an agent's path, sent after all state of the frame is written.

use super::{failure::FailureReason, names::Names};
use crate::settings::PathfindingSettings;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::crowd::StuckReason;

/// A path was found, and there was none before. [`PathResult`](crate::PathResult) holds it.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathFound {
    /// The agent.
    pub entity: Entity,
}

/// The path was searched again, and the new path differs from the old one, because the map, the target or the agent's position changed.
///
/// An agent on a [shared](crate::PathResult::is_shared) path gets this event only if something pushed it off the path, or if its request
/// was answered again.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathReplanned {
    /// The agent.
    pub entity: Entity,
}

/// There is no path.
///
/// The event is sent when the request fails for another kind of reason than before. It is not sent for each retry, nor when only the cells
/// named in the reason change, nor when the same request is inserted again.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathFailed {
    /// The agent.
    pub entity: Entity,
    /// Why there is no path.
    pub reason: FailureReason,
}

/// A [`PathFollower`](crate::PathFollower) reached the end of a path that leads to its target.
///
/// The event is sent when [`has_arrived`](crate::PathFollower::has_arrived) becomes true. It is not sent again while an agent stays within
/// range of a moving target, or if its same request is inserted again. An agent whose [`PathFollower`](crate::PathFollower) is inserted
/// again arrives again. For crowds, see [`CrowdAgent`](crate::CrowdAgent).
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct GoalReached {
    /// The agent.
    pub entity: Entity,
}

/// A [crowd agent](crate::CrowdAgent) has not come nearer to its goal for
/// [`stuck_after_secs`](crate::PathfindingSettings::stuck_after_secs) seconds. It goes on trying.
///
/// The event is sent once. It is sent again only after the agent came nearer to its goal, rested for longer than that time, lost its cell,
/// or got another goal. A short rest changes nothing: an agent that others push from its goal again and again is stuck. An agent in a queue
/// is not stuck, as long as the queue moves.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct AgentStuck {
    /// The agent.
    pub entity: Entity,
    /// Why the agent does not come nearer.
    pub reason: StuckReason,
    /// The agent's cell. `None` if the agent has no cell, because there is no room.
    pub cell: Option<IVec2>,
}

/// The events of this frame that are not sent yet, in order.
#[derive(Resource, Default)]
pub(crate) struct EventQueue(Vec<PathEvent>);

enum PathEvent {
    Found(PathFound),
    Replanned(PathReplanned),
    Failed(PathFailed),
    Reached(GoalReached),
    Stuck(AgentStuck),
}

impl EventQueue {
    pub(crate) fn found(&mut self, entity: Entity) {
        self.0.push(PathEvent::Found(PathFound { entity }));
    }

    pub(crate) fn replanned(&mut self, entity: Entity) {
        self.0.push(PathEvent::Replanned(PathReplanned { entity }));
    }

    pub(crate) fn failed(&mut self, entity: Entity, reason: FailureReason) {
        self.0.push(PathEvent::Failed(PathFailed { entity, reason }));
    }

    pub(crate) fn reached(&mut self, entity: Entity) {
        self.0.push(PathEvent::Reached(GoalReached { entity }));
    }

    pub(crate) fn stuck(&mut self, event: AgentStuck) {
        self.0.push(PathEvent::Stuck(event));
    }
}

impl EventQueue {
    /// Logs the failures of this frame, in one line for each kind: when a gate shuts, a whole horde has no path.
    fn log_failures(&self, names: &Names) {
        let mut kinds: SmallVec<[(PathFailed, usize); 4]> = SmallVec::new();
        for event in &self.0 {
            let PathEvent::Failed(failed) = event else { continue };
            match kinds.iter_mut().find(|(first, _)| first.reason.kind() == failed.reason.kind()) {
                Some((_, count)) => *count += 1,
                None => kinds.push((*failed, 1)),
            }
        }
        for (PathFailed { entity, reason }, count) in kinds {
            warn!("{}: {reason}. {}", names.have("no path", entity, count), reason.advice());
        }
    }
}

/// Sends the events of this frame, and logs failures. No other system sends any, and it runs after all others of the plugin.
pub(crate) fn send_events(
    mut events: ResMut<EventQueue>,
    settings: Res<PathfindingSettings>,
    names: Names,
    mut commands: Commands,
) {
    if settings.log_failures {
        events.log_failures(&names);
    }
    for event in events.0.drain(..) {
        match event {
            PathEvent::Found(event) => commands.trigger(event),
            PathEvent::Replanned(event) => commands.trigger(event),
            PathEvent::Failed(event) => commands.trigger(event),
            PathEvent::Reached(event) => commands.trigger(event),
            PathEvent::Stuck(event) => commands.trigger(event),
        }
    }
}
