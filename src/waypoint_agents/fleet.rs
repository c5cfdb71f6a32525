//! The fleet of the agents on waypoints, and which entity is which of its agents.

use crate::{
    request::{PathRequest, PathTarget},
    threads::clock,
};
use bevy::ecs::entity::{EntityHashMap, EntityHashSet};
use bevy::math::Affine3A;
use bevy::prelude::*;
use tilepath::fleet::{Agent, AgentId, Fleet, FleetSettings, FleetStats, Request, Target};

/// The fleet of the agents on waypoints. Entities that such agents ask for are in the fleet, too, as agents without a request.
#[derive(Resource)]
pub(crate) struct WaypointFleet {
    pub(super) fleet: Fleet,
    /// What the statistics have counted.
    pub(super) counted: FleetStats,
    /// Agents with a parent, and where the parent is in the world.
    pub(super) parents: Vec<(Entity, Affine3A)>,
    ids: EntityHashMap<AgentId>,
    /// The entity of each agent, by its index.
    entities: Vec<Option<Entity>>,
    /// At this number of agents, unused ones are removed.
    sweep_at: usize,
}

impl Default for WaypointFleet {
    fn default() -> Self {
        Self {
            fleet: Fleet::new(FleetSettings::default()).with_clock(clock),
            counted: FleetStats::default(),
            parents: Vec::new(),
            ids: EntityHashMap::default(),
            entities: Vec::new(),
            sweep_at: 64,
        }
    }
}

impl WaypointFleet {
    /// The agent of an entity, if it is in the fleet.
    pub(crate) fn agent(&self, entity: Entity) -> Option<&Agent> {
        self.fleet.agent(self.id(entity)?)
    }

    /// How many requests are answered before that of an entity. `None` if its request does not wait here.
    pub(crate) fn before(&self, entity: Entity) -> Option<usize> {
        self.fleet.before(self.id(entity)?)
    }

    /// The name of an entity in the fleet.
    pub(super) fn id(&self, entity: Entity) -> Option<AgentId> {
        self.ids.get(&entity).copied()
    }

    /// The name of an entity in the fleet, which it joins if it is not in it.
    pub(super) fn join(&mut self, entity: Entity) -> AgentId {
        if let Some(id) = self.id(entity) {
            return id;
        }
        let id = self.fleet.insert(None);
        self.ids.insert(entity, id);
        if id.index() >= self.entities.len() {
            self.entities.resize(id.index() + 1, None);
        }
        self.entities[id.index()] = Some(entity);
        id
    }

    /// The entity of an agent.
    pub(super) fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.entities.get(agent.index()).copied().flatten()
    }

    /// The indices of agents are below this number.
    pub(super) fn indices(&self) -> core::ops::Range<usize> {
        0..self.entities.len()
    }

    /// The agent of an index, and its entity.
    pub(super) fn at(&self, index: usize) -> Option<(Entity, AgentId)> {
        let entity = self.entities.get(index).copied().flatten()?;
        Some((entity, self.id(entity)?))
    }

    /// A request as the fleet takes it.
    pub(super) fn request(&mut self, request: &PathRequest) -> Request {
        let targets = request.targets().iter().map(|&target| match target {
            PathTarget::Cell(cell) => Target::Cell(cell),
            PathTarget::Position(at) => Target::Position(at),
            PathTarget::Entity(entity) => Target::Agent(self.join(entity)),
        });
        let mut asked = Request::to_nearest(targets).with_priority(request.priority());
        asked.options = *request.options();
        asked
    }

    /// A target as a request of the plugin names it.
    pub(super) fn target(&self, target: Target) -> Option<PathTarget> {
        Some(match target {
            Target::Cell(cell) => PathTarget::Cell(cell),
            Target::Position(at) => PathTarget::Position(at),
            Target::Agent(agent) => PathTarget::Entity(self.entity(agent)?),
        })
    }

    /// If there are many agents, removes all that have no request and are no target of a request.
    pub(super) fn sweep(&mut self) {
        if self.ids.len() < self.sweep_at {
            return;
        }
        let mut needed = EntityHashSet::default();
        for (entity, agent) in self.indices().filter_map(|index| self.at(index)) {
            let Some(request) = self.fleet.agent(agent).and_then(Agent::request) else { continue };
            needed.insert(entity);
            let targets = request.targets.iter().filter_map(|target| match target {
                Target::Agent(agent) => self.entity(*agent),
                _ => None,
            });
            needed.extend(targets);
        }
        let Self { ids, entities, fleet, .. } = self;
        ids.retain(|entity, agent| {
            let is_needed = needed.contains(entity);
            if !is_needed {
                fleet.remove(*agent);
                entities[agent.index()] = None;
            }
            is_needed
        });
        self.sweep_at = 2 * self.ids.len() + 64;
    }
}
