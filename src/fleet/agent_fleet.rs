//! The fleet of all agents, and the entity of each agent.

use super::members::Members;
use crate::{
    map::NavGrid,
    request::{CostProfiles, PathRequest, PathTarget},
    rollback::{KeptResource, Rename},
    settings::PathfindingSettings,
    threads::clock,
    waypoints::WaypointGraph,
};
use bevy::math::Affine3A;
use bevy::prelude::*;
use core::time::Duration;
use std::{collections::BTreeSet, sync::Arc};
use tilepath::crowd::{CrowdRules, JamPart, StuckReason};
use tilepath::fleet::{
    Agent, AgentId, CellStep, FieldLimits, Fleet, FleetSettings, FleetStats, GroundKind, Grounds, Request,
    Target,
    engine::{Answered, Begun, FleetSnapshot, WalkScratch},
};
use tilepath::{CostProfile, RestoreError};

/// The fleet of all agents. Target entities of requests are also in the fleet, as agents without a request.
#[derive(Resource)]
pub(crate) struct AgentFleet {
    pub(super) fleet: Fleet,
    /// Which entity is which agent. Snapshots share it.
    pub(super) members: Arc<Members>,
    /// The agents that are targets of requests. Some of them may be targets no longer.
    pub(super) targets: BTreeSet<AgentId>,
    /// The agents that wait because the part of the world on which they stand is not loaded.
    pub(super) paused: BTreeSet<AgentId>,
    /// The agents that may have to wait for that reason, because they are new or were enabled.
    pub(super) unplaced: BTreeSet<AgentId>,
    /// The fleet's statistics that `PathfindingStats` already includes.
    pub(super) counted: FleetStats,
    /// How far the update of this frame has come.
    pub(super) begun: Option<Begun>,
    pub(super) answered: Option<Answered>,
    /// The sum of the times of all frames. A sum of `f32` would stand still after some days, because it is rounded.
    pub(super) time: Duration,
    /// The agents with a parent, and the transform of the parent in the world.
    pub(super) parents: Vec<(Entity, Affine3A)>,
    /// The agents with their own obstacles, sorted. And the version of all obstacles at which these agents were found.
    pub(super) owners: Vec<AgentId>,
    pub(super) obstacles_seen: u64,
    /// Whether an entity lost its parent, or an agent its request, since the owners of obstacles were found.
    pub(super) families_changed: bool,
    /// Whether all crowd agents must be compared with their components, and agents be found that the fleet does not know, because the
    /// state went back.
    pub(super) compares_crowds: bool,
    pub(super) may_have_strangers: bool,
    /// The last profiles of the game.
    pub(super) profiles: Vec<CostProfile>,
    /// The last crowd rules in the settings, valid or not.
    asked_rules: CrowdRules,
    pub(super) scratch: Vec<WalkScratch>,
    /// Scratch memory: the agents whose positions the fleet needs.
    pub(super) moving: Vec<AgentId>,
    /// When there are this many agents, unused agents are removed.
    sweep_at: usize,
}

impl Default for AgentFleet {
    fn default() -> Self {
        Self {
            fleet: Fleet::new(FleetSettings::default()).with_clock(clock),
            members: Arc::default(),
            targets: BTreeSet::new(),
            paused: BTreeSet::new(),
            unplaced: BTreeSet::new(),
            counted: FleetStats::default(),
            begun: None,
            answered: None,
            time: Duration::ZERO,
            parents: Vec::new(),
            owners: Vec::new(),
            obstacles_seen: 0,
            families_changed: false,
            compares_crowds: false,
            may_have_strangers: false,
            profiles: Vec::new(),
            asked_rules: CrowdRules::default(),
            scratch: Vec::new(),
            moving: Vec::new(),
            sweep_at: 64,
        }
    }
}

/// What a snapshot or a save holds of the fleet.
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct KeptFleet<F = FleetSnapshot> {
    pub(super) fleet: F,
    pub(super) members: Arc<Members>,
    targets: BTreeSet<AgentId>,
    paused: BTreeSet<AgentId>,
    unplaced: BTreeSet<AgentId>,
    // A fleet that was loaded has counted nothing.
    #[cfg_attr(feature = "serialize", serde(skip))]
    counted: FleetStats,
    time: Duration,
    owners: Vec<AgentId>,
    obstacles_seen: u64,
    profiles: Vec<CostProfile>,
    asked_rules: CrowdRules,
    sweep_at: usize,
}

impl KeptResource for AgentFleet {
    type Kept = KeptFleet;

    fn keep(&mut self) -> KeptFleet {
        let fleet = self.fleet.snapshot();
        self.keep_with(fleet)
    }

