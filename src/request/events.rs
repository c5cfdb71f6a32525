//! The events about an agent's path. They are sent after all other data of the frame is written.

use super::{failure::FailureReason, path_request::PathRequest, target::PathTarget};
use crate::map::{Footprints, NavLink, NavObstacle};
use crate::names::Names;
use crate::nav_id::NavIds;
use crate::rollback::{ClonedResource, Rename};
use crate::settings::PathfindingSettings;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::crowd::StuckReason;

/// Sent to an agent that gets a path and had none before, or that gets the first path for another request.
/// [`PathResult`](crate::PathResult) holds the path.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathFound {
    /// The agent.
    pub entity: Entity,
    /// The target to which the path leads. `None` if the path is partial.
    pub target: Option<PathTarget>,
}

/// Sent to an agent whose path is replaced by a different path, because the map, the target or the agent's position has changed.
///
/// An agent on a [shared](crate::PathResult::is_shared) path does not get this event when the shared goal field changes. It
/// gets the event only in two cases: something pushed the agent off the path, or the plugin answered its request again (for
/// the causes, see [`PlanCause`](crate::PlanCause)).
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathReplanned {
    /// The agent.
    pub entity: Entity,
}

/// Sent to an agent whose request fails: there is no path.
///
/// The event is not sent again for a retry that fails with the same variant of [`FailureReason`], even if the cells in the reason
/// differ. It is also not sent again when the same request is inserted again.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathFailed {
    /// The agent.
    pub entity: Entity,
    /// Why there is no path.
    pub reason: FailureReason,
}

/// Sent to an agent whose [`PathFollower`](crate::PathFollower) reaches the end of a path to its target. The end of a partial
/// path does not count.
///
/// The event is sent when [`has_arrived`](crate::PathFollower::has_arrived) becomes `true`. It is not sent again while the agent
/// stays within range of a moving target, or when the same request is inserted again. It is sent again when the `PathFollower` is
/// inserted again. For crowds, see [`CrowdAgent`](crate::CrowdAgent).
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct GoalReached {
    /// The agent.
    pub entity: Entity,
    /// The target that the agent has reached. `None` if the target is gone by now.
    pub target: Option<PathTarget>,
}

/// Sent to a [crowd agent](crate::CrowdAgent) that has rested beside its goal, because the goal was full, and has now come to rest in it.
/// [`GoalReached`] was sent when it came to rest beside its goal. An agent whose request is [`in_cell`](crate::PathRequest::in_cell)
/// gets only `GoalReached`, in its goal.
///
/// The event is sent once, until the agent gets `GoalReached` again.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct GoalEntered {
    /// The agent.
    pub entity: Entity,
    /// The target that the agent has reached. `None` if the target is gone by now.
    pub target: Option<PathTarget>,
}

/// Sent to a [crowd agent](crate::CrowdAgent) that has not come nearer to its goal for
/// [`stuck_after`](tilepath::crowd::CrowdRules::stuck_after), 5 seconds by default. The agent keeps trying.
///
/// The event is sent once. An agent can get it again only after one of these:
///
/// - The agent came nearer to its goal than ever before.
/// - The agent rested for at least `stuck_after`.
/// - The agent no longer held a cell, for example because a wall was built on its cell.
/// - The agent got another goal.
///
/// A shorter rest only pauses the timer. So an agent that others push away from its goal again and again counts as stuck in the
/// end, even if the agent rests in between. An agent in a queue does not count as stuck while the queue moves.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct AgentStuck {
    /// The agent.
    pub entity: Entity,
    /// Why the agent does not come nearer.
    pub reason: StuckReason,
    /// The cell of the agent. `None` if the agent has no cell, because all cells near it are full.
    pub cell: Option<IVec2>,
}

/// Sent to an agent that has stopped before an obstacle of a class that its request [names](crate::PathRequest::stop_before), such as a
/// door. [`stop_before`](crate::PathRequest::stop_before) says when the agent goes on.
///
/// The event is sent once for each stop. It is sent again if the agent had gone on, and stops again.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct ObstacleAhead {
    /// The agent.
    pub entity: Entity,
    /// The obstacle. If several of such classes are on the cell, the first by [`NavId`](crate::NavId). `None` if no entity has it, because
    /// the game has blocked the cell with [`NavMap::block_as`](tilepath::NavMap::block_as).
    pub obstacle: Option<Entity>,
    /// The cell of the obstacle that the agent would enter next.
    pub cell: IVec2,
}

/// Sent to an agent that begins to cross a [`NavLink`]. Until [`LinkFinished`] the game may move the agent: for example along an arc, up a ladder,
/// or out of sight.
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct LinkEntered {
    /// The agent.
    pub entity: Entity,
    /// The link. If several lead from the one cell to the other, the first by [`NavId`](crate::NavId). `None` if no entity has it, because the
    /// game has added it with [`NavMap::link`](tilepath::NavMap::link).
    pub link: Option<Entity>,
    /// The cell where the agent begins.
    pub from: IVec2,
    /// The cell to which it goes.
    pub to: IVec2,
}

/// Sent to an agent that has come to the end of a [`NavLink`].
#[derive(EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Event, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct LinkFinished {
    /// The agent.
    pub entity: Entity,
    /// The link. `None` if no entity has it, or if it is closed or gone by now.
    pub link: Option<Entity>,
    /// The cell where the agent has begun.
    pub from: IVec2,
    /// The cell where it is now.
    pub to: IVec2,
}

