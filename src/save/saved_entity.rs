//! What a save holds of an entity.

use crate::{
    fleet::answer_of,
    follower::{CrowdAgent, PathFollower, PathSteering},
    map::{DangerSource, EdgeWall, NavLink, NavObstacle, is_tilemap},
    nav_id::NavId,
    request::{FleetAgent, FoundPath, PathRequest, PathResult, PathStatus, PathTarget},
    rollback::{KeptComponent, Rename, insert_without_place},
    waypoints::{OnWaypoints, Waypoint, WaypointLinks},
};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use tilepath::fleet::{AgentId, Progress};

/// What a save holds of an entity that the plugin knows: where it is, and its components of the plugin.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct SavedEntity {
    pub(super) id: NavId,
    pub(super) entity: Entity,
    /// Whether the entity is a tilemap. Games spawn these themselves, with their tiles.
    pub(super) is_tilemap: bool,
    is_disabled: bool,
    transform: Option<Transform>,
    obstacle: Option<NavObstacle>,
    danger: Option<DangerSource>,
    link: Option<NavLink>,
    edge_wall: Option<EdgeWall>,
    waypoint: Option<Waypoint>,
    links: Option<WaypointLinks>,
    on_waypoints: Option<OnWaypoints>,
    crowd: Option<CrowdAgent>,
    request: Option<PathRequest>,
    follower: Option<PathFollower>,
    steering: Option<PathSteering>,
    notes: Notes,
}

/// What the plugin has noted on an entity.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Notes {
    /// Its name in the fleet.
    agent: Option<Option<AgentId>>,
    /// What its follower shows.
    progress: Option<Progress>,
    answer: Answer,
}

/// The answer that is shown on an entity.
#[derive(serde::Serialize, serde::Deserialize)]
enum Answer {
    None,
    /// The answer that follows from the fleet.
    OfFleet,
    /// Another one. Such an answer may name waypoints that are gone.
    Own(PathStatus, FoundPath),
}

impl Answer {
    fn of(world: &World, agent: Option<AgentId>, shown: Option<&PathResult>) -> Self {
        match shown {
            None => Self::None,
            Some(shown) if agent.and_then(|agent| answer_of(world, agent)).as_ref() == Some(shown) => {
                Self::OfFleet
            }
            Some(PathResult { status, path }) => Self::Own(*status, path.clone()),
        }
    }
}

impl SavedEntity {
    /// What is saved of an entity. `None` if there is no such entity.
    pub(super) fn of(world: &World, id: NavId, entity: Entity) -> Option<Self> {
        let it = world.get_entity(entity).ok()?;
        Some(Self {
            id,
            entity,
            is_tilemap: is_tilemap(world, entity),
            is_disabled: it.contains::<Disabled>(),
            transform: it.get().copied(),
            obstacle: it.get().cloned(),
            danger: it.get().cloned(),
            link: it.get().cloned(),
            edge_wall: it.get().cloned(),
            waypoint: it.get().cloned(),
            links: it.get().cloned(),
            on_waypoints: it.get().cloned(),
            crowd: it.get().cloned(),
            request: it.get().cloned(),
            follower: it.get().cloned(),
            steering: it.get().cloned(),
            notes: Notes::of(world, it),
        })
    }

    /// The entities that its components name. Some may be despawned.
    pub(super) fn named(&self) -> impl Iterator<Item = Entity> {
        named(self.links.as_ref(), self.request.as_ref())
    }

    /// Gives an entity the components of the save. Returns [`Notes`], which follow later: what observers note here is about the fleet as it
    /// was before.
    pub(super) fn put_on(self, entity: &mut EntityWorldMut, names: &mut Rename) -> Notes {
        if entity.contains::<Disabled>() != self.is_disabled {
            match self.is_disabled {
                true => _ = entity.insert(Disabled),
                false => _ = entity.remove::<Disabled>(),
            }
        }
        match self.transform {
            Some(transform) if entity.get() == Some(&transform) => {}
            Some(transform) => _ = entity.insert(transform),
            None => _ = entity.remove::<Transform>(),
        }
        put(entity, self.obstacle, names);
        put(entity, self.danger, names);
        put(entity, self.link, names);
        put(entity, self.edge_wall, names);
        put(entity, self.waypoint, names);
        put(entity, self.links, names);
        put(entity, self.on_waypoints, names);
        put(entity, self.crowd, names);
        put(entity, self.follower, names);
        put(entity, self.steering, names);
        put(entity, self.request, names);
        self.notes
    }
}

/// The entities that components name: the targets of links and of requests.
pub(super) fn named<'a>(
    links: Option<&'a WaypointLinks>,
    request: Option<&'a PathRequest>,
) -> impl Iterator<Item = Entity> + use<'a> {
    let links = links.map_or(&[][..], WaypointLinks::as_slice);
    let targets = request.map_or(&[][..], PathRequest::targets);
    let entities = targets.iter().filter_map(|target| match target {
        PathTarget::Entity(entity) => Some(*entity),
        _ => None,
    });
    links.iter().map(|link| link.to).chain(entities)
}

impl Notes {
    fn of(world: &World, entity: EntityRef) -> Self {
        let agent = entity.get().map(|agent: &FleetAgent| agent.0);
        Self {
            agent,
            progress: entity.get().map(|follower: &PathFollower| follower.progress),
            answer: Answer::of(world, agent.flatten(), entity.get()),
        }
    }

    /// Notes this on an entity, after the fleet was loaded.
    pub(super) fn put_on(self, entity: &mut EntityWorldMut, names: &mut Rename) {
        let answer = match self.answer {
            Answer::None => None,
            Answer::OfFleet => self.agent.flatten().and_then(|agent| answer_of(entity.world(), agent)),
            Answer::Own(status, path) => {
                let mut answer = PathResult { status, path };
                answer.rename(names);
                Some(answer)
            }
        };
        put(entity, self.agent.map(FleetAgent), names);
        if let Some((progress, mut follower)) = self.progress.zip(entity.get_mut::<PathFollower>()) {
            follower.progress = progress;
        }
        match answer {
            Some(answer) => _ = entity.insert(answer),
            None => _ = entity.remove::<PathResult>(),
        }
    }
}

/// Inserts, replaces or removes a component, if the entity has another one.
fn put<C: KeptComponent>(entity: &mut EntityWorldMut, saved: Option<C>, names: &mut Rename) {
    let saved = saved.map(|mut saved| {
        saved.rename(names);
        saved
    });
    if entity.get() == saved.as_ref() {
        return;
    }
    match saved {
        Some(saved) => insert_without_place(entity, saved),
        None => _ = entity.remove::<C>(),
    }
}