    fn check(&mut self, kept: &KeptFleet) -> Result<(), RestoreError> {
        self.fleet.check_restore(&kept.fleet)
    }

    fn go_back(&mut self, kept: &KeptFleet, entities: &mut Rename) {
        match self.fleet.restore(&kept.fleet) {
            Ok(()) => self.go_back_around(kept, entities),
            Err(error) => error!("agents can't be rolled back: {error}"),
        }
    }
}

impl AgentFleet {
    /// What is kept, with the fleet itself in some form.
    pub(super) fn keep_with<F>(&self, fleet: F) -> KeptFleet<F> {
        KeptFleet {
            fleet,
            members: self.members.clone(),
            targets: self.targets.clone(),
            paused: self.paused.clone(),
            unplaced: self.unplaced.clone(),
            counted: self.counted,
            time: self.time,
            owners: self.owners.clone(),
            obstacles_seen: self.obstacles_seen,
            profiles: self.profiles.clone(),
            asked_rules: self.asked_rules,
            sweep_at: self.sweep_at,
        }
    }

    /// Brings back what is kept, but for the fleet itself.
    pub(super) fn go_back_around<F>(&mut self, kept: &KeptFleet<F>, entities: &Rename) {
        self.members = match entities.is_empty() {
            true => kept.members.clone(),
            false => Arc::new(kept.members.renamed(entities)),
        };
        self.targets.clone_from(&kept.targets);
        self.paused.clone_from(&kept.paused);
        self.unplaced.clone_from(&kept.unplaced);
        self.owners.clone_from(&kept.owners);
        self.profiles.clone_from(&kept.profiles);
        self.asked_rules = kept.asked_rules;
        (self.counted, self.time, self.sweep_at) = (kept.counted, kept.time, kept.sweep_at);
        self.obstacles_seen = kept.obstacles_seen;
        // Change detection knows nothing of the state that has come back.
        (self.families_changed, self.compares_crowds, self.may_have_strangers) = (true, true, true);
    }
}

/// The maps and graphs on which agents walk, unless the game has removed them.
pub(super) fn grounds<'a>(
    nav_grid: Option<&'a NavGrid>,
    profiles: Option<&'a CostProfiles>,
    graph: Option<&'a WaypointGraph>,
) -> Grounds<'a> {
    let none = Grounds::default();
    Grounds {
        tiles: nav_grid.and_then(NavGrid::parts),
        is_loading: nav_grid.is_some_and(NavGrid::is_loading),
        profiles: profiles.map_or(&[], CostProfiles::as_slice),
        graph: graph.map_or(none.graph, WaypointGraph::nav_graph),
    }
}

impl AgentFleet {
    /// The fleet itself.
    pub(crate) const fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// The agent of an entity, if it is in the fleet.
    pub(crate) fn agent(&self, entity: Entity) -> Option<&Agent> {
        self.fleet.agent(self.id(entity)?)
    }

    /// The step of an entity over cells. `None` if the entity does not walk.
    pub(crate) fn step(&self, entity: Entity) -> Option<&CellStep> {
        self.fleet.step(self.id(entity)?)
    }

    /// Whether an agent has stopped before an obstacle of a class that its request names.
    pub(crate) fn is_stopped(&self, entity: Entity) -> bool {
        self.id(entity).is_some_and(|id| self.fleet.is_stopped(id))
    }

    /// The part of an entity in a jam. `None` if it walks by itself.
    pub(crate) fn jam(&self, entity: Entity) -> Option<JamPart> {
        self.fleet.jam(self.id(entity)?)
    }

    /// Why an entity in a crowd is stuck. `None` if it is not.
    pub(crate) fn stuck(&self, entity: Entity) -> Option<StuckReason> {
        self.fleet.stuck(self.id(entity)?)
    }

    /// The number of requests that are answered before the request of an entity. `None` if this request does not wait here.
    pub(crate) fn before(&self, entity: Entity) -> Option<usize> {
        self.fleet.before(self.id(entity)?)
    }

    /// The id of an entity in the fleet.
    pub(crate) fn id(&self, entity: Entity) -> Option<AgentId> {
        self.members.id(entity)
    }

    /// The id of an entity in the fleet. Adds the entity to the fleet if necessary.
    pub(super) fn join(&mut self, entity: Entity, ground: GroundKind) -> AgentId {
        if let Some(id) = self.id(entity) {
            return id;
        }
        let id = self.fleet.insert(None, ground);
        Arc::make_mut(&mut self.members).insert(entity, id);
        id
    }

