//! Passes changes of agents to the fleet: requests that come and go, and agents that change between tiles and waypoints.

use super::{
    agent_fleet::{AgentFleet, grounds},
    results::show_progress,
};
use crate::{
    bevy_version::{OnAdd, OnInsert, OnRemove},
    follower::{CrowdAgent, PathFollower, PathSteering},
    map::NavGrid,
    names::Names,
    nav_id::NavId,
    request::{CostProfiles, FleetAgent, Locator, PathRequest, PathResult, PathTarget},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use tilepath::fleet::{AgentId, GroundKind};

/// The components that say what kind of agent an entity is.
type Taken = (
    Option<&'static PathRequest>,
    Has<OnWaypoints>,
    Option<&'static CrowdAgent>,
    Has<PathSteering>,
    Has<Disabled>,
);

/// The agents, and the components that say what kind of agent each is.
#[derive(SystemParam)]
pub(crate) struct Enlistment<'w, 's> {
    fleet: ResMut<'w, AgentFleet>,
    names: Query<'w, 's, &'static mut FleetAgent, Allow<Disabled>>,
    taken: Query<'w, 's, Taken, Allow<Disabled>>,
}

impl Enlistment<'_, '_> {
    /// Adds an entity to the fleet if it is not in it yet, and tells the fleet what kind of agent it is.
    fn enlist(&mut self, entity: Entity) -> Option<AgentId> {
        let (_, on_waypoints, crowd, is_steered, is_disabled) = self.taken.get(entity).ok()?;
        let layer = crowd.map(|crowd| crowd.layer);
        let ground = if on_waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
        let id = self.fleet.join(entity, ground);
        if let Ok(mut name) = self.names.get_mut(entity) {
            name.0 = Some(id);
        }
        let is_active = self.fleet.place(id, !is_disabled);
        let fleet = &mut self.fleet.fleet;
        fleet.set_ground(id, ground);
        fleet.set_active(id, is_active);
        fleet.set_crowd(id, layer);
        fleet.set_steered(id, is_steered);
        Some(id)
    }
}

/// The resources that are needed to ask the fleet for a path.
#[derive(SystemParam)]
pub(crate) struct RequestContext<'w> {
    nav_grid: Option<Res<'w, NavGrid>>,
    profiles: Option<Res<'w, CostProfiles>>,
    graph: Option<Res<'w, WaypointGraph>>,
}

/// Entities that have no number yet.
type Unnumbered<'w, 's> = Query<'w, 's, (), (Without<NavId>, Allow<Disabled>)>;

/// Gives numbers to the target entities of a new request.
pub(crate) fn number_targets(
    inserted: OnInsert<PathRequest>,
    requests: Query<&PathRequest, Allow<Disabled>>,
    unnumbered: Unnumbered,
    mut commands: Commands,
) {
    for target in requests.get(inserted.entity).map(PathRequest::targets).unwrap_or_default() {
        if let &PathTarget::Entity(target) = target
            && unnumbered.contains(target)
        {
            commands.entity(target).try_insert_if_new(NavId::default());
        }
    }
}

/// Takes a new or replaced request, and puts it into the queue. The agent keeps its path until it gets another answer. If the request
/// has the same answer as the old one, the answer stays.
pub(crate) fn take_request(
    inserted: OnInsert<PathRequest>,
    context: RequestContext,
    locator: Locator,
    mut agents: Enlistment,
    mut answers: Answers,
) {
    let entity = inserted.entity;
    let Some(id) = agents.enlist(entity) else { return };
    let Ok((Some(request), ..)) = agents.taken.get(entity) else { return };
    let fleet = &mut *agents.fleet;
    let request = fleet.request(request);
    let grounds = grounds(context.nav_grid.as_deref(), context.profiles.as_deref(), context.graph.as_deref());
    if fleet.agent(entity).is_some_and(|agent| agent.request().is_some()) {
        // The game may insert an equal request at another position.
        fleet.fleet.set_position(id, locator.position(entity));
    }
    fleet.fleet.ask(id, request, &grounds);
    let (Ok((mut result, follower)), Some(agent)) = (answers.get_mut(entity), fleet.fleet.agent(id)) else {
        return;
    };
    match &context.graph {
        Some(graph) => drop(result.set_if_neq(fleet.result(id, agent, graph))),
        None => *result = PathResult::default(),
    }
    show_progress(fleet.fleet.progress(id), follower);
}

/// Handles a follower that is inserted: the agent begins to walk, or its walk begins again.
pub(crate) fn take_follower(
    inserted: OnInsert<PathFollower>,
    followers: Query<&PathFollower, Allow<Disabled>>,
    mut agents: Enlistment,
) {
    let Some(id) = agents.enlist(inserted.entity) else { return };
    let fleet = &mut agents.fleet.fleet;
    fleet.set_pace(id, followers.get(inserted.entity).ok().map(PathFollower::pace));
    fleet.restart_walk(id);
}

/// Handles a follower that is removed: the agent stands still.
pub(crate) fn stop_follower(removed: OnRemove<PathFollower>, mut fleet: ResMut<AgentFleet>) {
    if let Some(id) = fleet.id(removed.entity) {
        fleet.fleet.set_pace(id, None);
    }
}

/// Handles an agent that leaves its crowd.
pub(crate) fn leave_crowd(left: OnRemove<CrowdAgent>, mut fleet: ResMut<AgentFleet>) {
    if let Some(id) = fleet.id(left.entity) {
        fleet.fleet.set_crowd(id, None);
    }
}