/// The events of this frame that have not been sent yet, in order.
#[derive(Resource, Clone, Default)]
pub(crate) struct EventQueue(Vec<PathEvent>);

impl ClonedResource for EventQueue {
    fn went_back(&mut self, _: Self, entities: &mut Rename) {
        for event in &mut self.0 {
            let (entity, target) = match event {
                PathEvent::Found(PathFound { entity, target })
                | PathEvent::Reached(GoalReached { entity, target })
                | PathEvent::Entered(GoalEntered { entity, target }) => (entity, target.as_mut()),
                PathEvent::Replanned(PathReplanned { entity })
                | PathEvent::Failed(PathFailed { entity, .. })
                | PathEvent::Stuck(AgentStuck { entity, .. })
                | PathEvent::OnLink { entity, .. }
                | PathEvent::Stopped(entity, _) => (entity, None),
            };
            *entity = entities.now(*entity);
            if let Some(target) = target {
                target.map_entities(entities);
            }
        }
    }
}

#[derive(Clone)]
enum PathEvent {
    Found(PathFound),
    Replanned(PathReplanned),
    Failed(PathFailed),
    Reached(GoalReached),
    Entered(GoalEntered),
    Stuck(AgentStuck),
    /// The agent has stopped before an obstacle on this cell.
    Stopped(Entity, IVec2),
    /// The agent has begun to cross a link, or has come to its end.
    OnLink {
        entity: Entity,
        from: IVec2,
        to: IVec2,
        is_over: bool,
    },
}

impl EventQueue {
    pub(crate) fn found(&mut self, entity: Entity, target: Option<PathTarget>) {
        self.0.push(PathEvent::Found(PathFound { entity, target }));
    }

    pub(crate) fn replanned(&mut self, entity: Entity) {
        self.0.push(PathEvent::Replanned(PathReplanned { entity }));
    }

    pub(crate) fn failed(&mut self, entity: Entity, reason: FailureReason) {
        self.0.push(PathEvent::Failed(PathFailed { entity, reason }));
    }

    pub(crate) fn reached(&mut self, entity: Entity, target: Option<PathTarget>) {
        self.0.push(PathEvent::Reached(GoalReached { entity, target }));
    }

    pub(crate) fn entered(&mut self, entity: Entity, target: Option<PathTarget>) {
        self.0.push(PathEvent::Entered(GoalEntered { entity, target }));
    }

    pub(crate) fn stuck(&mut self, event: AgentStuck) {
        self.0.push(PathEvent::Stuck(event));
    }

    pub(crate) fn on_link(&mut self, entity: Entity, (from, to): (IVec2, IVec2), is_over: bool) {
        self.0.push(PathEvent::OnLink { entity, from, to, is_over });
    }

    pub(crate) fn stopped(&mut self, entity: Entity, before: IVec2) {
        self.0.push(PathEvent::Stopped(entity, before));
    }
}

impl EventQueue {
    /// Logs the failures of this frame, one line for each kind of failure: when a gate closes, many agents lose their paths at
    /// once.
    fn log_failures(&self, names: &Names, requests: &Query<&PathRequest>) {
        let mut kinds: SmallVec<[(PathFailed, usize); 4]> = SmallVec::new();
        for event in &self.0 {
            let PathEvent::Failed(failed) = event else { continue };
            match kinds.iter_mut().find(|(first, _)| first.reason.kind() == failed.reason.kind()) {
                Some((_, count)) => *count += 1,
                None => kinds.push((*failed, 1)),
            }
        }
        for (PathFailed { entity, reason }, count) in kinds {
            let advice = requests.get(entity).map_or("", |request| reason.advice(request.options()));
            warn!("{}: {reason}. {advice}", names.have("no path", entity, count));
        }
    }
}

/// Sends the events of this frame, and logs failures. Only this system sends events, and it runs after all other systems of the
/// plugin.
pub(crate) fn send_events(
    mut events: ResMut<EventQueue>,
    settings: Res<PathfindingSettings>,
    names: Names,
    requests: Query<&PathRequest>,
    (obstacles, links, ids): (Res<Footprints<NavObstacle>>, Res<Footprints<NavLink>>, NavIds),
    mut commands: Commands,
) {
    if settings.log_failures {
        events.log_failures(&names, &requests);
    }
    for event in events.0.drain(..) {
        match event {
            PathEvent::Found(event) => commands.trigger(event),
            PathEvent::Replanned(event) => commands.trigger(event),
            PathEvent::Failed(event) => commands.trigger(event),
            PathEvent::Reached(event) => commands.trigger(event),
            PathEvent::Entered(event) => commands.trigger(event),
            PathEvent::Stuck(event) => commands.trigger(event),
            PathEvent::Stopped(entity, cell) => {
                let request = requests.get(entity).ok();
                let classes = request.map_or(&[][..], PathRequest::stops_before);
                let obstacle = obstacles.first_of(classes, cell, &ids);
                commands.trigger(ObstacleAhead { entity, obstacle, cell });
            }
            PathEvent::OnLink { entity, from, to, is_over } => {
                let link = links.first_between(from, to, &ids);
                match is_over {
                    false => commands.trigger(LinkEntered { entity, link, from, to }),
                    true => commands.trigger(LinkFinished { entity, link, from, to }),
                }
            }
        }
    }
}