    /// The entity of an agent.
    pub(super) fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.members.entity(agent)
    }

    /// Converts a request of the plugin to a request of the fleet.
    pub(super) fn request(&mut self, request: &PathRequest) -> Request {
        let mut target_of = |&target: &PathTarget| match target {
            PathTarget::Cell(cell) => Target::Cell(cell),
            PathTarget::Position(at) => Target::Position(at),
            PathTarget::Entity(entity) => {
                let agent = self.join(entity, GroundKind::Tiles);
                self.targets.insert(agent);
                Target::Agent(agent)
            }
        };
        Request {
            targets: request.targets().iter().map(&mut target_of).collect(),
            options: *request.options(),
            profile: request.profile().index(),
            danger_aversion: request.danger_aversion(),
            priority: request.priority(),
            in_cell: request.is_in_cell(),
            stop_before: request.stops_before().into(),
        }
    }

    /// Converts a target of the fleet to a target of the plugin.
    pub(crate) fn target(&self, target: Target) -> Option<PathTarget> {
        Some(match target {
            Target::Cell(cell) => PathTarget::Cell(cell),
            Target::Position(at) => PathTarget::Position(at),
            Target::Agent(agent) => PathTarget::Entity(self.entity(agent)?),
        })
    }

    /// Gives the settings to the fleet.
    pub(super) fn set(&mut self, settings: &PathfindingSettings) {
        self.fleet.set_settings(FleetSettings {
            expansions_per_update: settings.expansions_per_frame,
            retry_delay: settings.retry_delay_secs,
            max_retry_delay: settings.max_retry_delay_secs,
            fields: FieldLimits {
                max_bytes: settings.max_field_bytes,
                cells_per_frame: settings.field_cells_per_frame,
            },
            prepared_cells_per_update: settings.load_cells_per_frame,
            cell_capacity: settings.cell_capacity,
            max_landmark_bytes: settings.max_landmark_bytes,
        });
    }

    /// Takes the profiles of the game. Returns whether they are others than before. Change detection does not say this: a profile
    /// may be written again unchanged.
    pub(super) fn take_profiles(&mut self, profiles: &[CostProfile]) -> bool {
        let are_others = self.profiles != profiles;
        if are_others {
            self.profiles = profiles.to_vec();
        }
        are_others
    }

    /// Gives the crowd rules in the settings to the fleet. If they are invalid, logs this once and keeps the old rules.
    pub(super) fn take_crowd_rules(&mut self, rules: &CrowdRules) {
        if self.asked_rules == *rules {
            return;
        }
        self.asked_rules = *rules;
        if let Err(error) = self.fleet.set_crowd_rules(rules) {
            warn!("PathfindingSettings::crowd is ignored until it is valid: {error}.");
        }
    }

    /// If there are many agents, removes all agents that have no request, do not walk, and are not the target of a request.
    ///
    /// Agents are removed in the order of their indices, because this order decides which ids the next agents get.
    pub(super) fn sweep(&mut self) {
        if self.members.len() < self.sweep_at {
            return;
        }
        let Self { members, targets, fleet, .. } = self;
        targets.clear();
        for agent in members.agents() {
            let Some(request) = fleet.agent(agent).and_then(Agent::request) else { continue };
            targets.extend(request.targets.iter().filter_map(|target| match target {
                Target::Agent(agent) => Some(*agent),
                _ => None,
            }));
        }
        Arc::make_mut(members).retain(|agent| {
            let has_request = fleet.agent(agent).is_some_and(|agent| agent.request().is_some());
            let stays = has_request || targets.contains(&agent) || fleet.pace(agent).is_some();
            if !stays {
                fleet.remove(agent);
            }
            stays
        });
        self.sweep_at = 2 * self.members.len() + 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_agents_do_not_depend_on_the_numbers_of_entities() {
        let mut world = World::new();
        let mut spawn = |count: u32| (0..count).map(|_| world.spawn_empty().id()).collect::<Vec<_>>();
        let (mut agents, newcomers) = (spawn(200), spawn(50));
        let ids_of_newcomers = |agents: &[Entity]| {
            let mut fleet = AgentFleet::default();
            let mut join = |&entity: &Entity| fleet.join(entity, GroundKind::Tiles);
            for agent in agents {
                join(agent);
            }
            fleet.sweep();
            assert_eq!(fleet.members.len(), 0, "nobody needs them");
            let mut join = |&entity: &Entity| fleet.join(entity, GroundKind::Tiles);
            newcomers.iter().map(&mut join).collect::<Vec<AgentId>>()
        };
        let ids = ids_of_newcomers(&agents);
        agents.reverse();
        assert_eq!(ids_of_newcomers(&agents), ids);
    }
}