/// Adds the agents that existed before the plugin was added.
pub(crate) fn take_old_agents(world: &mut World) {
    let mut followers = world.query_filtered::<(Entity, &PathFollower), Allow<Disabled>>();
    let followers: Vec<(Entity, PathFollower)> =
        followers.iter(world).map(|(agent, follower)| (agent, follower.clone())).collect();
    for (agent, follower) in followers {
        insert_again(world, agent, follower);
    }
    let mut requests = world.query_filtered::<(Entity, &PathRequest), Allow<Disabled>>();
    let requests: Vec<(Entity, PathRequest)> =
        requests.iter(world).map(|(agent, request)| (agent, request.clone())).collect();
    for (agent, request) in requests {
        insert_again(world, agent, request);
    }
}

/// After the state went back, adds the agents that are not part of it, because the rollback library has not despawned them. Agents of the
/// state are known by their ids already.
pub(crate) fn take_strangers(world: &mut World) {
    let may_have = |fleet: &mut AgentFleet| core::mem::take(&mut fleet.may_have_strangers);
    if !world.get_resource_mut::<AgentFleet>().is_some_and(|mut fleet| may_have(&mut fleet)) {
        return;
    }
    let mut agents = world.query_filtered::<(Entity, &NavId, &FleetAgent), Allow<Disabled>>();
    let mut all: Vec<(NavId, Entity, FleetAgent)> =
        agents.iter(world).map(|(entity, &id, &name)| (id, entity, name)).collect();
    let Some(fleet) = world.get_resource::<AgentFleet>() else { return };
    all.retain(|&(_, entity, name)| name.0.is_some() && fleet.id(entity) != name.0);
    all.sort_unstable_by_key(|&(id, ..)| id);
    for (_, agent, _) in all {
        if let Some(mut name) = world.get_mut::<FleetAgent>(agent) {
            name.0 = None;
        }
        if let Some(follower) = world.get::<PathFollower>(agent).cloned() {
            insert_again(world, agent, follower);
        }
        if let Some(request) = world.get::<PathRequest>(agent).cloned() {
            insert_again(world, agent, request);
        }
    }
}

/// Inserts a component again, unless an observer of the game has removed it or despawned the agent.
fn insert_again<C: Component>(world: &mut World, agent: Entity, component: C) {
    if let Ok(mut agent) = world.get_entity_mut(agent)
        && agent.contains::<C>()
    {
        agent.insert(component);
    }
}

/// Handles a request that is removed, or whose agent is despawned: cancels it, and removes its result.
pub(crate) fn cancel_request(
    removed: OnRemove<PathRequest>,
    mut fleet: ResMut<AgentFleet>,
    mut commands: Commands,
) {
    commands.entity(removed.entity).try_remove::<PathResult>();
    fleet.families_changed = true;
    if let Some(id) = fleet.id(removed.entity) {
        fleet.fleet.cancel(id);
    }
}

/// Handles an agent that is disabled: the fleet ignores it.
pub(crate) fn note_disabled_agent(disabled: OnInsert<Disabled>, mut fleet: ResMut<AgentFleet>) {
    if let Some(id) = fleet.id(disabled.entity) {
        fleet.paused.remove(&id);
        fleet.fleet.set_active(id, false);
    }
}

/// Handles an agent that is enabled again. Its request is asked again: the old answer may be out of date, and the place in the
/// queue is lost. What became of its `CrowdAgent` while it was disabled counts now.
pub(crate) fn take_enabled_agent(
    enabled: OnRemove<Disabled>,
    crowd_agents: Query<&CrowdAgent, Allow<Disabled>>,
    mut fleet: ResMut<AgentFleet>,
) {
    if let Some(id) = fleet.id(enabled.entity) {
        fleet.fleet.set_crowd(id, crowd_agents.get(enabled.entity).ok().map(|crowd| crowd.layer));
        let is_active = fleet.place(id, true);
        fleet.fleet.set_active(id, is_active);
    }
}

/// The components that show the answers of requests.
type Answers<'w, 's> =
    Query<'w, 's, (&'static mut PathResult, Option<&'static mut PathFollower>), Allow<Disabled>>;

/// Moves an agent from tiles to waypoints.
pub(crate) fn enter_waypoints(entered: OnAdd<OnWaypoints>, fleet: ResMut<AgentFleet>, answers: Answers) {
    set_ground(entered.entity, GroundKind::Waypoints, fleet, answers);
}

/// Moves an agent from waypoints to tiles. Its request, if it has one, is asked again on tiles.
pub(crate) fn leave_waypoints(left: OnRemove<OnWaypoints>, fleet: ResMut<AgentFleet>, answers: Answers) {
    set_ground(left.entity, GroundKind::Tiles, fleet, answers);
}

fn set_ground(entity: Entity, ground: GroundKind, mut fleet: ResMut<AgentFleet>, mut answers: Answers) {
    let Some(id) = fleet.id(entity) else { return };
    if fleet.agent(entity).is_none_or(|agent| agent.ground() == ground) {
        return;
    }
    fleet.fleet.set_ground(id, ground);
    fleet.unplaced.insert(id);
    if let Ok((mut result, follower)) = answers.get_mut(entity) {
        *result = PathResult::default();
        show_progress(fleet.fleet.progress(id), follower);
    }
}

/// A request whose result the game has removed.
type IncompleteRequest = (With<PathRequest>, Without<PathResult>);

/// Restores the `PathResult` of a request if the game has removed it. A request without this component can't be answered.
pub(crate) fn restore_components(
    agents: Query<Entity, IncompleteRequest>,
    names: Names,
    mut commands: Commands,
) {
    let Some(first) = agents.iter().next() else { return };
    warn!(
        "{}: each gets a new one; to cancel a request, remove PathRequest",
        names.have("a PathRequest but no PathResult", first, agents.iter().count())
    );
    for agent in &agents {
        commands.entity(agent).try_insert_if_new(PathResult::default());
    }
}
